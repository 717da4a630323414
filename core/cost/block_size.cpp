#include "core/cost/block_size.h"

#include <algorithm>
#include <cmath>

#include "core/base/text.h"
#include "core/cost/memory.h"

namespace attn {

Result<TileSize> flashBlocks(TileOrder order, double onChipBytes, Precision precision, Index dk, Index dv) {
    if (const auto checked = checkHeadSize({0, 0, dk, dv}); !checked)
        return checked.error();
    constexpr double kMaxBytes = 1125899906842624.0;  // 2^50
    if (!std::isfinite(onChipBytes) || onChipBytes <= 0.0 || onChipBytes > kMaxBytes)
        return Error{ErrorCode::OutOfRange, "An on-chip memory of " + std::to_string(onChipBytes) +
                                                " bytes must be above 0 and at most 1 PiB."};
    const auto numbers = static_cast<Index>(onChipBytes) / elementBytes(precision);
    const Index rowOfEach = 2 * (dk + dv);
    if (numbers < rowOfEach)
        return Error{ErrorCode::OutOfRange,
                     "An on-chip memory of " + bytesText(onChipBytes) + " holds " + std::to_string(numbers) +
                         " numbers, but one row each of Q, K, V and O are " + std::to_string(rowOfEach) + "."};
    const Index held = tileCount(numbers, rowOfEach);
    const Index passing = std::min(held, (dk + dv + 1) / 2);
    return order == TileOrder::QueriesOutside ? TileSize{held, passing} : TileSize{passing, held};
}

}  // namespace attn
