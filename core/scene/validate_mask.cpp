#include <algorithm>
#include <functional>
#include <iterator>

#include "core/scene/checks.h"

namespace attn::checks {

namespace {

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

Check checkBlock(const BlockPattern& block, const Dimensions& d) {
    if (block.size < 1 || block.size > kLargestDistance)
        return outOfRange("The block mask's block_size is " + std::to_string(block.size) + "; it must be from 1 to " +
                          std::to_string(kLargestDistance) + ".");
    if (!block.pattern)
        return mismatch("The block mask has no pattern.");
    const auto blocks = [&](Index n) { return n / block.size + (n % block.size != 0 ? 1 : 0); };
    if (const Shape wanted{blocks(d.nq), blocks(d.nk)}; block.pattern->shape() != wanted)
        return mismatch("The block pattern is " + shapeText(block.pattern->shape()) + " but " +
                        count(d.nq, "query row") + " and " + count(d.nk, "key") + " in blocks of " +
                        std::to_string(block.size) + " need " + shapeText(wanted) + ".");
    return {};
}

}  // namespace

Check checkMask(const Mask& mask, const Dimensions& d) {
    if (mask.causal && mask.causal->align == Causal::Align::Offset)
        if (auto r = needOffsets(mask.causal->offset, "The causal offset", d.batch); !r)
            return r;
    if (mask.window)
        if (auto r = checkWindow(*mask.window, d.batch); !r)
            return r;
    if (mask.block)
        if (auto r = checkBlock(*mask.block, d); !r)
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

}  // namespace attn::checks
