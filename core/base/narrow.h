#pragma once

namespace attn {

/// Types of 16 bits. F16: 11 significant bits, at most 65504, smallest 2^-24. BF16: 8 significant bits, the range of
/// float32, smallest 2^-133.
enum class NarrowType { F16, BF16 };

/// The nearest number of `type`, ties to even, in one rounding: what is beyond the largest becomes infinite, what is
/// at most half of the smallest becomes 0 of its sign; NaN and infinities stay.
double roundTo(NarrowType type, double value);

}  // namespace attn
