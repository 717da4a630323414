#pragma once
#include <cstdint>

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/base/view.h"

namespace attn {

/// The Jensen-Shannon divergence of two rows of weights.
///
///     JS(p, q) = 1/2 sum p ln(p / m) + 1/2 sum q ln(q / m),   m = (p + q) / 2
///
/// Shapes    p and q of `keys` numbers; of none it is 0.
/// Units     nats, in [0, ln 2]: 0 for equal rows, ln 2 for rows that share no key. Its root is a metric.
/// Masking   the rows must each sum to 1: where a sink takes a share, add that as one more key.
/// Errors    none: a NaN weight makes it NaN.
/// Accuracy  1e-12 relative, also for rows that are nearly equal: each key adds at least 0, and what it adds does
///           not cancel.
/// Source    Lin 1991, "Divergence measures based on the Shannon entropy"; as a distance of heads: Clark et al.
///           2019, arXiv:1906.04341, section 6.
double jensenShannon(const double* p, const double* q, Index keys);

/// How far apart each two heads are: the mean over the rows of their Jensen-Shannon divergence.
///
/// Shapes    `weights` holds `heads` blocks (nq x nk), one after the other, heads of any layers -> (heads x heads),
///           symmetric, its diagonal 0.
/// Units     nats, in [0, ln 2].
/// Masking   `live` (heads x nq) says which rows have an allowed key, null: all. A row that is not live in either
///           head is left out; when none is left, the distance is NaN, on the diagonal too.
/// Errors    Cancelled. A NaN weight in a live row makes the distances of its head NaN.
/// Cost      O(heads^2 nq nk) logarithms.
Result<Matrix> headDistances(const double* weights, Index heads, Index nq, Index nk,
                             const std::uint8_t* live = nullptr, const Progress& progress = {});

}  // namespace attn
