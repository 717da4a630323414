#pragma once
#include <algorithm>
#include <cmath>

#include "core/mask/head_rules.h"
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

/// A head of random sizes, widths and rules of every kind, for round after round of a test.
struct RandomHead {
    Index nq, nk, dk, dv;
    FloatHead in;
    MaskRules mask;
    Dropout dropout;
    DropoutRules dropped{dropout};
    HeadRules rules;
    double scale;

    /// In odd rounds the scale is 1 / sqrt(dk), in even ones `steep` times that.
    RandomHead(Random& random, int round, double steep)
        : nq(1 + below(random, round % 3 == 0 ? 500 : 80)),
          nk(1 + below(random, round % 3 == 1 ? 300 : 80)),
          dk(1 + below(random, round % 5 == 0 ? 100 : 20)),
          dv(1 + below(random, round % 5 == 0 ? 100 : 20)),
          in(nq, nk, dk, dv, random.next()),
          mask(randomMask(random, 1, 1, nq, nk), oneHead(nq, nk)),
          dropout{Dropout::Where::Weights, 0.3, nullptr, 5},
          rules{{&mask, 0, 0}, {static_cast<EmptyRow>(round % 3), static_cast<MaskedValues>(round % 2)}},
          scale(static_cast<float>((round % 2 ? 1.0 : steep) / std::sqrt(static_cast<double>(dk)))) {
        if (round % 4 == 1)
            rules.sink = random.normal();
        if (round % 7 == 2)
            rules.softcap = 0.5 + random.uniform();
        if (round % 6 == 3)
            rules.dropout = &dropped;
    }
    RandomHead(const RandomHead&) = delete;  // the rules point into it
    RandomHead& operator=(const RandomHead&) = delete;

  private:
    static Index below(Random& random, Index n) {
        return static_cast<Index>(random.uniform() * static_cast<double>(n));
    }
};

}  // namespace attn::test
