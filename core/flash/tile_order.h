#pragma once
#include <algorithm>
#include <type_traits>

#include "core/base/tensor.h"

namespace attn {

/// Query rows and key rows of a tile; both >= 1.
struct TileSize {
    Index queryRows = 64;
    Index keyRows = 64;
    bool operator==(const TileSize&) const = default;
};

/// Which of the two loops over the tiles is the outer one.
enum class TileOrder {
    KeysOutside,  ///< The first paper: each tile of keys passes over all queries, whose state is kept in main memory.
    QueriesOutside  ///< The second paper: each tile of queries passes over all keys and keeps its state at hand.
};

/// Calls visit(begin, end) for 0 .. count in steps, the last one possibly short; until it returns false, if it
/// returns a bool. False when it was stopped.
template <class Visit>
bool forEachRange(Index count, Index step, Visit&& visit) {
    for (Index begin = 0; begin < count;) {
        // Not begin + step: a step near the largest Index would overflow.
        const Index end = count - begin > step ? begin + step : count;
        if constexpr (std::is_void_v<std::invoke_result_t<Visit&, Index, Index>>)
            visit(begin, end);
        else if (!visit(begin, end))
            return false;
        begin = end;
    }
    return true;
}

/// Walks all tiles of an (nq x nk) score matrix in `order`: the one place that says in which order tiles come.
///
///     for each range (a, b) of the outer loop:
///         open(a, b);   for each range of the inner loop: tile(i0, i1, j0, j1);   close(a, b)
///
/// Shapes    queries i0 .. i1 - 1, keys j0 .. j1 - 1; never empty. An outer range is opened and closed even when the
///           inner loop is empty.
/// Errors    false when `open` or `tile` returned false, which either may; the range is then not closed.
/// Source    QueriesOutside is Algorithm 1 of Dao 2023, arXiv:2307.08691; KeysOutside is Algorithms 1 and 4 of Dao et
///           al. 2022, arXiv:2205.14135, and the backward pass of both.
template <class Tile, class Open, class Close>
bool walkTiles(TileOrder order, Index nq, Index nk, const TileSize& size, Tile&& tile, Open&& open, Close&& close) {
    const bool queriesOutside = order == TileOrder::QueriesOutside;
    const Index outerCount = queriesOutside ? nq : nk;
    const Index innerCount = queriesOutside ? nk : nq;
    const Index outerStep = queriesOutside ? size.queryRows : size.keyRows;
    const Index innerStep = queriesOutside ? size.keyRows : size.queryRows;
    return forEachRange(outerCount, outerStep, [&](Index a0, Index a1) {
        if constexpr (std::is_void_v<std::invoke_result_t<Open&, Index, Index>>)
            open(a0, a1);
        else if (!open(a0, a1))
            return false;
        const bool isDone = forEachRange(innerCount, innerStep, [&](Index b0, Index b1) {
            return queriesOutside ? tile(a0, a1, b0, b1) : tile(b0, b1, a0, a1);
        });
        if (isDone)
            close(a0, a1);
        return isDone;
    });
}

/// The same for a visitor that needs only the tiles.
template <class Tile>
bool walkTiles(TileOrder order, Index nq, Index nk, const TileSize& size, Tile&& tile) {
    const auto nothing = [](Index, Index) {};
    return walkTiles(order, nq, nk, size, tile, nothing, nothing);
}

/// ceil(count / step): how many tiles a side of `count` rows has.
inline Index tileCount(Index count, Index step) {
    return count / step + (count % step != 0 ? 1 : 0);
}

}  // namespace attn
