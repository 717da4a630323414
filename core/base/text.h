#pragma once
#include <string>

#include "core/base/tensor.h"

namespace attn {

/// A size in memory as a person says it: "0 bytes", "512 bytes", "1.5 KiB", "128 KiB", "23.4 GiB".
/// Accuracy  three significant digits, whole numbers bare; a unit is 1024 of the one before, up to EiB.
std::string bytesText(double bytes);

/// 4096 -> "4 096": thin spaces (U+2009, UTF-8) between groups of three digits.
std::string countText(Index count);

}  // namespace attn
