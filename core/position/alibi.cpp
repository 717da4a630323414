#include "core/position/alibi.h"

#include <cmath>

namespace attn {

std::vector<double> alibiSlopes(Index heads) {
    Index power = 1;
    while (power * 2 <= heads)
        power *= 2;
    std::vector<double> slopes;
    const auto slope = [](Index h, Index count) {
        return std::exp2(-8.0 * static_cast<double>(h) / static_cast<double>(count));
    };
    for (Index h = 1; h <= power; ++h)
        slopes.push_back(slope(h, power));
    for (Index h = 1; static_cast<Index>(slopes.size()) < heads; h += 2)
        slopes.push_back(slope(h, 2 * power));
    return slopes;
}

}  // namespace attn
