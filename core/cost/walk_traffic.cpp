#include "core/cost/walk_traffic.h"

namespace attn {
namespace {

double area(Index rows, Index width) {
    return static_cast<double>(rows) * static_cast<double>(width);
}

/// Whether step `at` begins a new tile of what the outer loop holds.
bool begins(const TileWalk& walk, std::size_t at, bool areQueriesHeld) {
    if (at == 0)
        return true;
    const TileStep& step = walk.steps[at];
    const TileStep& before = walk.steps[at - 1];
    return areQueriesHeld ? step.q0 != before.q0 : step.k0 != before.k0;
}

}  // namespace

WalkTraffic walkTraffic(const TileWalk& walk, Index dk, Index dv) {
    const bool areQueriesHeld = walk.tiling.variant == FlashTiling::Variant::Fa2;
    const auto nq = static_cast<Index>(walk.lse.size());
    WalkTraffic all;
    Traffic now;
    if (!areQueriesHeld) {
        now.initialWrite = area(nq, dv);
        now.initialStatisticsWrite = area(nq, 2);
    }
    Index rowsWritten = 0;
    for (std::size_t at = 0; at < walk.steps.size(); ++at) {
        const TileStep& tile = walk.steps[at];
        const Index queries = tile.q1 - tile.q0;
        const bool isFirst = begins(walk, at, areQueriesHeld);
        StepTraffic step;
        step.loadsQueries = !areQueriesHeld || isFirst;
        step.loadsKeys = areQueriesHeld || isFirst;
        step.storesOutput = !areQueriesHeld || at + 1 == walk.steps.size() || begins(walk, at + 1, areQueriesHeld);
        now.read +=
            (step.loadsQueries ? area(queries, dk) : 0.0) + (step.loadsKeys ? area(tile.k1 - tile.k0, dk + dv) : 0.0);
        if (!areQueriesHeld) {
            now.read += area(queries, dv);
            now.statisticsRead += area(queries, 2);
        }
        if (step.storesOutput) {
            now.write += area(queries, dv);
            now.statisticsWrite += area(queries, areQueriesHeld ? 1 : 2);
            rowsWritten += queries;
        }
        step.soFar = now;
        all.steps.push_back(step);
    }
    if (areQueriesHeld) {  // zeros for the rows without a tile
        now.write += area(nq - rowsWritten, dv);
        now.statisticsWrite += area(nq - rowsWritten, 1);
    }
    all.total = now;
    return all;
}

}  // namespace attn
