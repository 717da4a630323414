#pragma once
#include "core/evaluate/evaluation.h"
#include "core/evaluate/stage_rounding.h"

namespace attn {

/// What W_q, and W_k and W_v, are multiplied with.
struct ProjectionInputs {
    TensorPtr queries;  ///< X [B, nq, dModel], with sinusoids where the scene adds them
    TensorPtr keys;     ///< X_kv likewise, or the same as `queries`
};

/// Adds sinusoidal positions in T, where the scene asks for them, and puts the sums into `out`.
template <class T>
ProjectionInputs projectionInputs(const Scene& scene, const Dimensions& dims, StageRounding& rounding,
                                  Evaluation& out);

}  // namespace attn
