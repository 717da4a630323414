#pragma once
#include <vector>

#include "core/base/tensor.h"

namespace attn {

/// The entries J_ij = p_i (1 if i = j, else 0) - p_i p_j of a row's softmax Jacobian, for the keys in `shown`.
///
/// Shapes    weights (keys) -> (shown x shown), row and column k belonging to key shown[k].
/// Accuracy  1e-13 relative: on the diagonal 1 - p is the sum of the other weights, never taken from a p near 1.
///           `elsewhere` is the weight that no key has: a sink's share.
/// Errors    none: NaN spreads.
Matrix softmaxJacobian(const std::vector<double>& weights, const std::vector<Index>& shown, double elsewhere = 0.0);

/// The gradient that reaches the scores of a row, from the gradient with respect to its weights.
///
///     dS_i = sum_j J_ij dP_j = p_i (dP_i - sum_j p_j dP_j)
///
/// Shapes    weights and upstream (keys) -> (keys).
/// Accuracy  differences are taken against the key of the largest weight, so that a row near one-hot keeps its digits.
/// Errors    none: NaN spreads.
std::vector<double> gradientOfScores(const std::vector<double>& weights, const std::vector<double>& upstream,
                                     double elsewhere = 0.0);

}  // namespace attn
