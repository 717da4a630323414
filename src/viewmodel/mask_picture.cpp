#include "src/viewmodel/mask_picture.h"

#include <algorithm>

#include "core/mask/block_patterns.h"
#include "core/mask/mask_rules.h"
#include "core/position/alibi.h"
#include "src/viewmodel/heatmap_parts.h"
#include "src/viewmodel/mask_cost.h"
#include "src/viewmodel/words.h"

namespace attn::app {

namespace {

QString joined(const QStringList& parts, const QString& word) { return parts.join(u' ' + word + u' '); }

bool isPainted(const Mask& mask) { return !mask.paint.allow.empty() || !mask.paint.forbid.empty(); }

/// "causal", "causal (end)", "causal (offset 2)".
QString causalWords(const Causal& causal) {
    switch (causal.align) {
    case Causal::Align::TopLeft: return Words::tr("causal");
    case Causal::Align::BottomRight: return Words::tr("causal (end)");
    case Causal::Align::Offset: break;
    }
    return causal.offset.size() == 1 ? Words::tr("causal (offset %1)").arg(causal.offset[0])
                                     : Words::tr("causal (an offset per batch item)");
}

QString windowWords(const Window& window) {
    QString words;
    if (window.left < 0 && window.right < 0)
        words = Words::tr("no bound on either side");
    else if (window.left < 0)
        words = Words::tr("every key before, %1 after").arg(window.right);
    else if (window.right < 0)
        words = Words::tr("%1 before, every key after").arg(window.left);
    else if (window.left + window.right == 0)
        words = Words::tr("1 key: itself");
    else
        words = Words::tr("%1 keys incl. itself").arg(window.left + window.right + 1);
    return window.dilation > 1 ? Words::tr("%1, %2 apart").arg(words).arg(window.dilation) : words;
}

QString blockWords(const BlockPattern& block) {
    const BoolTensor& pattern = *block.pattern;
    if (pattern == diagonalBlocks(pattern.dim(0), pattern.dim(1)))
        return Words::tr("each attends itself");
    Index open = 0;
    for (Index i = 0; i < pattern.size(); ++i)
        open += pattern[i];
    return Words::tr("%1 of %2 pairs of blocks").arg(open).arg(pattern.size());
}

template <class Pointer>
QString tensorWords(const Pointer& tensor) {
    if (!tensor)
        return {};
    QStringList sizes;
    for (const Index size : tensor->shape())
        sizes << QString::number(size);
    return sizes.join(QStringLiteral(" × "));
}

/// Where a window stands: its own offset, else the causal alignment's.
Index windowOffset(const Mask& mask, const Dimensions& dims, Index batch) {
    if (mask.window && !mask.window->offset.empty()) {
        const auto& offsets = mask.window->offset;
        return offsets[offsets.size() == 1 ? 0 : static_cast<std::size_t>(batch)];
    }
    return mask.causal ? causalOffsetOf(*mask.causal, dims, batch) : 0;
}

void describePadding(ui::MaskRulesPicture& picture, const BoolTensorPtr& padding, Index batch) {
    picture.hasPadding = padding != nullptr;
    if (!padding)
        return;
    for (Index key = 0; key < picture.nk; ++key)
        if (!(*padding)[batch * picture.nk + key])
            picture.paddedKeys.push_back(key);
    picture.paddingWords = Words::tr("%1 of %2 keys are real")
                               .arg(picture.nk - static_cast<Index>(picture.paddedKeys.size()))
                               .arg(picture.nk);
}

/// The rules of which one is enough.
QStringList localRules(const Mask& mask) {
    QStringList rules;
    if (mask.window)
        rules << Words::tr("window");
    if (mask.block)
        rules << Words::tr("block");
    if (!rules.isEmpty() && !mask.globalTokens.empty())
        rules << Words::tr("global");
    return rules;
}

}  // namespace

std::vector<Index> emptyRows(const Evaluation& evaluation, const ui::Selection& chosen) {
    const std::vector<Index> keys = keysPerRow(evaluation, chosen.batch, chosen.head);
    std::vector<Index> empty;
    for (std::size_t row = 0; row < keys.size(); ++row)
        if (keys[row] == 0)
            empty.push_back(static_cast<Index>(row));
    return empty;
}

QString emptyRowsSentence(const Scene& scene, const std::vector<Index>& rows) {
    if (rows.empty())
        return {};
    if (rows.size() == 1)
        return scene.tokens.empty()
                   ? Words::tr("Row %1 may attend nothing.").arg(rows[0])
                   : Words::tr("Row %1 %2 may attend nothing.").arg(rows[0]).arg(queryText(scene, rows[0]));
    return Words::tr("%1 rows may attend nothing: %2.").arg(rows.size()).arg(listWords(rows));
}

QString maskExpression(const Mask& mask) {
    QStringList rules;
    if (mask.causal)
        rules << causalWords(*mask.causal);
    if (QStringList local = localRules(mask); local.size() == 1)
        rules << local;
    else if (!local.isEmpty())
        rules << QStringLiteral("(%1)").arg(joined(local, Words::tr("or")));
    if (mask.keyPadding)
        rules << Words::tr("padding");
    if (mask.explicitAllow)
        rules << Words::tr("explicit mask");
    if (mask.bias)
        rules << Words::tr("bias above −∞");
    if (rules.size() == 1 && rules[0].startsWith(u'('))
        rules[0] = rules[0].mid(1, rules[0].size() - 2);
    QString text = joined(rules, Words::tr("and"));
    if (isPainted(mask))
        text = text.isEmpty() ? Words::tr("every key, then paint") : Words::tr("%1, then paint").arg(text);
    return text.isEmpty() ? Words::tr("every key") : text;
}

QString maskWords(const Mask& mask) {
    QStringList rules;
    if (mask.causal)
        rules << causalWords(*mask.causal);
    if (mask.window)
        rules << (mask.globalTokens.empty() ? Words::tr("window") : Words::tr("window with global tokens"));
    if (mask.block)
        rules << (mask.globalTokens.empty() || mask.window ? Words::tr("block") : Words::tr("block with global tokens"));
    if (mask.keyPadding)
        rules << Words::tr("padding");
    if (mask.explicitAllow)
        rules << Words::tr("explicit");
    QStringList parts;
    const QString last = rules.isEmpty() ? QString() : rules.takeLast();
    if (!rules.isEmpty())
        parts << Words::tr("%1 and %2 mask").arg(rules.join(QStringLiteral(", ")), last);
    else if (!last.isEmpty())
        parts << Words::tr("%1 mask").arg(last);
    if (isPainted(mask))
        parts << (parts.isEmpty() ? Words::tr("painted mask") : Words::tr("painted"));
    else if (parts.isEmpty() && !mask.bias)
        parts << Words::tr("no mask");
    if (mask.bias)
        parts << Words::tr("with a bias");
    return parts.join(QStringLiteral(", "));
}

QStringList rulesThatMask(const Scene& scene, const Dimensions& dims, Index batch, Index head, const Cell& cell) {
    const Mask& mask = scene.mask;
    const auto allows = [&](const Mask& rules) {
        return MaskRules(rules, dims).allows(batch, head, cell.row, cell.col);
    };
    if (allows(mask))
        return {};
    if (std::binary_search(mask.paint.forbid.begin(), mask.paint.forbid.end(), cell))
        return {Words::tr("paint")};
    QStringList names;
    const auto ask = [&](const QString& name, bool isThere, const auto& take) {
        if (!isThere)
            return;
        Mask alone;
        take(alone);
        if (!allows(alone))
            names << name;
    };
    ask(Words::tr("causal"), mask.causal.has_value(), [&](Mask& alone) { alone.causal = mask.causal; });
    const QString local = !mask.block ? Words::tr("window") : mask.window ? Words::tr("window and block") : Words::tr("block");
    ask(local, mask.window || mask.block, [&](Mask& alone) {
        alone.window = mask.window;
        alone.block = mask.block;
        alone.globalTokens = mask.globalTokens;
        // A window without an offset of its own follows the causal alignment.
        if (alone.window && alone.window->offset.empty())
            for (Index b = 0; b < dims.batch; ++b)
                alone.window->offset.push_back(mask.causal ? causalOffsetOf(*mask.causal, dims, b) : 0);
    });
    ask(Words::tr("padding"), mask.keyPadding != nullptr, [&](Mask& alone) { alone.keyPadding = mask.keyPadding; });
    ask(Words::tr("explicit mask"), mask.explicitAllow != nullptr,
        [&](Mask& alone) { alone.explicitAllow = mask.explicitAllow; });
    ask(Words::tr("bias −∞"), mask.bias != nullptr, [&](Mask& alone) { alone.bias = mask.bias; });
    return names;
}

QString pairWords(const Scene& scene, const Dimensions& dims, const ui::Selection& selection) {
    if (dims.nq == 0 || dims.nk == 0)
        return {};
    const ui::Selection chosen = clamped(selection, dims);
    const Cell cell{chosen.query, chosen.key};
    const QStringList rules = rulesThatMask(scene, dims, chosen.batch, chosen.head, cell);
    if (!rules.isEmpty())
        return Words::tr("masked by %1").arg(joined(rules, Words::tr("and")));
    const auto& painted = scene.mask.paint.allow;
    return std::binary_search(painted.begin(), painted.end(), cell) ? Words::tr("allowed by paint")
                                                                    : Words::tr("allowed");
}

ui::HeatmapPicture maskPicture(const Scene& scene, const Evaluation& evaluation, const ui::Selection& selection) {
    const Dimensions& dims = evaluation.dims;
    const ui::Selection chosen = clamped(selection, dims);
    ui::HeatmapPicture picture;
    picture.title = Words::tr("Mask");
    picture.subtitle = Words::tr("head %1, %2 × %3").arg(chosen.head).arg(dims.nq).arg(dims.nk);
    picture.stage = Words::tr("allowed");
    picture.quantity = Words::tr("may attend");
    picture.rows = queryAxis(scene, dims.nq);
    picture.cols = keyAxis(scene, dims.nk);
    picture.decimals = 0;
    picture.isPattern = true;
    picture.cells = Matrix(dims.nq, dims.nk, 1.0);
    if (evaluation.allowed) {
        const Index first = (chosen.batch * dims.heads + chosen.head) * dims.nq * dims.nk;
        for (Index i = 0; i < dims.nq * dims.nk; ++i)
            picture.cells.values[static_cast<std::size_t>(i)] = (*evaluation.allowed)[first + i] ? 1.0 : 0.0;
    }
    picture.states = maskStates(scene, evaluation, Stage::Masked, chosen.batch, chosen.head);
    QStringList lead;
    if (dims.heads > 1)
        lead << Words::tr("head %1").arg(chosen.head);
    if (dims.batch > 1)
        lead << Words::tr("batch item %1").arg(chosen.batch);
    Index allowed = 0;
    for (const Index count : keysPerRow(evaluation, chosen.batch, chosen.head)) {
        allowed += count;
        picture.rowCounts.push_back(static_cast<double>(count));
    }
    picture.rowCountsTitle = Words::tr("keys\nper row");
    const QString text = Words::tr("%1. %2 of %3 pairs may attend.")
                             .arg((QStringList(lead) << maskWords(scene.mask)).join(QStringLiteral(", ")))
                             .arg(allowed)
                             .arg(dims.nq * dims.nk);
    picture.caption = text.left(1).toUpper() + text.mid(1);
    return picture;
}

namespace {

void describeWindow(ui::MaskRulesPicture& picture, const Mask& mask, const Dimensions& dims, Index batch) {
    picture.hasWindow = mask.window.has_value();
    if (!mask.window)
        return;
    picture.back = mask.window->left;
    picture.ahead = mask.window->right;
    picture.dilation = mask.window->dilation;
    picture.hasWindowOffset = !mask.window->offset.empty();
    picture.windowOffset = windowOffset(mask, dims, batch);
    picture.windowWords = windowWords(*mask.window);
    if (mask.window->offset.size() > 1)
        picture.windowNote = Words::tr("One offset per batch item; this one has %1.").arg(picture.windowOffset);
}

void describeBlocks(ui::MaskRulesPicture& picture, const Mask& mask, const MaskPanelState& state) {
    picture.blockRandom = state.blockRandom;
    picture.blockSeed = state.blockSeed;
    picture.hasBlock = mask.block.has_value();
    if (!mask.block)
        return;
    const BoolTensor& pattern = *mask.block->pattern;
    picture.blockSize = mask.block->size;
    picture.blockWords = blockWords(*mask.block);
    picture.blockKind = ui::BlockKind::Given;
    const Index rows = pattern.dim(0), cols = pattern.dim(1);
    if (pattern == diagonalBlocks(rows, cols))
        picture.blockKind = ui::BlockKind::Diagonal;
    else if (rows == cols) {
        const auto random = bigBirdBlocks(rows, state.blockRandom, static_cast<std::uint64_t>(state.blockSeed));
        if (random && *random == pattern)
            picture.blockKind = ui::BlockKind::BigBird;
    }
}

/// What is added to the scores of the chosen head.
void describeLogits(ui::MaskRulesPicture& picture, const Scene& scene, const Dimensions& dims, const ui::Selection& chosen) {
    picture.biasWords = tensorWords(scene.mask.bias);
    if (scene.mask.bias && dims.nq > 0 && dims.nk > 0) {
        picture.biasName = Words::tr("q%1 to k%2").arg(chosen.query).arg(chosen.key);
        Mask alone;
        alone.bias = scene.mask.bias;
        picture.biasValue = MaskRules(alone, dims).biasAt(chosen.batch, chosen.head, chosen.query, chosen.key);
    }
    picture.hasAlibi = scene.position.scheme == Position::Scheme::Alibi;
    picture.slopeName = Words::tr("Slope, head %1").arg(chosen.head);
    if (picture.hasAlibi) {
        const std::vector<double> slopes = scene.position.slopes.empty() ? alibiSlopes(dims.heads) : scene.position.slopes;
        picture.slope = slopes[static_cast<std::size_t>(chosen.head)];
    }
}

}  // namespace

ui::MaskRulesPicture maskRulesPicture(const Scene& scene, const Evaluation& evaluation,
                                      const ui::Selection& selection, const MaskPanelState& state) {
    const Dimensions& dims = evaluation.dims;
    const ui::Selection chosen = clamped(selection, dims);
    const Mask& mask = scene.mask;
    ui::MaskRulesPicture picture;
    picture.nq = dims.nq;
    picture.nk = dims.nk;
    picture.isCausal = mask.causal.has_value();
    if (mask.causal) {
        picture.align = static_cast<ui::CausalAlign>(mask.causal->align);
        picture.causalOffset = causalOffsetOf(*mask.causal, dims, chosen.batch);
        if (mask.causal->align == Causal::Align::Offset && mask.causal->offset.size() > 1)
            picture.causalNote = Words::tr("One offset per batch item; this one has %1.").arg(picture.causalOffset);
    }
    describeWindow(picture, mask, dims, chosen.batch);
    picture.globalTokens = mask.globalTokens;
    describePadding(picture, mask.keyPadding, chosen.batch);
    picture.explicitWords = tensorWords(mask.explicitAllow);
    describeBlocks(picture, mask, state);
    describeLogits(picture, scene, dims, chosen);
    picture.paintMode = state.mode;
    picture.paintsOneHead = state.paintsOneHead && dims.heads > 1;
    picture.headName = Words::tr("head %1").arg(chosen.head);
    picture.hasHeads = dims.heads > 1;
    picture.painted = static_cast<Index>(mask.paint.allow.size() + mask.paint.forbid.size());
    picture.emptyRow = static_cast<ui::EmptyRowChoice>(scene.emptyRow);
    picture.emptyRows = emptyRows(evaluation, chosen);
    picture.emptyRowsWords = emptyRowsSentence(scene, picture.emptyRows);
    picture.together = maskExpression(mask);
    picture.tileSide = state.tileSide > 0 ? state.tileSide : proposedTileSide(scene, dims);
    picture.cost = maskCost(scene, evaluation, selection, picture.tileSide);
    return picture;
}

}  // namespace attn::app
