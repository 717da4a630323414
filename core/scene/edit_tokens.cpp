#include <algorithm>
#include <map>
#include <unordered_map>

#include "core/base/random.h"
#include "core/scene/edit.h"
#include "core/scene/edit_modifiers.h"
#include "core/scene/gather.h"
#include "core/scene/validate.h"

namespace attn {

namespace {

std::uint64_t hashOf(const std::string& text) {
    std::uint64_t hash = 14695981039346656037U;
    for (const char c : text)
        hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211U;
    return hash;
}

Index sizeOf(const std::vector<std::string>& list) {
    return static_cast<Index>(list.size());
}

Result<Scene> checked(Scene scene) {
    if (auto dims = validate(scene); !dims)
        return dims.error();
    return scene;
}

/// The labels of one side, made up where the scene has none.
std::vector<std::string> labelsOf(const Scene& scene, Side side, const Dimensions& d) {
    std::vector<std::string> labels;
    for (Index i = 0; i < (side == Side::Tokens ? d.nq : d.nk); ++i)
        labels.push_back(side == Side::Tokens ? tokenLabel(scene, i) : contextLabel(scene, i));
    return labels;
}

/// X or X_kv with rows taken from `source`; a new row is that of an equal token, else the word's own.
TensorPtr rowsFor(const TensorPtr& X, const Source& source, const std::vector<std::string>& before,
                  const std::vector<std::string>& after) {
    if (isIdentity(source, X->dim(1)))
        return X;
    std::unordered_map<std::string, Index> known;
    for (Index i = sizeOf(before) - 1; i >= 0; --i)
        known[before[static_cast<std::size_t>(i)]] = i;
    Source from = source;
    for (std::size_t i = 0; i < from.size(); ++i)
        if (from[i] < 0)
            if (const auto found = known.find(after[i]); found != known.end())
                from[i] = found->second;
    Tensor rows = *gather(X, 1, from, 0.0);
    const Index width = rows.dim(2);
    const auto n = static_cast<Index>(from.size());
    for (Index i = 0; i < n; ++i) {
        if (from[static_cast<std::size_t>(i)] >= 0)
            continue;
        const std::vector<double> row = wordRow(after[static_cast<std::size_t>(i)], width);
        for (Index b = 0; b < rows.dim(0); ++b)
            std::copy(row.begin(), row.end(), rows.data() + (b * n + i) * width);
    }
    return std::make_shared<const Tensor>(std::move(rows));
}

/// Equal tokens have equal numbers; a new word gets the next free one.
std::vector<Index> idsFor(const std::vector<Index>& ids, const Source& source, const std::vector<std::string>& before,
                          const std::vector<std::string>& after) {
    if (ids.empty())
        return {};
    std::map<std::string, Index> known;
    Index next = 0;
    for (std::size_t i = 0; i < before.size(); ++i) {
        known.emplace(before[i], ids[i]);
        next = std::max(next, ids[i] + 1);
    }
    std::vector<Index> result;
    for (std::size_t i = 0; i < after.size(); ++i) {
        if (source[i] >= 0) {
            result.push_back(ids[static_cast<std::size_t>(source[i])]);
            continue;
        }
        const auto [entry, isNew] = known.emplace(after[i], next);
        next += isNew ? 1 : 0;
        result.push_back(entry->second);
    }
    return result;
}

/// Where each old position went; -1: it is gone.
Source inverse(const Source& source, Index oldSize) {
    Source to(static_cast<std::size_t>(oldSize), -1);
    for (std::size_t i = 0; i < source.size(); ++i)
        if (source[i] >= 0)
            to[static_cast<std::size_t>(source[i])] = static_cast<Index>(i);
    return to;
}

void moveCells(std::vector<Cell>& cells, const Source& to, Index Cell::*axis) {
    std::vector<Cell> kept;
    for (Cell cell : cells) {
        cell.*axis = to[static_cast<std::size_t>(cell.*axis)];
        if (cell.*axis >= 0)
            kept.push_back(cell);
    }
    std::sort(kept.begin(), kept.end());
    cells = std::move(kept);
}

void moveMask(Mask& mask, const Source& source, Index oldSize, bool queries, bool keys) {
    const Source to = inverse(source, oldSize);
    for (auto* cells : {&mask.paint.allow, &mask.paint.forbid}) {
        if (queries)
            moveCells(*cells, to, &Cell::row);
        if (keys)
            moveCells(*cells, to, &Cell::col);
    }
    if (queries) {
        mask.explicitAllow = gatherBroadcast(mask.explicitAllow, 1, source, std::uint8_t(1));
        mask.bias = gatherBroadcast(mask.bias, 1, source, 0.0);
    }
    if (keys) {
        mask.explicitAllow = gatherBroadcast(mask.explicitAllow, 0, source, std::uint8_t(1));
        mask.bias = gatherBroadcast(mask.bias, 0, source, 0.0);
        if (mask.keyPadding)
            mask.keyPadding = gather(mask.keyPadding, 1, source, std::uint8_t(1));
    }
    if (queries && keys) {
        std::vector<Index> globals;
        for (const Index token : mask.globalTokens)
            if (const Index moved = to[static_cast<std::size_t>(token)]; moved >= 0)
                globals.push_back(moved);
        std::sort(globals.begin(), globals.end());
        mask.globalTokens = std::move(globals);
    }
}

/// In cross-attention a global token is a number on both sides: it stays while either side has it.
void dropGlobalsBeyond(Mask& mask, Index size) {
    mask.globalTokens.erase(std::remove_if(mask.globalTokens.begin(), mask.globalTokens.end(),
                                           [&](Index token) { return token >= size; }),
                            mask.globalTokens.end());
}

/// Position i of the new sentence comes from source[i] of the old one, or is new.
Result<Scene> rearrange(const Scene& scene, Side side, const Source& source, std::vector<std::string> labels) {
    const auto dims = editableSizes(scene);
    if (!dims)
        return dims.error();
    const std::vector<std::string> before = labelsOf(scene, side, *dims);
    const bool isContext = side == Side::Context;
    const Index oldSize = isContext ? dims->nk : dims->nq;
    Scene next = scene;
    TensorPtr& rows = isContext ? next.Xkv : next.X;
    rows = rowsFor(rows, source, before, labels);
    moveMask(next.mask, source, oldSize, !isContext, isContext || !dims->isCross);
    moveTokens(next, source, !isContext, isContext || !dims->isCross);
    if (!isContext) {
        if (next.dOut)
            next.dOut = gather(next.dOut, 1, source, 0.0);
        next.tokenIds = idsFor(scene.tokenIds, source, before, labels);
    }
    if (dims->isCross)
        dropGlobalsBeyond(next.mask, std::max(isContext ? dims->nq : dims->nk, static_cast<Index>(source.size())));
    (isContext ? next.contextTokens : next.tokens) = std::move(labels);
    return checked(std::move(next));
}

struct Sentence {
    Source source;
    std::vector<std::string> labels;
};

/// The present sentence, or why it cannot be edited at `at`.
Result<Sentence> sentenceOf(const Scene& scene, Side side, Index at, Index last) {
    const auto dims = editableSizes(scene);
    if (!dims)
        return dims.error();
    if (side == Side::Context && !dims->isCross)
        return Error{ErrorCode::OutOfRange, "There is no context: keys and values come from the tokens themselves."};
    const Index size = side == Side::Tokens ? dims->nq : dims->nk;
    if (at < 0 || at >= size + last)
        return Error{ErrorCode::OutOfRange, "Position " + std::to_string(at) + " is out of range: there are " +
                                                std::to_string(size) + " tokens."};
    return Sentence{overlap(size, size), labelsOf(scene, side, *dims)};
}

}  // namespace

std::vector<double> wordRow(const std::string& label, Index width) {
    Random random(hashOf(label));
    std::vector<double> row(static_cast<std::size_t>(width));
    for (double& value : row)
        value = random.normal();
    return row;
}

Result<Scene> insertToken(const Scene& scene, Side side, Index at, const std::string& label) {
    auto sentence = sentenceOf(scene, side, at, 1);
    if (!sentence)
        return sentence.error();
    sentence->source.insert(sentence->source.begin() + at, -1);
    sentence->labels.insert(sentence->labels.begin() + at, label);
    return rearrange(scene, side, sentence->source, std::move(sentence->labels));
}

Result<Scene> removeToken(const Scene& scene, Side side, Index at) {
    auto sentence = sentenceOf(scene, side, at, 0);
    if (!sentence)
        return sentence.error();
    sentence->source.erase(sentence->source.begin() + at);
    sentence->labels.erase(sentence->labels.begin() + at);
    return rearrange(scene, side, sentence->source, std::move(sentence->labels));
}

Result<Scene> moveToken(const Scene& scene, Side side, Index from, Index to) {
    auto sentence = sentenceOf(scene, side, from, 0);
    if (!sentence)
        return sentence.error();
    if (auto target = sentenceOf(scene, side, to, 0); !target)
        return target.error();
    const auto move = [&](auto& list) {
        auto item = list[static_cast<std::size_t>(from)];
        list.erase(list.begin() + from);
        list.insert(list.begin() + to, std::move(item));
    };
    move(sentence->source);
    move(sentence->labels);
    return rearrange(scene, side, sentence->source, std::move(sentence->labels));
}

Result<Scene> renameToken(const Scene& scene, Side side, Index at, const std::string& label) {
    auto sentence = sentenceOf(scene, side, at, 0);
    if (!sentence)
        return sentence.error();
    std::vector<std::string>& labels = sentence->labels;
    if (labels[static_cast<std::size_t>(at)] == label)
        return scene;
    const auto equal = std::find(labels.begin(), labels.end(), label);
    Scene next = scene;
    if (equal != labels.end()) {
        const Index from = equal - labels.begin();
        TensorPtr& rows = side == Side::Tokens ? next.X : next.Xkv;
        Source source = sentence->source;
        source[static_cast<std::size_t>(at)] = from;
        rows = gather(rows, 1, source, 0.0);
        if (side == Side::Tokens && !next.tokenIds.empty())
            next.tokenIds[static_cast<std::size_t>(at)] = next.tokenIds[static_cast<std::size_t>(from)];
    } else if (side == Side::Tokens && !next.tokenIds.empty()) {
        next.tokenIds[static_cast<std::size_t>(at)] =
            *std::max_element(next.tokenIds.begin(), next.tokenIds.end()) + 1;
    }
    labels[static_cast<std::size_t>(at)] = label;
    (side == Side::Tokens ? next.tokens : next.contextTokens) = std::move(labels);
    return checked(std::move(next));
}

Result<Edited> setSentence(const Scene& scene, Side side, const std::vector<std::string>& labels) {
    const auto old = sentenceOf(scene, side, 0, 1);
    if (!old)
        return old.error();
    std::unordered_map<std::string, std::vector<Index>> unused;
    for (Index i = sizeOf(old->labels) - 1; i >= 0; --i)
        unused[old->labels[static_cast<std::size_t>(i)]].push_back(i);
    Source source;
    Index kept = 0;
    for (const std::string& label : labels) {
        std::vector<Index>& positions = unused[label];
        source.push_back(positions.empty() ? -1 : positions.back());
        if (positions.empty())
            continue;
        positions.pop_back();
        ++kept;
    }
    auto next = rearrange(scene, side, source, labels);
    if (!next)
        return next.error();
    const Index gone = sizeOf(old->labels) - kept;
    std::string parts;
    const auto lost = [&](bool isLost, const char* what) {
        if (isLost)
            parts += (parts.empty() ? "" : ", ") + std::string(what);
    };
    const Mask& before = scene.mask;
    const Mask& after = next->mask;
    lost(gone > 0 && before.explicitAllow != after.explicitAllow, "explicit mask");
    lost(gone > 0 && before.bias != after.bias, "additive bias");
    lost(gone > 0 && before.keyPadding != after.keyPadding, "padding");
    lost(before.globalTokens.size() > after.globalTokens.size(), "global tokens");
    lost(
        before.paint.allow.size() + before.paint.forbid.size() > after.paint.allow.size() + after.paint.forbid.size(),
        "painted cells");
    std::string note;
    if (!parts.empty())
        note = "What belonged to " + std::to_string(gone) + (gone == 1 ? " word that is" : " words that are") +
               " gone was dropped: " + parts + ".";
    return Edited{*std::move(next), std::move(note)};
}

}  // namespace attn
