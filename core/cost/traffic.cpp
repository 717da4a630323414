#include "core/cost/traffic.h"

#include <algorithm>

#include "core/cost/memory.h"

namespace attn {
namespace {

Traffic naiveTraffic(Pass pass, double nq, double nk, double dk, double dv) {
    Traffic traffic;
    const double matrix = nq * nk;
    if (pass == Pass::Forward) {
        traffic.read = (nq + nk) * dk + matrix + matrix + nk * dv;  // S = Q K^T; P = softmax(S); O = P V
        traffic.write = matrix + matrix + nq * dv;
    } else {
        traffic.read = matrix + nq * dv     // dV = P^T dO
                       + nq * dv + nk * dv  // dP = dO V^T
                       + 2.0 * matrix       // dS from P and dP
                       + matrix + nk * dk   // dQ = dS K
                       + matrix + nq * dk;  // dK = dS^T Q
        traffic.write = nk * dv + 2.0 * matrix + nq * dk + nk * dk;
    }
    return traffic;
}

Traffic flash1Traffic(Pass pass, double nq, double nk, double dk, double dv, const VisitedTiles& tiles) {
    Traffic traffic;
    traffic.statisticsRead = 2.0 * tiles.queryRows;
    if (pass == Pass::Forward) {
        traffic.read = tiles.keysTouched * (dk + dv) + tiles.queryRows * (dk + dv);
        traffic.write = tiles.queryRows * dv;
        traffic.statisticsWrite = 2.0 * tiles.queryRows;
        traffic.initialWrite = nq * dv;
        traffic.initialStatisticsWrite = 2.0 * nq;
    } else {
        traffic.read = tiles.keysTouched * (dk + dv) + tiles.queryRows * (2.0 * dk + 2.0 * dv);
        traffic.write = tiles.queryRows * dk + tiles.keysTouched * (dk + dv);
        traffic.initialWrite = nq * dk + nk * (dk + dv);
    }
    return traffic;
}

Traffic flash2Traffic(Pass pass, double nq, double nk, double dk, double dv, const VisitedTiles& tiles) {
    Traffic traffic;
    if (pass == Pass::Forward) {
        traffic.read = tiles.queriesTouched * dk + tiles.keyRows * (dk + dv);
        traffic.write = nq * dv;
        traffic.statisticsWrite = nq;
    } else {
        traffic.read = 2.0 * nq * dv + tiles.keysTouched * (dk + dv) + tiles.queryRows * (2.0 * dk + dv);
        traffic.write = tiles.queryRows * dk + nk * (dk + dv);
        traffic.statisticsRead = 2.0 * tiles.queryRows;
        traffic.statisticsWrite = nq;
        traffic.initialWrite = nq * dk;
    }
    return traffic;
}

}  // namespace

Traffic operator+(const Traffic& a, const Traffic& b) {
    return {a.read + b.read,
            a.write + b.write,
            a.statisticsRead + b.statisticsRead,
            a.statisticsWrite + b.statisticsWrite,
            a.initialWrite + b.initialWrite,
            a.initialStatisticsWrite + b.initialStatisticsWrite};
}

double trafficBytes(const Traffic& traffic, Precision precision) {
    const auto e = static_cast<double>(elementBytes(precision));
    return e * (traffic.read + traffic.write + traffic.initialWrite) +
           std::max(4.0, e) * (traffic.statisticsRead + traffic.statisticsWrite + traffic.initialStatisticsWrite);
}

Traffic trafficOfTiles(Algorithm algorithm, Pass pass, const HeadSize& size, const VisitedTiles& tiles) {
    const auto nq = static_cast<double>(size.nq);
    const auto nk = static_cast<double>(size.nk);
    const auto dk = static_cast<double>(size.dk);
    const auto dv = static_cast<double>(size.dv);
    switch (algorithm) {
        case Algorithm::Naive:
            return naiveTraffic(pass, nq, nk, dk, dv);
        case Algorithm::Flash1:
            return flash1Traffic(pass, nq, nk, dk, dv, tiles);
        case Algorithm::Flash2:
            return flash2Traffic(pass, nq, nk, dk, dv, tiles);
    }
    return {};
}

Result<Traffic> countTraffic(Algorithm algorithm, Pass pass, const HeadSize& size, const TileSize& tile) {
    const auto tiles = visitedTiles(size, tile);
    if (!tiles)
        return tiles.error();
    return trafficOfTiles(algorithm, pass, size, *tiles);
}

}  // namespace attn
