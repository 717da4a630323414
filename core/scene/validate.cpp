#include "core/scene/validate.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <iterator>
#include <locale>
#include <sstream>
#include <utility>

namespace attn {

namespace {

constexpr Index kLargestCount = Index(1) << 53;     // every count stays exact as a double
constexpr Index kLargestDistance = Index(1) << 31;  // so that left * dilation + offset cannot overflow

using Check = Result<void>;

Error mismatch(std::string text) {
    return {ErrorCode::ShapeMismatch, std::move(text)};
}
Error outOfRange(std::string text) {
    return {ErrorCode::OutOfRange, std::move(text)};
}

/// "4 columns", "1 column".
std::string count(Index n, const std::string& noun) {
    return std::to_string(n) + " " + noun + (n == 1 ? "" : "s");
}

/// "There are 4 heads", "There is 1 head".
std::string thereAre(std::size_t n, const std::string& noun) {
    return (n == 1 ? "There is " : "There are ") + count(static_cast<Index>(n), noun);
}

std::string number(double value) {
    std::ostringstream out;
    out.imbue(std::locale::classic());
    out.precision(17);
    out << value;
    return out.str();
}

/// "1, 2, 5, 10": the divisors of n, at most twelve.
std::string divisors(Index n) {
    std::string text;
    int shown = 0;
    for (Index d = 1; d <= n && d <= 4096; ++d) {
        if (n % d != 0)
            continue;
        if (++shown > 12)
            return text + ", ...";
        text += (text.empty() ? "" : ", ") + std::to_string(d);
    }
    return text;
}

Check needRank(const TensorPtr& tensor, const std::string& name, Index rank, const char* axes) {
    if (!tensor)
        return mismatch(name + " is missing.");
    if (tensor->rank() != rank)
        return mismatch(name + " has " + std::to_string(tensor->rank()) + (tensor->rank() == 1 ? " axis" : " axes") +
                        " (" + shapeText(tensor->shape()) + ") but needs " + std::to_string(rank) + ": " + axes +
                        ".");
    return {};
}

Check needSplit(Index columns, Index parts, const char* name, const char* what) {
    if (columns < 1)
        return mismatch(std::string(name) + " has no columns.");
    if (columns % parts != 0)
        return mismatch(count(columns, "column") + " of " + name + " are not divisible by " + count(parts, what) +
                        "; try " + divisors(columns) + ".");
    return {};
}

Check needBias(const TensorPtr& bias, const char* name, const char* matrix, Index columns) {
    if (!bias)
        return {};
    if (auto ranked = needRank(bias, name, 1, "one number per column"); !ranked)
        return ranked;
    if (bias->dim(0) != columns)
        return mismatch(std::string(name) + " has " + count(bias->dim(0), "number") + " but " + matrix + " has " +
                        count(columns, "column") + ".");
    return {};
}

/// Fails when the product of `sizes` is past 2^53.
Check needCountable(std::initializer_list<Index> sizes, const char* what) {
    double product = 1.0;
    for (const Index size : sizes)
        product *= static_cast<double>(size);
    if (product > static_cast<double>(kLargestCount))
        return Error{ErrorCode::TooLarge, std::string(what) + " would have " + number(product) +
                                              " numbers, which is more than can be counted (" +
                                              number(static_cast<double>(kLargestCount)) + ")."};
    return {};
}

Check needBroadcast(const Shape& shape, const std::string& name, const Dimensions& d) {
    const Shape full{d.batch, d.heads, d.nq, d.nk};
    const std::string target = " to [batch, heads, queries, keys] = [" + shapeText(full) + "]";
    if (shape.empty() || shape.size() > 4)
        return mismatch(name + " has " + std::to_string(shape.size()) + " axes; it needs 1 to 4, to be broadcast" +
                        target + ".");
    for (std::size_t i = 0; i < shape.size(); ++i) {
        const Index wanted = full[full.size() - shape.size() + i];
        if (shape[i] != 1 && shape[i] != wanted)
            return mismatch(name + " of shape " + shapeText(shape) + " cannot be broadcast" + target + ": " +
                            std::to_string(shape[i]) + " is neither 1 nor " + std::to_string(wanted) + ".");
    }
    return {};
}

Check needOffsets(const std::vector<Index>& offsets, const std::string& name, Index batch) {
    const auto n = static_cast<Index>(offsets.size());
    if (n != 1 && n != batch)
        return mismatch(name + " has " + count(n, "number") + "; it needs 1 or one per batch item (" +
                        std::to_string(batch) + ").");
    for (const Index offset : offsets)
        if (offset > kLargestDistance || offset < -kLargestDistance)
            return outOfRange(name + " " + std::to_string(offset) + " is further than " +
                              std::to_string(kLargestDistance) + " positions.");
    return {};
}

Check needIndex(Index index, Index size, const std::string& name, const char* noun) {
    if (index >= 0 && index < size)
        return {};
    std::string range = size == 1 ? ", numbered 0" : ", numbered 0 to " + std::to_string(size - 1);
    if (size == 0)
        range.clear();
    std::string there = thereAre(static_cast<std::size_t>(size), noun);
    there[0] = 't';
    return outOfRange(name + " " + std::to_string(index) + " is out of range: " + there + range + ".");
}

Check checkInputs(const Scene& s, Dimensions& d) {
    if (auto r = needRank(s.X, "X", 3, "batch, tokens, width"); !r)
        return r;
    d.batch = s.X->dim(0);
    d.nq = s.X->dim(1);
    d.dModel = s.X->dim(2);
    d.isCross = s.Xkv != nullptr;
    d.nk = d.nq;
    d.dKv = d.dModel;
    if (d.batch < 1 || d.dModel < 1)
        return mismatch("X is " + shapeText(s.X->shape()) + "; it needs at least 1 batch item and 1 column.");
    if (!d.isCross)
        return {};
    if (auto r = needRank(s.Xkv, "X_kv", 3, "batch, context tokens, width"); !r)
        return r;
    d.nk = s.Xkv->dim(1);
    d.dKv = s.Xkv->dim(2);
    if (s.Xkv->dim(0) != d.batch)
        return mismatch("X has " + count(d.batch, "batch item") + " but X_kv has " + std::to_string(s.Xkv->dim(0)) +
                        ".");
    if (d.dKv < 1)
        return mismatch("X_kv is " + shapeText(s.Xkv->shape()) + "; it needs at least 1 column.");
    return {};
}

Check checkHeads(const Scene& s, Dimensions& d) {
    d.heads = s.heads;
    d.kvHeads = s.kvHeads;
    if (d.heads < 1)
        return outOfRange("There are " + std::to_string(d.heads) + " heads; at least 1 is needed.");
    if (d.kvHeads < 1)
        return outOfRange("There are " + std::to_string(d.kvHeads) + " key-value heads; at least 1 is needed.");
    if (d.heads % d.kvHeads != 0)
        return outOfRange(count(d.heads, "head") + " cannot share " + count(d.kvHeads, "key-value head") +
                          " evenly; try " + divisors(d.heads) + ".");
    return {};
}

Check checkProjections(const Scene& s, Dimensions& d) {
    const std::string context = d.isCross ? "X_kv" : "X";
    const std::pair<const TensorPtr*, const char*> projections[] = {{&s.Wq, "W_q"}, {&s.Wk, "W_k"}, {&s.Wv, "W_v"}};
    for (const auto& [matrix, name] : projections) {
        if (auto r = needRank(*matrix, name, 2, "rows, columns"); !r)
            return r;
        const bool isQuery = matrix == &s.Wq;
        const Index width = isQuery ? d.dModel : d.dKv;
        if ((*matrix)->dim(0) != width)
            return mismatch((isQuery ? std::string("X") : context) + " has " + count(width, "column") + " but " +
                            name + " has " + count((*matrix)->dim(0), "row") + ".");
    }
    if (auto r = needSplit(s.Wq->dim(1), d.heads, "W_q", "head"); !r)
        return r;
    if (auto r = needSplit(s.Wk->dim(1), d.kvHeads, "W_k", "key-value head"); !r)
        return r;
    if (auto r = needSplit(s.Wv->dim(1), d.kvHeads, "W_v", "key-value head"); !r)
        return r;
    d.dk = s.Wq->dim(1) / d.heads;
    d.dv = s.Wv->dim(1) / d.kvHeads;
    if (const Index keyWidth = s.Wk->dim(1) / d.kvHeads; keyWidth != d.dk)
        return mismatch("W_q gives each head " + count(d.dk, "column") + " but W_k gives each key-value head " +
                        std::to_string(keyWidth) + ".");
    return {};
}

Check checkOutput(const Scene& s, Dimensions& d) {
    d.dOut = d.heads * d.dv;
    if (s.Wo) {
        if (auto r = needRank(s.Wo, "W_o", 2, "rows, columns"); !r)
            return r;
        if (s.Wo->dim(0) != d.dOut)
            return mismatch("W_o has " + count(s.Wo->dim(0), "row") + " but " + count(d.heads, "head") +
                            " of value width " + std::to_string(d.dv) + " give " + std::to_string(d.dOut) + ".");
        if (s.Wo->dim(1) < 1)
            return mismatch("W_o has no columns.");
        d.dOut = s.Wo->dim(1);
    }
    if (auto r = needBias(s.bq, "b_q", "W_q", d.heads * d.dk); !r)
        return r;
    if (auto r = needBias(s.bk, "b_k", "W_k", d.kvHeads * d.dk); !r)
        return r;
    if (auto r = needBias(s.bv, "b_v", "W_v", d.kvHeads * d.dv); !r)
        return r;
    if (auto r = needBias(s.bo, "b_o", s.Wo ? "W_o" : "the joined output", d.dOut); !r)
        return r;
    if (s.dOut && s.dOut->shape() != Shape{d.batch, d.nq, d.dOut})
        return mismatch("dOut is " + shapeText(s.dOut->shape()) + " but the output is " +
                        shapeText({d.batch, d.nq, d.dOut}) + ".");
    return {};
}

Check checkSizes(const Dimensions& d) {
    if (auto r = needCountable({d.batch, d.heads, d.nq, d.nk}, "The scores"); !r)
        return r;
    if (auto r = needCountable({d.batch, d.heads, d.nq, std::max(d.dk, d.dv)}, "The heads"); !r)
        return r;
    if (auto r = needCountable({d.batch, d.kvHeads, d.nk, std::max(d.dk, d.dv)}, "The keys and values"); !r)
        return r;
    return needCountable({d.batch, d.nq, d.dOut}, "The output");
}

Check checkLabels(const Scene& s, const Dimensions& d) {
    const auto fits = [](std::size_t n, Index wanted) { return n == 0 || static_cast<Index>(n) == wanted; };
    if (!fits(s.tokens.size(), d.nq))
        return mismatch(thereAre(s.tokens.size(), "token label") + " but X has " + count(d.nq, "row") + ".");
    if (!d.isCross && !s.contextTokens.empty())
        return mismatch(thereAre(s.contextTokens.size(), "context label") + " but no X_kv.");
    if (!fits(s.contextTokens.size(), d.nk))
        return mismatch(thereAre(s.contextTokens.size(), "context label") + " but X_kv has " + count(d.nk, "row") +
                        ".");
    if (!fits(s.tokenIds.size(), d.nq))
        return mismatch(thereAre(s.tokenIds.size(), "token id") + " but X has " + count(d.nq, "row") + ".");
    return {};
}

Check checkWindow(const Window& window, Index batch) {
    if (window.dilation < 1 || window.dilation > kLargestDistance)
        return outOfRange("The window's dilation is " + std::to_string(window.dilation) + "; it must be from 1 to " +
                          std::to_string(kLargestDistance) + ".");
    for (const Index bound : {window.left, window.right})
        if (bound > kLargestDistance)
            return outOfRange("The window's bound " + std::to_string(bound) + " is larger than " +
                              std::to_string(kLargestDistance) + ".");
    if (window.offset.empty())
        return {};
    return needOffsets(window.offset, "The window's offset", batch);
}

Check checkPaint(const Paint& paint, const Dimensions& d) {
    for (const auto* cells : {&paint.allow, &paint.forbid}) {
        for (const Cell& cell : *cells) {
            if (auto r = needIndex(cell.row, d.nq, "Painted row", "row"); !r)
                return r;
            if (auto r = needIndex(cell.col, d.nk, "Painted column", "key"); !r)
                return r;
        }
        if (std::adjacent_find(cells->begin(), cells->end(), std::greater_equal<>()) != cells->end())
            return outOfRange("Painted cells must be sorted and without repeats.");
    }
    std::vector<Cell> both;
    std::set_intersection(paint.allow.begin(), paint.allow.end(), paint.forbid.begin(), paint.forbid.end(),
                          std::back_inserter(both));
    if (!both.empty())
        return outOfRange("Cell (" + std::to_string(both[0].row) + ", " + std::to_string(both[0].col) +
                          ") is painted both allowed and forbidden.");
    return {};
}

Check checkMask(const Mask& mask, const Dimensions& d) {
    if (mask.causal && mask.causal->align == Causal::Align::Offset)
        if (auto r = needOffsets(mask.causal->offset, "The causal offset", d.batch); !r)
            return r;
    if (mask.window)
        if (auto r = checkWindow(*mask.window, d.batch); !r)
            return r;
    // A token that is both a query and a key when there is one: the longer side bounds the number.
    for (const Index token : mask.globalTokens)
        if (auto r = needIndex(token, std::max(d.nq, d.nk), "Global token", "token"); !r)
            return r;
    if (mask.keyPadding && mask.keyPadding->shape() != Shape{d.batch, d.nk})
        return mismatch("The key padding is " + shapeText(mask.keyPadding->shape()) +
                        " but needs [batch, keys] = " + shapeText({d.batch, d.nk}) + ".");
    if (mask.explicitAllow)
        if (auto r = needBroadcast(mask.explicitAllow->shape(), "The explicit mask", d); !r)
            return r;
    if (mask.bias)
        if (auto r = needBroadcast(mask.bias->shape(), "The additive bias", d); !r)
            return r;
    return checkPaint(mask.paint, d);
}

Check checkNumbers(const Scene& s, const Dimensions& d) {
    if (!std::isfinite(s.temperature) || s.temperature <= 0.0)
        return outOfRange("The temperature is " + number(s.temperature) + "; it must be finite and above 0.");
    if (s.scale.mode == ScaleMode::Custom && !std::isfinite(s.scale.value))
        return outOfRange("The custom scale is " + number(s.scale.value) + "; it must be finite.");
    for (const Index head : s.silenced)
        if (auto r = needIndex(head, d.heads, "Silenced head", "head"); !r)
            return r;
    if (std::adjacent_find(s.silenced.begin(), s.silenced.end(), std::greater_equal<>()) != s.silenced.end())
        return outOfRange("Silenced heads must be sorted and without repeats.");
    if (s.flash && (s.flash->queryRows < 1 || s.flash->keyRows < 1))
        return outOfRange("Flash tiles are " + std::to_string(s.flash->queryRows) + " x " +
                          std::to_string(s.flash->keyRows) + "; both sizes must be at least 1.");
    return {};
}

}  // namespace

Result<Dimensions> validate(const Scene& scene) {
    Dimensions d;
    if (auto r = checkHeads(scene, d); !r)
        return r.error();
    if (auto r = checkInputs(scene, d); !r)
        return r.error();
    if (auto r = checkProjections(scene, d); !r)
        return r.error();
    if (auto r = checkOutput(scene, d); !r)
        return r.error();
    if (auto r = checkSizes(d); !r)
        return r.error();
    if (auto r = checkLabels(scene, d); !r)
        return r.error();
    if (auto r = checkMask(scene.mask, d); !r)
        return r.error();
    if (auto r = checkNumbers(scene, d); !r)
        return r.error();
    return d;
}

}  // namespace attn
