#pragma once
#include "core/base/result.h"
#include "core/flash/tile_order.h"

namespace attn {

/// The sizes of one head in one batch item.
struct HeadSize {
    Index nq = 0;   ///< queries, 0 .. 2^40
    Index nk = 0;   ///< keys, 0 .. 2^40
    Index dk = 64;  ///< width of a query or key, 1 .. 2^20
    Index dv = 64;  ///< width of a value, 1 .. 2^20
    bool operator==(const HeadSize&) const = default;
};

enum class Algorithm {
    Naive,   ///< Scores and weights are whole matrices: Algorithms 0 and 3 of the first paper.
    Flash1,  ///< FlashAttention, keys outside: Algorithms 1 and 4 of the first paper.
    Flash2   ///< FlashAttention-2, queries outside in the forward pass; what core/flash does.
};

enum class Pass { Forward, Backward };

/// "naive", "FlashAttention", "FlashAttention-2"
const char* algorithmName(Algorithm algorithm);

/// Errors    OutOfRange, with the numbers, for a size outside the limits above.
Result<void> checkHeadSize(const HeadSize& size);
/// Errors    OutOfRange, with the number, for a tile with a side below 1.
Result<void> checkTileSize(const TileSize& tile);

}  // namespace attn
