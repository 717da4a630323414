#pragma once
#include "core/evaluate/evaluate.h"

namespace attn {

/// TooLarge, with both numbers of bytes in the sentence, when `evaluationBytes` is more than `memoryLimit()`.
Result<void> needMemory(const Dimensions& dims, Path path, Precision precision);

}  // namespace attn
