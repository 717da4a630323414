#pragma once
#include "core/base/progress.h"
#include "core/evaluate/evaluate.h"
#include "core/evaluate/stage_rounding.h"

namespace attn {

/// The whole of a scene of kind Linear in the type T, into `out`; gradients when asked for. In f16 and bf16 the
/// stages inside a head are computed in float and rounded afterwards. False when stopped.
template <class T>
bool runLinear(const Scene& scene, const EvaluateOptions& options, StageRounding& rounding, const Progress& progress,
               Evaluation& out);

}  // namespace attn
