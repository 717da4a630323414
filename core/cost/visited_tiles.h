#pragma once
#include <functional>

#include "core/cost/head_size.h"
#include "core/mask/mask_rules.h"

namespace attn {

/// What a walk over the tiles of one head meets when it passes over those in which no cell is allowed.
///
/// Units     counts; doubles, because the product of two lengths may not fit 64 bits. Exact below 2^53.
struct VisitedTiles {
    double all = 0.0;             ///< Tr Tc: tiles of the whole matrix
    double visited = 0.0;         ///< tiles with an allowed cell
    double cells = 0.0;           ///< cells of the visited tiles: what is really multiplied
    double queryRows = 0.0;       ///< sum over the visited tiles of their query rows
    double keyRows = 0.0;         ///< sum over the visited tiles of their key rows
    double queriesTouched = 0.0;  ///< query rows that lie in at least one visited tile
    double keysTouched = 0.0;     ///< key rows that lie in at least one visited tile
    bool operator==(const VisitedTiles&) const = default;
};

/// A causal mask or a sliding window as one band: query i may attend keys i + offset - left .. i + offset + right.
/// Causal is {offset, -1, 0}; flash-attention's window_size (l, r) is {nk - nq, l, r}.
struct Band {
    Index offset = 0;
    Index left = -1;   ///< keys before; below zero: no bound
    Index right = -1;  ///< keys after; below zero: no bound
};

/// Without a mask: all tiles, in O(1).
/// Errors    OutOfRange for a size or a tile outside its limits.
Result<VisitedTiles> visitedTiles(const HeadSize& size, const TileSize& tile);

/// With a band, by arithmetic on the ends of each row and column of tiles: O(Tr + Tc).
/// Errors    OutOfRange for a size, a tile or a band outside its limits (2^41); TooLarge when a side has more than
///           2^24 tiles.
Result<VisitedTiles> visitedTiles(const HeadSize& size, const TileSize& tile, const Band& band);

/// With any mask: asks the rules about every tile, as the kernel does. O(nq nk) in the worst case.
/// Errors    as above; TooLarge for more than 2^24 tiles in all, or a tile of more than 2^28 cells.
Result<VisitedTiles> visitedTiles(const HeadSize& size, const TileSize& tile, const HeadMask& mask);

/// Errors    TooLarge for a tile of more than 2^28 cells.
Result<void> checkMaskedTile(const HeadSize& size, const TileSize& tile);

/// Whether a tile (i0, i1, j0, j1) has an allowed cell.
using TileFilter = std::function<bool(Index, Index, Index, Index)>;

/// The filter of a mask, with its own scratch of one tile, which must have passed checkMaskedTile.
TileFilter tileFilter(const HeadMask& mask, const HeadSize& size, const TileSize& tile);

/// N (N + 1) / 2 for nq = nk = N: allowed cells of a causal mask; for other sizes by rows in O(1), offset as in Band.
///
/// Errors    OutOfRange for a size outside its limits, or an offset beyond 2^41.
Result<double> causalCells(const HeadSize& size, Index offset);

}  // namespace attn
