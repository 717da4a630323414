#include "core/position/sinusoidal.h"

#include <cmath>

namespace attn {

Tensor sinusoidalPositions(Index first, Index n, Index width, double base) {
    Tensor table({n, width});
    for (Index c = 0; c < width; c += 2) {
        const double divisor = std::pow(base, static_cast<double>(c) / static_cast<double>(width));
        for (Index p = 0; p < n; ++p) {
            const double angle = static_cast<double>(first + p) / divisor;
            table[p * width + c] = std::sin(angle);
            if (c + 1 < width)
                table[p * width + c + 1] = std::cos(angle);
        }
    }
    return table;
}

}  // namespace attn
