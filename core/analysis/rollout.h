#pragma once
#include <vector>

#include "core/base/result.h"
#include "core/base/view.h"

namespace attn {

/// The mean over the heads of one layer's weights.
///
/// Shapes    `weights` holds `heads` blocks (nq x nk), one after the other -> (nq x nk). Without a head it is
///           zeros.
Matrix headMean(const double* weights, Index heads, Index nq, Index nk);

enum class Residual {
    Kept,    ///< A~ = rows of (A + I), each divided by its sum: half of every token passes a layer unchanged.
    LeftOut  ///< A~ = A
};

/// Attention rollout: which inputs reach which position once layers are chained.
///
///     R_1 = A~_1,   R_l = A~_l R_{l-1}
///
/// Shapes    `layers` are head means (n x n), the first layer first -> R_1 .. R_L, each (n x n): row i says of what
///           position i consists after that layer.
/// Masking   a row without an allowed key should be zeros: with the residual it stays its own input, without it
///           nothing reaches the position. A row of NaN makes NaN of what is mixed from it.
/// Errors    ShapeMismatch when a layer is not square or differs from the first in size.
/// Accuracy  rows that sum to 1 keep doing so within L * n * epsilon.
/// Source    Abnar & Zuidema 2020, arXiv:2005.00928.
Result<std::vector<Matrix>> attentionRollout(const std::vector<Matrix>& layers, Residual residual = Residual::Kept);

}  // namespace attn
