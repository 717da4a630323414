#pragma once
#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/evaluate/evaluation.h"

namespace attn {

struct EvaluateOptions {
    Path path = Path::Naive;
    std::optional<Precision> precision;  ///< None: the scene's own.
    bool metrics = true;                 ///< Row and head metrics (naive path only).
};

/// Runs the whole of `scene`: projections, scores, mask, softmax, weighted sum, joined heads, W_o.
///
/// Errors    whatever validate() finds; NotSupported by name (float16, bfloat16, recorded tile walks);
///           TooLarge with the bytes needed when they exceed `memoryLimit()`; Cancelled.
/// Accuracy  double: within 1e-12 (absolute plus relative) of 50-digit arithmetic on well-scaled input.
/// Memory    naive: about 4 to 6 arrays of B * H * nq * nk; flash: O(n d).
Result<Evaluation> evaluate(const Scene& scene, const EvaluateOptions& options = {}, const Progress& progress = {});

/// Bytes that `evaluate` would hold at its largest, beyond the scene itself.
double evaluationBytes(const Dimensions& dims, Path path, Precision precision);

/// Bytes that one evaluation may take: three quarters of the memory that the machine has free now.
double memoryLimit();

}  // namespace attn
