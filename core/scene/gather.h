#pragma once
#include <memory>
#include <utility>
#include <vector>

#include "core/base/tensor.h"

// How every edit of shape is done: along one axis, position i of the new tensor takes what stood at source[i], or a
// fill value where source[i] is below zero.

namespace attn {

using Source = std::vector<Index>;

/// Position i from i while there is one: what overlaps is kept.
Source overlap(Index oldSize, Index newSize);
/// Columns of heads that lie side by side: head and column each keep their overlap.
Source overlapInGroups(Index oldGroups, Index oldWidth, Index newGroups, Index newWidth);
bool isIdentity(const Source& source, Index oldSize);

/// Null stays null, and a tensor that would not change is shared.
template <class T>
std::shared_ptr<const TensorOf<T>> gather(const std::shared_ptr<const TensorOf<T>>& from, Index axis,
                                          const Source& source, T fill) {
    if (!from || isIdentity(source, from->dim(axis)))
        return from;
    Shape shape = from->shape();
    Index outer = 1;
    Index inner = 1;
    for (Index i = 0; i < from->rank(); ++i)
        (i < axis ? outer : inner) *= i == axis ? 1 : shape[static_cast<std::size_t>(i)];
    const Index oldSize = from->dim(axis);
    const auto newSize = static_cast<Index>(source.size());
    shape[static_cast<std::size_t>(axis)] = newSize;
    TensorOf<T> to(std::move(shape), fill);
    for (Index o = 0; o < outer; ++o)
        for (Index i = 0; i < newSize; ++i)
            if (const Index s = source[static_cast<std::size_t>(i)]; s >= 0)
                for (Index k = 0; k < inner; ++k)
                    to[(o * newSize + i) * inner + k] = (*from)[(o * oldSize + s) * inner + k];
    return std::make_shared<const TensorOf<T>>(std::move(to));
}

/// The same for an axis counted from the right (0 = the last) of a tensor that broadcasts: an axis that is absent or
/// of size 1 is left alone.
template <class T>
std::shared_ptr<const TensorOf<T>> gatherBroadcast(const std::shared_ptr<const TensorOf<T>>& from, Index fromRight,
                                                   const Source& source, T fill) {
    if (!from || from->rank() <= fromRight || from->dim(from->rank() - 1 - fromRight) == 1)
        return from;
    return gather(from, from->rank() - 1 - fromRight, source, fill);
}

}  // namespace attn
