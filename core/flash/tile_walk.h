#pragma once
#include <vector>

#include "core/base/progress.h"
#include "core/base/view.h"
#include "core/mask/head_rules.h"

namespace attn {

/// What one visited tile left behind for its queries.
struct TileStep {
    Index q0 = 0, q1 = 0;         ///< Queries q0 .. q1 - 1
    Index k0 = 0, k1 = 0;         ///< Keys k0 .. k1 - 1
    std::vector<double> max;      ///< m: running maximum, -inf for a row that has met no allowed key
    std::vector<double> sum;      ///< l: running sum of exp(logit - m)
    std::vector<double> rescale;  ///< exp(old m - new m), by which the old sum and output are multiplied; 0 at first
    std::vector<double> O;        ///< (q1 - q0 x dv): Fa2: not yet divided by l; Fa1: divided
};

/// One head of flash attention, tile by tile, as data.
struct TileWalk {
    FlashTiling tiling;
    Index tiles = 0;              ///< All tiles of the (nq x nk) square
    Index skipped = 0;            ///< Those that the mask empties
    std::vector<TileStep> steps;  ///< The others, in the order in which they were visited
    std::vector<double> O;        ///< (nq x dv)
    std::vector<double> lse;      ///< (nq)
};

/// Walks the tiles of one head in double and writes down every step.
///
/// Shapes    as flashHead; tiles of tiling.queryRows x tiling.keyRows, the last ones short.
/// Order     Fa2: for each tile of queries all tiles of keys; Fa1: for each tile of keys all tiles of queries, with O
///           divided by the running sum after every tile.
/// Masking   as flashHead; a tile without an allowed pair is skipped and counted.
/// Errors    false when stopped by `progress` (asked once per tile).
/// Memory    (queryRows x (dv + 3)) doubles per step.
/// Source    Fa1: Algorithm 1, Dao et al. 2022, arXiv:2205.14135; Fa2: Algorithm 1, Dao 2023, arXiv:2307.08691.
bool recordTileWalk(View<const double> Q, View<const double> K, View<const double> V, double scale,
                    const HeadRules& rules, const FlashTiling& tiling, TileWalk& walk, const Progress& progress = {});

}  // namespace attn
