#pragma once
#include "core/base/tensor.h"

namespace attn {

/// What one row of weights p says about itself; J = diag(p) - p p^T is the Jacobian of the softmax in that row.
///
///     entropy = -sum p ln p,  jacTrace = sum p (1 - p),  jacFro = sqrt(sum J_ij^2),  jacSpec = largest eigenvalue of
///     J
///
/// Units     entropy in nats, perplexity in keys, the others dimensionless.
/// Accuracy  1e-14 absolute, also near one-hot rows: squares are summed directly, no power sums that cancel.
/// Errors    none: a NaN weight makes everything NaN, except an entropyNorm of fewer than two allowed keys.
struct RowFigures {
    double entropy = 0.0;
    double entropyNorm = 0.0;  ///< entropy / ln(allowed keys), 0 with fewer than two
    double perplexity = 1.0;   ///< exp(entropy)
    double maxWeight = 0.0;
    double jacMaxDiag = 0.0;  ///< largest p (1 - p)
    double jacTrace = 0.0;
    double jacFro = 0.0;
    double jacSpec = 0.0;
};

RowFigures rowFigures(const double* weights, Index keys, Index allowed);

/// Largest eigenvalue of diag(p) - p p^T for finite p >= 0: the one root of
///
///     sum_j p_j^2 / (p_j - x) = 1
///
/// between the two largest p, or their common value when they tie.
///
/// Accuracy  1e-14 absolute.
/// Cost      O(keys) for each of about five steps.
/// Source    the secular equation, Golub 1973, "Some modified matrix eigenvalue problems"; steps by rational
///           interpolation as in Bunch, Nielsen & Sorensen 1978.
double largestJacobianEigenvalue(const double* weights, Index keys);

}  // namespace attn
