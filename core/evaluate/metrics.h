#pragma once
#include "core/base/progress.h"
#include "core/evaluate/evaluation.h"

namespace attn {

/// Fills rowMetrics and headMetrics of `evaluation` from its weights and allowed cells.
///
/// Units     query i stands at key i, or at key i + nk - nq when the causal mask is aligned bottom-right. (An
/// explicit
///           causal offset moves the mask, not the positions.) The induction score is made for self-attention with
///           token ids.
///           Without `jacobianNorms` the Frobenius and the spectral norm of the rows stay empty.
/// Errors    false when stopped by `progress` (asked once per head); nothing is filled then.
bool addMetrics(const Scene& scene, bool jacobianNorms, Evaluation& evaluation, const Progress& progress);

}  // namespace attn
