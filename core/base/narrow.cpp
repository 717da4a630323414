#include "core/base/narrow.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace attn {

double roundTo(NarrowType type, double value) {
    if (!std::isfinite(value) || value == 0.0)
        return value;
    const bool isHalf = type == NarrowType::F16;
    const int significant = isHalf ? 11 : 8;
    const int smallestExponent = isHalf ? -14 : -126;
    const int largestExponent = isHalf ? 15 : 127;
    // Below the smallest normal number the step stays the same.
    const int step = std::max(std::ilogb(value), smallestExponent) - (significant - 1);
    const double rounded = std::scalbn(std::nearbyint(std::scalbn(value, -step)), step);
    if (std::ilogb(rounded) > largestExponent && rounded != 0.0)
        return std::copysign(std::numeric_limits<double>::infinity(), value);
    return rounded;
}

}  // namespace attn
