#pragma once
#include <algorithm>
#include <cmath>

#include "tests/support/core/golden.h"
#include "tests/support/core/plain_attention.h"

namespace attn::test {

/// Q, K and V in float, and the same numbers in double.
struct FloatHead {
    Slice<float> Q, K, V;
    Slice<double> wideQ, wideK, wideV;

    FloatHead(Index nq, Index nk, Index dk, Index dv, std::uint64_t seed)
        : FloatHead(HeadInput(nq, nk, dk, dv, seed)) {}
    explicit FloatHead(const HeadInput& in)
        : Q(in.Q, 0), K(in.K, 0), V(in.V, 0), wideQ(wide(Q)), wideK(wide(K)), wideV(wide(V)) {}
    static Slice<double> wide(const Slice<float>& narrow) {
        Slice<double> all(narrow.rows, narrow.cols);
        all.values.assign(narrow.values.begin(), narrow.values.end());
        return all;
    }
    void widen() { *this = FloatHead(*this, 0); }

  private:
    FloatHead(const FloatHead& other, int)
        : Q(other.Q), K(other.K), V(other.V), wideQ(wide(Q)), wideK(wide(K)), wideV(wide(V)) {}
};

inline double largestIn(const std::vector<double>& values) {
    double most = 0.0;
    for (const double value : values)
        most = std::isfinite(value) ? std::max(most, std::abs(value)) : most;
    return most;
}

}  // namespace attn::test
