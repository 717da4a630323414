#pragma once
#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/base/worker_pool.h"
#include "core/evaluate/evaluation.h"

namespace attn {

struct EvaluateOptions {
    Path path = Path::Naive;
    std::optional<Precision> precision;  ///< None: the scene's own.
    bool metrics = true;                 ///< Row and head metrics (naive path only).
    bool jacobianNorms = true;           ///< Among them the norms of the softmax Jacobian, the slow ones.
    bool gradients = false;              ///< Needs dOut or a loss in the scene.
    bool anew = true;                    ///< False: Reevaluation may start from an earlier evaluation.
    WorkerPool* pool = nullptr;          ///< Its threads share the heads of the flash path; null: the caller's alone.
};

/// Runs the whole of `scene`, of any kind, and with options.gradients back again.
///
/// Errors    whatever validate() finds; NotSupported for a path that the kind does not have (flash of linear,
/// additive
///           and given attention) or gradients of given attention; OutOfRange for gradients without dOut or a loss;
///           TooLarge with the bytes needed when they exceed `memoryLimit()`; Cancelled.
/// Threads   the result does not depend on the pool, bit for bit. `progress` is asked and told by one thread at a time.
/// Accuracy  double: within 1e-12 (absolute plus relative) of 50-digit arithmetic on well-scaled input, gradients
///           1e-11. f16 and bf16: inputs and each named intermediate are rounded once, to nearest even, when
///           complete; sums inside a stage run in float, and so do gradients.
/// Memory    naive: about 4 to 6 arrays of B * H * nq * nk, gradients 3 more; flash: O(n d).
Result<Evaluation> evaluate(const Scene& scene, const EvaluateOptions& options = {}, const Progress& progress = {});

/// Bytes that `evaluate` would hold at its largest, beyond the scene itself.
double evaluationBytes(const Scene& scene, const Dimensions& dims, const EvaluateOptions& options);

/// Bytes that one evaluation may take: three quarters of the memory that the machine has free now.
double memoryLimit();

}  // namespace attn
