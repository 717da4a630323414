#pragma once
#include "core/evaluate/evaluate.h"

namespace attn {

/// TooLarge, with both numbers of bytes in the sentence, when `evaluationBytes` is more than `memoryLimit()`.
Result<void> needMemory(const Scene& scene, const Dimensions& dims, const EvaluateOptions& options);

}  // namespace attn
