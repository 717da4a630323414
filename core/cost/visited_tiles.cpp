#include "core/cost/visited_tiles.h"

#include <algorithm>
#include <memory>
#include <vector>

namespace attn {
namespace {

constexpr Index kMaxTilesOnASide = Index{1} << 24;
constexpr double kMaxTiles = 16777216.0;       // 2^24
constexpr double kMaxTileCells = 268435456.0;  // 2^28
constexpr Index kMaxOffset = Index{1} << 41;

double asDouble(Index value) {
    return static_cast<double>(value);
}

Result<void> check(const HeadSize& size, const TileSize& tile) {
    if (auto checked = checkHeadSize(size); !checked)
        return checked;
    return checkTileSize(tile);
}

Result<void> checkOffset(Index offset) {
    if (offset >= -kMaxOffset && offset <= kMaxOffset)
        return {};
    return Error{ErrorCode::OutOfRange, "The offset of the mask is " + std::to_string(offset) +
                                            " but must be between -2199023255552 and 2199023255552."};
}

/// Elements first .. last - 1 of one side.
struct Span {
    Index first = 0;
    Index last = 0;
    bool isEmpty() const { return first >= last; }
};

/// What rows a .. b - 1 may attend together on the other side, which has `count` elements. Each row attends
/// row + offset - before .. row + offset + after; as rows follow one another, their union has no gap.
Span reach(Index a, Index b, Index offset, Index before, Index after, Index count) {
    const Index first = before < 0 ? 0 : a + offset - before;
    const Index last = after < 0 ? count : b + offset + after;
    return {std::clamp(first, Index(0), count), std::clamp(last, Index(0), count)};
}

/// Adds up the tiles along each range of one side: how many, and how many rows of the other side they have.
struct Side {
    double tiles = 0.0;
    double across = 0.0;   ///< sum over the visited tiles of their rows on the other side
    double touched = 0.0;  ///< rows of this side in a visited tile
    double cells = 0.0;
};

Side walkSide(Index rows, Index step, Index otherRows, Index otherStep, Index offset, Index before, Index after) {
    Side side;
    forEachRange(rows, step, [&](Index a, Index b) {
        const Span span = reach(a, b, offset, before, after, otherRows);
        if (span.isEmpty())
            return;
        const Index firstTile = span.first / otherStep;
        const Index lastTile = (span.last - 1) / otherStep;
        const Index begin = firstTile * otherStep;
        const Index end = lastTile == (otherRows - 1) / otherStep ? otherRows : (lastTile + 1) * otherStep;
        side.tiles += asDouble(lastTile - firstTile + 1);
        side.across += asDouble(end - begin);
        side.touched += asDouble(b - a);
        side.cells += asDouble(b - a) * asDouble(end - begin);
    });
    return side;
}

}  // namespace

Result<VisitedTiles> visitedTiles(const HeadSize& size, const TileSize& tile) {
    if (const auto checked = check(size, tile); !checked)
        return checked.error();
    const double nq = asDouble(size.nq);
    const double nk = asDouble(size.nk);
    const double tr = asDouble(tileCount(size.nq, tile.queryRows));
    const double tc = asDouble(tileCount(size.nk, tile.keyRows));
    return VisitedTiles{tr * tc, tr * tc, nq * nk, nq * tc, nk * tr, tc > 0.0 ? nq : 0.0, tr > 0.0 ? nk : 0.0};
}

Result<VisitedTiles> visitedTiles(const HeadSize& size, const TileSize& tile, const Band& band) {
    if (const auto checked = check(size, tile); !checked)
        return checked.error();
    for (const Index bound : {band.offset, std::max(band.left, Index(-1)), std::max(band.right, Index(-1))})
        if (const auto checked = checkOffset(bound); !checked)
            return checked.error();
    const Index tr = tileCount(size.nq, tile.queryRows);
    const Index tc = tileCount(size.nk, tile.keyRows);
    if (std::max(tr, tc) > kMaxTilesOnASide)
        return Error{ErrorCode::TooLarge, "The matrix has " + std::to_string(tr) + " by " + std::to_string(tc) +
                                              " tiles, but at most 16777216 on a side can be counted with a mask."};
    const Side queries = walkSide(size.nq, tile.queryRows, size.nk, tile.keyRows, band.offset, band.left, band.right);
    // Seen from a key, the band is mirrored: query j - offset - right .. j - offset + left.
    const Side keys = walkSide(size.nk, tile.keyRows, size.nq, tile.queryRows, -band.offset, band.right, band.left);
    return VisitedTiles{asDouble(tr) * asDouble(tc),
                        queries.tiles,
                        queries.cells,
                        keys.across,
                        queries.across,
                        queries.touched,
                        keys.touched};
}

Result<void> checkMaskedTile(const HeadSize& size, const TileSize& tile) {
    const Index rows = std::min(tile.queryRows, size.nq);
    const Index keys = std::min(tile.keyRows, size.nk);
    if (asDouble(rows) * asDouble(keys) <= kMaxTileCells)
        return {};
    return Error{ErrorCode::TooLarge, "A tile of " + std::to_string(rows) + " x " + std::to_string(keys) +
                                          " cells is too large for a mask; at most 268435456 are."};
}

TileFilter tileFilter(const HeadMask& mask, const HeadSize& size, const TileSize& tile) {
    if (!mask.rules || mask.rules->forbidsNothing())
        return [](Index, Index, Index, Index) { return true; };
    const auto cells = std::make_shared<std::vector<std::uint8_t>>(
        static_cast<std::size_t>(std::min(tile.queryRows, size.nq) * std::min(tile.keyRows, size.nk)));
    return [mask, cells](Index i0, Index i1, Index j0, Index j1) {
        return mask.rules->fillTile(mask.batch, mask.head, i0, i1, j0, j1, cells->data()) != Coverage::Empty;
    };
}

Result<VisitedTiles> visitedTiles(const HeadSize& size, const TileSize& tile, const HeadMask& mask) {
    auto counted = visitedTiles(size, tile);
    if (!counted)
        return counted.error();
    if (!mask.rules || mask.rules->forbidsNothing())
        return counted;
    if (const auto checked = checkMaskedTile(size, tile); !checked)
        return checked.error();
    if (counted->all > kMaxTiles)
        return Error{ErrorCode::TooLarge, "The mask of " + std::to_string(size.nq) + " x " + std::to_string(size.nk) +
                                              " cells in tiles of " + std::to_string(tile.queryRows) + " x " +
                                              std::to_string(tile.keyRows) +
                                              " has too many tiles to be asked one by one."};
    const TileFilter isVisited = tileFilter(mask, size, tile);
    VisitedTiles tiles;
    tiles.all = counted->all;
    std::vector<std::uint8_t> keyTileSeen(static_cast<std::size_t>(tileCount(size.nk, tile.keyRows)));
    bool anyInRow = false;
    walkTiles(
        TileOrder::QueriesOutside, size.nq, size.nk, tile,
        [&](Index i0, Index i1, Index j0, Index j1) {
            if (!isVisited(i0, i1, j0, j1))
                return;
            anyInRow = true;
            std::uint8_t& seen = keyTileSeen[static_cast<std::size_t>(j0 / tile.keyRows)];
            if (!seen)
                tiles.keysTouched += asDouble(j1 - j0);
            seen = 1;
            tiles.visited += 1.0;
            tiles.queryRows += asDouble(i1 - i0);
            tiles.keyRows += asDouble(j1 - j0);
            tiles.cells += asDouble(i1 - i0) * asDouble(j1 - j0);
        },
        [&](Index, Index) { anyInRow = false; },
        [&](Index i0, Index i1) { tiles.queriesTouched += anyInRow ? asDouble(i1 - i0) : 0.0; });
    return tiles;
}

Result<double> causalCells(const HeadSize& size, Index offset) {
    if (const auto checked = checkHeadSize(size); !checked)
        return checked.error();
    if (const auto checked = checkOffset(offset); !checked)
        return checked.error();
    // Query i attends min(nk, max(0, i + offset + 1)) keys: none up to `empty`, all from `full` on, a ramp between.
    const Index empty = std::clamp(-offset, Index(0), size.nq);
    const Index full = std::clamp(size.nk - 1 - offset, empty, size.nq);
    const double ramp = asDouble(full - empty);
    const double first = asDouble(empty + offset + 1);
    return ramp * first + ramp * (ramp - 1.0) / 2.0 + asDouble(size.nq - full) * asDouble(size.nk);
}

}  // namespace attn
