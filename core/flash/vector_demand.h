#pragma once
#include "core/flash/vector_kernel.h"

namespace attn {

/// Logits of some queries with ranges of keys, of which only the largest and a sum are kept.
///
///     most[r, p] = max_j logit,   sum[r, p] = sum_j exp(logit - most[r, p]),   starts[p] <= j < starts[p + 1]
///
/// Shapes    rows (count) queries in rising order; starts (ranges + 1) rising; most, sum (count x ranges), sum may be
///           null.
/// Masking   a key that is not allowed is left out; a range without an allowed key has -inf and 0.
struct RangesJob {
    View<const float> Q, K;
    float scale = 1.0F;
    const HeadRules& rules;
    const Index* rows = nullptr;
    Index count = 0;
    const Index* starts = nullptr;
    Index ranges = 0;
    float* most = nullptr;
    float* sum = nullptr;
    const Progress& progress;
};

/// exp(logit - lse) of queries firstRow .. firstRow + weights.rows - 1 and keys firstCol .. firstCol + weights.cols -
/// 1, 0 where not allowed. lse[r] is that of query firstRow + r; rows where it is not finite are left unspecified.
struct WindowJob {
    View<const float> Q, K;
    float scale = 1.0F;
    const HeadRules& rules;
    const float* lse = nullptr;
    Index firstRow = 0, firstCol = 0;
    View<float> weights;
    const Progress& progress;
};

/// Both with vectors along the queries, as flashHeadVector.
///
/// Errors    NotForThis with NaN or an infinity in what is read of Q and K, and where scores may overflow; with a
/// sink
///           nothing changes: it is the caller's to count. `progress` is asked once per 384 queries by 1024 keys.
/// Memory    at most 8 panels of 48 queries: dk, and for RangesJob 2 * ranges, numbers for each query.
VectorOutcome rangesVector(KernelTarget target, const RangesJob& job);
VectorOutcome windowVector(KernelTarget target, const WindowJob& job);

}  // namespace attn
