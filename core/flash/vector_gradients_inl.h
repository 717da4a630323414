// What only the backward pass computes of a tile, included once for each instruction set.
#include <algorithm>

#include "core/flash/vector_passes_inl.h"
#include "core/flash/vector_products_inl.h"
#if defined(HEADSCOPE_VECTOR_GRADIENTS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef HEADSCOPE_VECTOR_GRADIENTS_INL
#undef HEADSCOPE_VECTOR_GRADIENTS_INL
#else
#define HEADSCOPE_VECTOR_GRADIENTS_INL
#endif
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace attn {
namespace HWY_NAMESPACE {

// Endings of scoreStep; statistics are one number per query, beginning where the tile does.

/// P = 2^(factor * score - shift), for exponents that are in range.
struct MildWeights {
    const float* shift;
    float factor;
    HWY_INLINE FloatVec finish(FloatVec sum, Index, Index v) const {
        const Floats d;
        return exp2InRange(hn::MulSub(sum, hn::Set(d, factor), hn::Load(d, shift + v * kLanes)));
    }
};

/// P = e^(scale * score - lse), rounded as the plain form does: exactly 1 where both are equal.
struct AnyWeights {
    const float* lse;
    float scale;
    HWY_INLINE FloatVec finish(FloatVec sum, Index, Index v) const {
        const Floats d;
        return expOf(hn::Sub(hn::Mul(sum, hn::Set(d, scale)), hn::Load(d, lse + v * kLanes)));
    }
};

/// dS = P (dP - D) scale
struct ScoreGradients {
    const float* weights;
    const float* D;
    float scale;
    HWY_INLINE FloatVec finish(FloatVec sum, Index at, Index v) const {
        const Floats d;
        const FloatVec weight = hn::Mul(hn::Load(d, weights + at), hn::Set(d, scale));
        return hn::Mul(weight, hn::Sub(sum, hn::Load(d, D + v * kLanes)));
    }
};

template <int kVectors>
HWY_INLINE void mildWeights(const float* K, Index keys, Index width, const float* queries, float* weights,
                            const MildWeights& ending) {
    scoreStep<kVectors, 1, true>(K, keys, width, width, queries, weights, ending);
}
template <int kVectors>
HWY_INLINE void anyWeights(const float* K, Index keys, Index width, const float* queries, float* weights,
                           const AnyWeights& ending) {
    scoreStep<kVectors, 1, true>(K, keys, width, width, queries, weights, ending);
}
template <int kVectors>
HWY_INLINE void sumsAlone(const float* K, Index keys, Index width, const float* queries, float* scores) {
    scoreStep<kVectors, 1, true>(K, keys, width, width, queries, scores, AsItIs());
}
template <int kVectors>
HWY_INLINE void scoreGradients(const float* V, Index keys, Index width, const float* dOut, float* gradients,
                               const ScoreGradients& ending) {
    scoreStep<kVectors, 1, true>(V, keys, width, width, dOut, gradients, ending);
}

/// slopes = scale * (1 - tanh^2), from scores that have been capped.
template <int kVectors>
HWY_NOINLINE void capSlopes(const float* capped, Index keys, float most, float scale, float* slopes) {
    const Floats d;
    for (Index j = 0; j < keys; ++j)
        for (Index at = j * kPanelRows; at < j * kPanelRows + kVectors * kLanes; at += kLanes) {
            const FloatVec share = hn::Div(hn::Load(d, capped + at), hn::Set(d, most));
            const FloatVec rest = hn::NegMulAdd(share, share, hn::Set(d, 1.0F));
            hn::Store(hn::Mul(hn::Set(d, scale), rest), d, slopes + at);
        }
}

template <int kVectors>
HWY_NOINLINE void fillPart(float* tile, Index keys, float value) {
    for (Index j = 0; j < keys; ++j)
        std::fill_n(tile + j * kPanelRows, kVectors * kLanes, value);
}

/// What ScoreGradients does, with dropout and a slope for each cell: dS = P (dP kept - D) slope, and P times kept.
template <int kVectors>
HWY_NOINLINE void changedGradients(float* weights, float* gradients, Index keys, const float* D, const float* kept,
                                   const float* slopes) {
    const Floats d;
    for (Index j = 0; j < keys; ++j)
        for (Index v = 0; v < kVectors; ++v) {
            const Index at = j * kPanelRows + v * kLanes;
            const FloatVec weight = hn::Load(d, weights + at);
            const FloatVec keep = hn::Load(d, kept + at);
            const FloatVec dP = hn::MulSub(hn::Load(d, gradients + at), keep, hn::Load(d, D + v * kLanes));
            hn::Store(hn::Mul(hn::Mul(weight, dP), hn::Load(d, slopes + at)), d, gradients + at);
            hn::Store(hn::Mul(weight, keep), d, weights + at);
        }
}

/// Queries of one panel in a sum over queries.
struct QueryRun {
    const float* tile;     ///< (keys x panel), beginning at the first of the queries
    const float* rows;     ///< (count x width), as they lie in memory
    const float* columns;  ///< The same transposed (width x panel); 0 in the lanes beyond the last query
    Index count;
};

/// out[r, vector v] += sum over queries of tile[r, query] * rows[query, vector v], r < kRows, from column c.
template <int kRows, int kVectors>
HWY_INLINE void keyTile(const QueryRun* runs, Index runCount, Index j, Index width, Index c, float* out) {
    Sums<kRows, kVectors> sums;
    sums.clear();
    for (Index k = 0; k < runCount; ++k)
        sums.template add<0, kVectors>(runs[k].tile + j * kPanelRows, 1, kPanelRows, runs[k].count, runs[k].rows + c,
                                       width);
    sums.store(out + j * width + c, width, Adds());
}

/// keyTile for the columns that make no vector: vectors run along the queries instead.
HWY_INLINE void keyColumns(const QueryRun* runs, Index runCount, Index j, Index width, Index c, float* out) {
    const Floats d;
    for (; c < width; ++c) {
        FloatVec sum = hn::Zero(d);
        for (Index k = 0; k < runCount; ++k)
            for (Index q = 0; q < runs[k].count; q += kLanes)
                sum = hn::MulAdd(hn::Load(d, runs[k].tile + j * kPanelRows + q),
                                 hn::Load(d, runs[k].columns + c * kPanelRows + q), sum);
        out[j * width + c] += hn::GetLane(hn::SumOfLanes(d, sum));
    }
}

/// keyTile for all columns of keys j .. end - 1: kRows at a time, then one by one.
template <int kRows>
HWY_INLINE void keyRows(const QueryRun* runs, Index runCount, Index j, Index end, Index width, float* out) {
    for (; j + kRows <= end; j += kRows) {
        Index c = 0;
        // Two tiles of 2 vectors are faster than one of 3 and one of 1.
        for (Index left = width / kLanes; left > 0;) {
            const Index vectors = left == 4 ? 2 : std::min(left, Index(3));
            if (vectors == 3)
                keyTile<kRows, 3>(runs, runCount, j, width, c, out);
            else if (vectors == 2)
                keyTile<kRows, 2>(runs, runCount, j, width, c, out);
            else
                keyTile<kRows, 1>(runs, runCount, j, width, c, out);
            c += vectors * kLanes;
            left -= vectors;
        }
        for (Index r = j; r < j + kRows && c < width; ++r)
            keyColumns(runs, runCount, r, width, c, out);
    }
    if constexpr (kRows > 1)
        if (j < end)
            keyRows<1>(runs, runCount, j, end, width, out);
}

inline HWY_NOINLINE void keyBlock(const QueryRun* runs, Index runCount, Index j, Index end, Index width, float* out) {
    keyRows<kTileRows>(runs, runCount, j, end, width, out);
}

}  // namespace HWY_NAMESPACE
}  // namespace attn
HWY_AFTER_NAMESPACE();
#endif
