#pragma once
#include "core/evaluate/evaluate.h"

namespace attn {

/// TooLarge, with both numbers of bytes in the sentence, when `evaluationBytes` is more than `memoryLimit()`.
Result<void> needMemory(const Dimensions& dims, Path path, Precision precision);

/// "17.3 GiB", "512 bytes": a number of bytes as a person reads it.
std::string byteText(double bytes);

}  // namespace attn
