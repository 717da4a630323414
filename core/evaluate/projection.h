#pragma once
#include <memory>
#include <vector>

#include "core/base/tensor.h"

namespace attn {

/// Y = X W + b, for row vectors, computed in T.
///
/// Shapes    X [B, n, width], W [width, parts * d], b [parts * d] or null -> [B, parts, n, d]: part p owns columns
///           p * d .. (p + 1) * d - 1 of W. The columns of a token are dealt out to the parts; tokens never mix.
template <class T>
std::shared_ptr<const TensorOf<T>> projectToHeads(const Tensor& X, const Tensor& W, const TensorPtr& b, Index parts);

/// The inverse of the deal: [B, parts, n, d] -> [B, n, parts * d], with zeros for the parts in `silenced`.
template <class T>
std::shared_ptr<const TensorOf<T>> joinHeads(const TensorOf<T>& heads, const std::vector<Index>& silenced);

/// X W + b for X [B, n, width] in T; without W, X + b. Without either, X itself.
template <class T>
std::shared_ptr<const TensorOf<T>> projectOutput(const std::shared_ptr<const TensorOf<T>>& X, const TensorPtr& W,
                                                 const TensorPtr& b);

}  // namespace attn
