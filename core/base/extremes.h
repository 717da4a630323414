#pragma once
#include <limits>

#include "core/base/tensor.h"

namespace attn {

/// What some numbers range over; low > high when there are none.
struct Extremes {
    double low = std::numeric_limits<double>::infinity();
    double high = -std::numeric_limits<double>::infinity();
    bool hasZero = false;
    bool isFinite = true;  ///< All are; else `low` and `high` say nothing.
};

/// Cost      at the speed of memory for long runs: vectors, chosen at run time.
Extremes extremesOf(const double* values, Index count);

}  // namespace attn
