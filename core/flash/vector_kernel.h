#pragma once
#include "core/base/progress.h"
#include "core/base/vector_target.h"
#include "core/base/view.h"
#include "core/mask/head_rules.h"

namespace attn {

/// What flashHead<float> runs on this machine where the vector form applies: a target, or null for the plain form,
/// which is faster than the vector form without vectors.
const KernelTarget* bestTarget();

/// What became of a head that was given to the vector form.
enum class VectorOutcome {
    Done,
    Stopped,     ///< By `progress`; O is unfinished.
    NotForThis,  ///< The plain form has to do it.
};

/// Queries first .. last - 1; last < 0: all of them.
struct QueryRange {
    Index first = 0, last = -1;
};

/// How many queries share a block of keys. A head whose queries are done in ranges that begin and end at multiples of
/// it has the same result, bit for bit.
Index vectorQueryBlock(KernelTarget target, Index dk, Index dv);

/// flashHead<float> in blocks that suit the machine, with vectors along the queries.
///
///     S^T = K Q^T;  P^T = exp(scale * S^T - m);  O^T += V^T P^T;  O = O / l at the end
///
/// While no score can be larger than 18 * ln(2), by |q . k| <= |q| |k|, and nothing is added to the scores, exp(S)
/// can neither overflow nor underflow and m stays 0; from the first block of keys where it may, m is the running
/// maximum.
///
/// Shapes    as flashHead; only the rows of O and lse in `range` are written. `target` is one of availableTargets().
/// Masking   as flashHead. With causal rule and window, parts of a tile are skipped, too, in steps of 4 or 8 keys.
/// Errors    NotForThis with NaN or an infinity in what is read of Q, K and V, or in the sink; with rows of Q or K
///           whose squared length overflows; with dk + dv above 1024; with 2^31 keys or more. O and lse may then hold
///           part of an answer. `progress` is asked once per 384 queries by 1024 keys, and told after 384 queries.
/// Accuracy  2^x within 2 units in the last place for x in [-126, 127], 0 below; the largest error of O is at most
///           5e-7 of the largest O for normal Q, K, V (tests). Sums are in float.
/// Memory    256 KiB of the stack, whatever the sizes are; nothing else.
/// Source    Algorithm 1, Dao 2023, arXiv:2307.08691.
VectorOutcome flashHeadVector(KernelTarget target, View<const float> Q, View<const float> K, View<const float> V,
                              float scale, const HeadRules& rules, View<float> O, float* lse,
                              const Progress& progress = {}, const QueryRange& range = {});

/// flashHeadBackward<float> in blocks that suit the machine, with vectors along the queries for P, dP and dQ, and
/// along the width for dK and dV.
///
/// Shapes    as flashHeadBackward; D is not null. `target` is one of availableTargets().
/// Masking   as flashHeadBackward; tiles, and vectors of a tile in steps of 4 or 8 keys, that the mask empties are
///           not computed.
/// Errors    NotForThis, before anything but D is written: with NaN or an infinity in Q, K, V, O, dO, in the sink, or
///           in lse of a row that has a key; where a squared length, |q| |k| or |dO| |v| may overflow; with dk + dv
///           above 1024; with 2^31 keys or more. `progress` is asked once per 384 queries by 512 keys.
/// Accuracy  as flashHeadBackward; sums are in float.
/// Memory    512 KiB of the stack, whatever the sizes are; nothing else.
VectorOutcome flashHeadBackwardVector(KernelTarget target, View<const float> Q, View<const float> K,
                                      View<const float> V, View<const float> O, View<const float> dO,
                                      const float* lse, float scale, const HeadRules& rules, View<float> dQ,
                                      View<float> dK, View<float> dV, float* D, const Progress& progress = {});

/// out[i] = 2^x[i] as the vector form of `target` computes it.
void vectorExp2(KernelTarget target, const float* x, Index count, float* out);

}  // namespace attn
