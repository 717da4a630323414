#pragma once
#include "core/cost/visited_tiles.h"
#include "core/scene/scene.h"

namespace attn {

/// What one head reads from and writes to the main memory of a device.
///
/// Units     elements, in doubles; exact below 2^53. Numbers of a row that are kept in float at least whatever the
///           type (m, l, lse, D) are statistics and are counted beside the others.
struct Traffic {
    double read = 0.0;
    double write = 0.0;
    double statisticsRead = 0.0;
    double statisticsWrite = 0.0;
    double initialWrite = 0.0;            ///< zeros written before the loop, to be added to
    double initialStatisticsWrite = 0.0;  ///< m = -inf and l = 0 written before the loop
    bool operator==(const Traffic&) const = default;

    /// read + write: the number that formulas in print speak of.
    double total() const { return read + write; }
};

Traffic operator+(const Traffic& a, const Traffic& b);

/// Everything, in bytes: elements of `precision`, statistics in float at least.
double trafficBytes(const Traffic& traffic, Precision precision);

/// The reads and writes of one head in closed form. In elements, for N = nq = nk, d = dk = dv, all tiles visited:
///
///     naive               forward  4 N^2 + 4 N d           backward  7 N^2 + 8 N d
///     FlashAttention      forward  2 N d + 3 N d Tc        backward  4 N d + 5 N d Tc
///     FlashAttention-2    forward  2 N d + 2 N d Tr        backward  6 N d + 4 N d Tc
///
/// with Tr = ceil(nq / queryRows), Tc = ceil(nk / keyRows). Beside them:
///
///     FlashAttention      forward  4 N Tc statistics (m and l, read and written); before the loop N d + 2 N
///                         backward 2 N Tc statistics; before the loop 3 N d (dQ, dK, dV)
///     FlashAttention-2    forward  N statistics (lse)
///                         backward N + 2 N Tc statistics (D written, lse and D read); before the loop N d (dQ)
///
/// Naive loads and stores whole matrices between its products and the softmax, masked cells included. FlashAttention
/// holds a tile of K and V and passes over the queries, whose O, m and l go to memory and come back each time.
/// FlashAttention-2 holds a tile of Q with its O, m and l and passes over K and V. Both backward passes hold K, V, dK
/// and dV and pass over the queries. To have D = rowsum(dO o O) the first reads O in every tile; the second makes D
/// once before the loop, from dO and O.
///
/// Masking   a tile without an allowed cell is neither read nor computed; a held tile is loaded with its first
///           visited tile. Rows of O (and of dK, dV) that meet no tile are written as zeros by FlashAttention-2, and
///           stay as they were initialised with FlashAttention.
/// Units     one read or write each time a loop asks for it: caches between are not modelled. The sum of dQ is
///           counted in elements of the type; a float sum beside 16-bit types moves twice its share.
/// Errors    OutOfRange for a size or a tile outside its limits.
/// Accuracy  equal, number for number, to runTraffic (tests).
/// Source    Dao et al. 2022, arXiv:2205.14135, Algorithms 0, 1, 3, 4; Dao 2023, arXiv:2307.08691, Algorithms 1, 2.
Result<Traffic> countTraffic(Algorithm algorithm, Pass pass, const HeadSize& size, const TileSize& tile);

/// The same under a mask, from what the walk visits (visited_tiles.h); the naive side does not depend on it.
Traffic trafficOfTiles(Algorithm algorithm, Pass pass, const HeadSize& size, const VisitedTiles& tiles);

/// Walks the loops tile by tile in the order of core/flash/tile_order.h and counts each load and store where it
/// happens: the check on the formulas above.
///
/// Errors    OutOfRange as above; TooLarge for more than 2^24 tiles, or with a mask a tile of more than 2^28 cells.
Result<Traffic> runTraffic(Algorithm algorithm, Pass pass, const HeadSize& size, const TileSize& tile,
                           const HeadMask& mask = {});

}  // namespace attn
