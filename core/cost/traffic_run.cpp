// The loops themselves, with a counter where a kernel would load and store. Kept apart from the closed forms that it
// checks.
#include "core/cost/traffic.h"

namespace attn {
namespace {

double area(Index begin, Index end, Index width) {
    return static_cast<double>(end - begin) * static_cast<double>(width);
}

/// A tile on the outer side, loaded when the first inner tile asks for it.
class HeldTile {
  public:
    void open() { m_isLoaded = false; }
    /// True once after each open().
    bool needsLoad() {
        const bool needs = !m_isLoaded;
        m_isLoaded = true;
        return needs;
    }
    bool isLoaded() const { return m_isLoaded; }

  private:
    bool m_isLoaded = false;
};

/// One product or softmax of the naive path that reads and writes whole matrices, row by row.
struct NaiveStep {
    Index rows;
    double readPerRow;
    double readOnce;
    double writePerRow;
};

Traffic runNaive(Pass pass, const HeadSize& size) {
    const auto nk = static_cast<double>(size.nk);
    const auto nq = static_cast<double>(size.nq);
    const auto dk = static_cast<double>(size.dk);
    const auto dv = static_cast<double>(size.dv);
    const NaiveStep forward[] = {
        {size.nq, dk, nk * dk, nk},  // scores: a row of Q, all of K -> a row of S
        {size.nq, nk, 0.0, nk},      // softmax: a row of S -> a row of P
        {size.nq, nk, nk * dv, dv},  // output: a row of P, all of V -> a row of O
    };
    const NaiveStep backward[] = {
        {size.nk, nq, nq * dv, dv},    // dV: a column of P, all of dO
        {size.nq, dv, nk * dv, nk},    // dP: a row of dO, all of V
        {size.nq, 2.0 * nk, 0.0, nk},  // dS: a row of P and one of dP
        {size.nq, nk, nk * dk, dk},    // dQ: a row of dS, all of K
        {size.nk, nq, nq * dk, dk},    // dK: a column of dS, all of Q
    };
    Traffic traffic;
    const auto add = [&traffic](const NaiveStep& step) {
        traffic.read += step.readOnce;
        for (Index row = 0; row < step.rows; ++row) {
            traffic.read += step.readPerRow;
            traffic.write += step.writePerRow;
        }
    };
    if (pass == Pass::Forward)
        for (const NaiveStep& step : forward)
            add(step);
    else
        for (const NaiveStep& step : backward)
            add(step);
    return traffic;
}

Traffic runFlash1Forward(const HeadSize& size, const TileSize& tile, const TileFilter& isVisited) {
    Traffic traffic;
    traffic.initialWrite += area(0, size.nq, size.dv);
    traffic.initialStatisticsWrite += area(0, size.nq, 2);
    HeldTile held;
    walkTiles(
        TileOrder::KeysOutside, size.nq, size.nk, tile,
        [&](Index i0, Index i1, Index j0, Index j1) {
            if (!isVisited(i0, i1, j0, j1))
                return;
            if (held.needsLoad())
                traffic.read += area(j0, j1, size.dk) + area(j0, j1, size.dv);  // K, V
            traffic.read += area(i0, i1, size.dk) + area(i0, i1, size.dv);      // Q, O
            traffic.statisticsRead += area(i0, i1, 2);                          // m, l
            traffic.write += area(i0, i1, size.dv);                             // O
            traffic.statisticsWrite += area(i0, i1, 2);                         // m, l
        },
        [&](Index, Index) { held.open(); }, [](Index, Index) {});
    return traffic;
}

Traffic runFlash2Forward(const HeadSize& size, const TileSize& tile, const TileFilter& isVisited) {
    Traffic traffic;
    HeldTile held;
    walkTiles(
        TileOrder::QueriesOutside, size.nq, size.nk, tile,
        [&](Index i0, Index i1, Index j0, Index j1) {
            if (!isVisited(i0, i1, j0, j1))
                return;
            if (held.needsLoad())
                traffic.read += area(i0, i1, size.dk);                      // Q
            traffic.read += area(j0, j1, size.dk) + area(j0, j1, size.dv);  // K, V
        },
        [&](Index, Index) { held.open(); },
        [&](Index i0, Index i1) {
            traffic.write += area(i0, i1, size.dv);      // O
            traffic.statisticsWrite += area(i0, i1, 1);  // lse
        });
    return traffic;
}

Traffic runFlashBackward(Algorithm algorithm, const HeadSize& size, const TileSize& tile,
                         const TileFilter& isVisited) {
    const bool isFirst = algorithm == Algorithm::Flash1;
    Traffic traffic;
    traffic.initialWrite += area(0, size.nq, size.dk);  // dQ
    if (isFirst) {
        traffic.initialWrite += area(0, size.nk, size.dk) + area(0, size.nk, size.dv);
    } else {
        forEachRange(size.nq, tile.queryRows, [&](Index i0, Index i1) {
            traffic.read += area(i0, i1, size.dv) + area(i0, i1, size.dv);  // dO, O
            traffic.statisticsWrite += area(i0, i1, 1);                     // D
        });
    }
    HeldTile held;
    walkTiles(
        TileOrder::KeysOutside, size.nq, size.nk, tile,
        [&](Index i0, Index i1, Index j0, Index j1) {
            if (!isVisited(i0, i1, j0, j1))
                return;
            if (held.needsLoad())
                traffic.read += area(j0, j1, size.dk) + area(j0, j1, size.dv);  // K, V
            traffic.read += area(i0, i1, size.dk) + area(i0, i1, size.dk);      // Q, dQ
            traffic.read += area(i0, i1, size.dv);                              // dO
            if (isFirst)
                traffic.read += area(i0, i1, size.dv);  // O, to make D again
            traffic.statisticsRead += area(i0, i1, 2);  // m and l, or lse and D
            traffic.write += area(i0, i1, size.dk);     // dQ
        },
        [&](Index, Index) { held.open(); },
        [&](Index j0, Index j1) {
            if (held.isLoaded() || !isFirst)
                traffic.write += area(j0, j1, size.dk) + area(j0, j1, size.dv);  // dK, dV
        });
    return traffic;
}

}  // namespace

Result<Traffic> runTraffic(Algorithm algorithm, Pass pass, const HeadSize& size, const TileSize& tile,
                           const HeadMask& mask) {
    const auto all = visitedTiles(size, tile);
    if (!all)
        return all.error();
    constexpr double kMaxTiles = 16777216.0;
    const double rows = static_cast<double>(size.nq) + static_cast<double>(size.nk);
    if ((algorithm == Algorithm::Naive ? rows : all->all + rows / static_cast<double>(tile.queryRows)) > kMaxTiles)
        return Error{ErrorCode::TooLarge, "A counting run over " + std::to_string(size.nq) + " queries and " +
                                              std::to_string(size.nk) + " keys in tiles of " +
                                              std::to_string(tile.queryRows) + " x " + std::to_string(tile.keyRows) +
                                              " would take more than 16777216 steps."};
    if (algorithm == Algorithm::Naive)
        return runNaive(pass, size);
    if (mask.rules && !mask.rules->forbidsNothing())
        if (const auto checked = checkMaskedTile(size, tile); !checked)
            return checked.error();
    const TileFilter isVisited = tileFilter(mask, size, tile);
    if (pass == Pass::Backward)
        return runFlashBackward(algorithm, size, tile, isVisited);
    return algorithm == Algorithm::Flash1 ? runFlash1Forward(size, tile, isVisited)
                                          : runFlash2Forward(size, tile, isVisited);
}

}  // namespace attn
