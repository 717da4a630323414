#pragma once
#include "core/evaluate/arrays.h"
#include "core/evaluate/evaluation.h"
#include "core/evaluate/stage_rounding.h"

namespace attn {

/// What kinds Mha and Linear start from.
template <class T>
struct Projections {
    TensorPtr queryInput;  ///< X [B, nq, dModel], with sinusoids where the scene adds them
    TensorPtr keyInput;    ///< X_kv likewise, or the same as `queryInput`
    Array<T> Q;            ///< [B, H, nq, dk]
    Array<T> K;            ///< [B, G, nk, dk]
    Array<T> V;            ///< [B, G, nk, dv]
};

/// Adds sinusoidal positions in T, where the scene asks for them, puts the sums into `out`, and projects to heads. Q, K
/// and V are not rounded yet.
template <class T>
Projections<T> projectInputs(const Scene& scene, const Dimensions& dims, StageRounding& rounding, Evaluation& out);

}  // namespace attn
