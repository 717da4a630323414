#pragma once
#include "core/base/tensor.h"

namespace attn {

/// What one row of weights p says about itself; J = diag(p) - p p^T is the Jacobian of the softmax in that row.
///
///     entropy = -sum p ln p,  jacTrace = sum p (1 - p),  jacFro = sqrt(sum J_ij^2),  jacSpec = largest eigenvalue of
///     J
///
/// Units     entropy in nats, perplexity in keys, the others dimensionless.
/// Accuracy  1e-13 relative however near to one-hot the row is (jacFro: as long as it is above 1e-150): 1 - p is
///           nowhere taken from a p near 1, but as the sum of the other weights. So the figures mean something also
///           where p is 1 to the last digit of its type. The weights, with what is elsewhere, sum to 1 up to
///           rounding.
/// Errors    none: a NaN weight makes everything NaN, except an entropyNorm of fewer than two allowed keys.
struct RowFigures {
    double entropy = 0.0;
    double entropyNorm = 0.0;  ///< entropy / ln(allowed keys), 0 with fewer than two
    double perplexity = 1.0;   ///< exp(entropy), the effective number of keys
    double maxWeight = 0.0;
    double jacMaxDiag = 0.0;  ///< largest p (1 - p)
    double jacTrace = 0.0;
    double jacFro = 0.0;
    double jacSpec = 0.0;
    double otherWeight = 0.0;  ///< 1 - maxWeight: how far the row is from one-hot
};

/// Without `withNorms` jacFro and jacSpec, the slow ones, stay 0. `elsewhere` is the weight that no key has: a sink's
/// share, which must be given where there is one.
RowFigures rowFigures(const double* weights, Index keys, Index allowed, bool withNorms = true,
                      double elsewhere = 0.0);

/// Largest eigenvalue of diag(p) - p p^T for finite p >= 0 that sum to 1 - elsewhere: the one root of
///
///     sum_j p_j / (p_j - x) = elsewhere / x
///
/// between the two largest p, or their common value when they tie.
///
/// Accuracy  1e-13 relative.
/// Cost      O(keys) for each of about five steps.
/// Source    the secular equation sum p^2 / (p - x) = 1, Golub 1973, "Some modified matrix eigenvalue problems",
///           less the sum of p, by which nothing cancels when all weights but one are small; steps by rational
///           interpolation as in Bunch, Nielsen & Sorensen 1978.
double largestJacobianEigenvalue(const double* weights, Index keys, double elsewhere = 0.0);

}  // namespace attn
