#pragma once
#include <vector>

#include "core/cost/traffic.h"
#include "core/flash/tile_walk.h"

namespace attn {

/// What a tile of a recorded walk brings from slow memory and takes back there.
struct StepTraffic {
    bool loadsQueries = false;  ///< Q; in the first paper's order also O, m and l.
    bool loadsKeys = false;     ///< K and V
    bool storesOutput = false;  ///< O and lse after its last tile; in the first paper's order O, m and l after each.
    Traffic soFar;              ///< From the start up to and with this tile.
};

struct WalkTraffic {
    std::vector<StepTraffic> steps;  ///< One per step of the walk.
    Traffic total;  ///< Of the whole: with the rows that met no tile, which are written all the same.
};

/// The reads and writes of a recorded walk, tile by tile, by the rules of countTraffic.
///
/// Shapes    dk, dv: the widths of the head that was walked.
/// Accuracy  the total equals runTraffic with the same mask, number for number (tests).
WalkTraffic walkTraffic(const TileWalk& walk, Index dk, Index dv);

}  // namespace attn
