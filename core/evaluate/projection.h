#pragma once
#include <memory>
#include <vector>

#include "core/base/view.h"

namespace attn {

/// Y = X W + b, for row vectors, computed in T.
///
/// Shapes    X [B, n, width], W [width, parts * d], b [parts * d] or null -> [B, parts, n, d]: part p owns columns
///           p * d .. (p + 1) * d - 1 of W. The columns of a token are dealt out to the parts; tokens never mix.
/// Accuracy  what becomes of a token is the same, bit for bit, whatever the other tokens are (see multiply).
template <class T>
std::shared_ptr<TensorOf<T>> projectToHeads(const TensorOf<T>& X, const Tensor& W, const TensorPtr& b, Index parts);

/// The inverse of the deal: [B, parts, n, d] -> [B, n, parts * d], with zeros for the parts in `silenced`.
template <class T>
std::shared_ptr<TensorOf<T>> joinHeads(const TensorOf<T>& heads, const std::vector<Index>& silenced);

/// X W + b for X [B, n, width] in T; without W, X + b. Without either, X itself.
template <class T>
std::shared_ptr<TensorOf<T>> projectOutput(const std::shared_ptr<TensorOf<T>>& X, const TensorPtr& W,
                                           const TensorPtr& b);

/// The gradient of Y = X W + b, given that of Y as [B, parts, n, d].
///
///     dW = X^T dY,  db = the sums of dY's columns,  dX += dY W^T
///
/// Shapes    X [B, n, width], W [width, parts * d]; dX [B, n, width], which is added to; dW as W, db [parts * d].
template <class T>
struct ProjectionGradient {
    std::shared_ptr<TensorOf<T>> dW, db;
};
template <class T>
ProjectionGradient<T> projectBackward(const Tensor& X, const Tensor& W, const TensorOf<T>& dHeads, TensorOf<T>& dX);

/// [B, n, parts * d] -> [B, parts, n, d]: the inverse of joinHeads.
template <class T>
std::shared_ptr<TensorOf<T>> dealHeads(const TensorOf<T>& joined, Index parts);

/// The numbers of a tensor in T.
template <class T>
std::shared_ptr<const TensorOf<T>> numbersAs(const Tensor& tensor);

}  // namespace attn
