// The matrix products of a tile, included once for each instruction set.
#include "core/flash/vector_lanes_inl.h"
#include "core/flash/vector_panel_inl.h"
#if defined(HEADSCOPE_VECTOR_PRODUCTS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef HEADSCOPE_VECTOR_PRODUCTS_INL
#undef HEADSCOPE_VECTOR_PRODUCTS_INL
#else
#define HEADSCOPE_VECTOR_PRODUCTS_INL
#endif
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace attn {
namespace HWY_NAMESPACE {

// What a sum becomes together with what lies in its place.

struct Replaces {
    HWY_INLINE FloatVec with(const float*, FloatVec sum, Index) const { return sum; }
};
struct Adds {
    HWY_INLINE FloatVec with(const float* place, FloatVec sum, Index) const {
        return hn::Add(hn::LoadU(Floats(), place), sum);
    }
};
/// What lies there times a factor for each query, and the sum.
struct Rescales {
    const float* factor;
    HWY_INLINE FloatVec with(const float* place, FloatVec sum, Index v) const {
        const Floats d;
        return hn::MulAdd(hn::LoadU(d, place), hn::LoadU(d, factor + v * kLanes), sum);
    }
};

/// The sums of a tile, in registers.
template <int kRows, int kVectors>
struct Sums {
    FloatVec at[kRows][kVectors];

    HWY_INLINE void clear() {
        HEADSCOPE_UNROLL
        for (int r = 0; r < kRows; ++r)
            HEADSCOPE_UNROLL
        for (int v = 0; v < kVectors; ++v)
            at[r][v] = hn::Zero(Floats());
    }

    /// Vectors kFirst .. kFirst + kCount - 1: at[r][v] += A[r * along] B[vector v].
    template <int kFirst, int kCount>
    HWY_INLINE void addOne(const float* A, Index along, const float* B) {
        const Floats d;
        FloatVec b[kCount];
        HEADSCOPE_UNROLL
        for (int v = 0; v < kCount; ++v)
            b[v] = hn::LoadU(d, B + (kFirst + v) * kLanes);
        HEADSCOPE_UNROLL
        for (int r = 0; r < kRows; ++r) {
            const FloatVec a = hn::Set(d, A[r * along]);
            HEADSCOPE_UNROLL
            for (int v = 0; v < kCount; ++v)
                at[r][kFirst + v] = hn::MulAdd(a, b[v], at[r][kFirst + v]);
        }
    }

    /// The same for `count` terms, A and B going on by `across` and `stride`.
    template <int kFirst, int kCount>
    HWY_INLINE void add(const float* A, Index across, Index along, Index count, const float* B, Index stride) {
        for (Index c = 0; c < count; ++c)
            addOne<kFirst, kCount>(A + c * across, along, B + c * stride);
    }

    /// Row r goes to out + r * stride, as combine(place, sum, vector) says.
    template <class Combine>
    HWY_INLINE void store(float* out, Index stride, const Combine& combine) const {
        HEADSCOPE_UNROLL
        for (int r = 0; r < kRows; ++r)
            HEADSCOPE_UNROLL
        for (int v = 0; v < kVectors; ++v) {
            float* const place = out + r * stride + v * kLanes;
            hn::StoreU(combine.with(place, at[r][v], v), Floats(), place);
        }
    }

    /// add() for those vectors that a part of a tile has, B being rows of a panel.
    HWY_INLINE void addPart(const Segment& part, const float* A, Index across, Index along, const float* B) {
        const Index count = part.j1 - part.j0;
        if (part.vectors == kVectors)
            return add<0, kVectors>(A, across, along, count, B, kPanelRows);
        if constexpr (kVectors == 3)
            if (part.vectors == 2)
                return part.v0 == 0 ? add<0, 2>(A, across, along, count, B, kPanelRows)
                                    : add<1, 2>(A, across, along, count, B, kPanelRows);
        if constexpr (kVectors > 1) {
            if (part.v0 == 0)
                return add<0, 1>(A, across, along, count, B, kPanelRows);
            if (part.v0 == 1)
                return add<1, 1>(A, across, along, count, B, kPanelRows);
            return add<kVectors - 1, 1>(A, across, along, count, B, kPanelRows);
        }
    }
};

// What becomes of a score, or of its counterpart in the gradient, before it is stored: finish(sum, place in the tile,
// vector).

struct AsItIs {
    HWY_INLINE FloatVec finish(FloatVec sum, Index, Index) const { return sum; }
};

/// 2^sum
struct PowerOfTwo {
    HWY_INLINE FloatVec finish(FloatVec sum, Index, Index) const { return exp2InRange(sum); }
};

/// kChains * count products more for S^T of `kRows` keys by `kVectors` vectors of queries, in kChains sums that are
/// added at the end.
///
/// Shapes    K (kRows x width); Q^T (kChains * count x panel) -> S^T (kRows x panel), beginning at `place` of the
/// tile.
template <int kRows, int kVectors, int kChains, bool kIsFirst, class Ending>
HWY_INLINE void scoreTile(const float* K, Index width, Index count, const float* queries, float* scores, Index place,
                          const Ending& ending) {
    const Floats d;
    Sums<kRows, kVectors> sums[kChains];
    HEADSCOPE_UNROLL
    for (int k = 0; k < kChains; ++k)
        sums[k].clear();
    for (Index c = 0; c < count; ++c)
        HEADSCOPE_UNROLL
    for (int k = 0; k < kChains; ++k)
        sums[k].template addOne<0, kVectors>(K + c + k * count, width, queries + (c + k * count) * kPanelRows);
    HEADSCOPE_UNROLL
    for (int r = 0; r < kRows; ++r)
        HEADSCOPE_UNROLL
    for (int v = 0; v < kVectors; ++v) {
        const Index at = place + r * kPanelRows + v * kLanes;
        FloatVec all = sums[0].at[r][v];
        if constexpr (kChains == 2)
            all = hn::Add(all, sums[1].at[r][v]);
        if constexpr (!kIsFirst)
            all = hn::Add(all, hn::Load(d, scores + at));
        hn::Store(ending.finish(all, at, v), d, scores + at);
    }
}

/// scoreTile for any number of keys: kRows at a time, then fewer.
template <int kRows, int kVectors, int kChains, bool kIsFirst, class Ending>
HWY_INLINE void scoreRows(const float* K, Index keys, Index width, Index count, const float* queries, float* scores,
                          Index j, const Ending& ending) {
    for (; j + kRows <= keys; j += kRows)
        scoreTile<kRows, kVectors, kChains, kIsFirst>(K + j * width, width, count, queries, scores, j * kPanelRows,
                                                      ending);
    if constexpr (kRows > 1)
        if (j < keys)
            scoreRows<(kRows == 8 ? 4 : 1), kVectors, kChains, kIsFirst>(K, keys, width, count, queries, scores, j,
                                                                         ending);
}

template <int kVectors, int kChains, bool kIsFirst, class Ending>
HWY_NOINLINE void scoreStep(const float* K, Index keys, Index width, Index count, const float* queries, float* scores,
                            const Ending& ending) {
    // Two sums for each score are as many registers as one for each of twice the keys; one vector leaves some free.
    constexpr int kRows = static_cast<int>(kVectors == 1 ? kTileRows : kTileRows / kChains);
    scoreRows<kRows, kVectors, kChains, kIsFirst>(K, keys, width, count, queries, scores, 0, ending);
}

/// All products, at most kChain in a sum: the error of a sum grows with its length.
template <int kVectors, class Ending>
HWY_INLINE void scoreBlock(const float* K, Index keys, Index width, const float* queries, float* scores,
                           const Ending& ending) {
    constexpr Index kStep = kScoreChains * kChain;
    Index c = 0;
    if (width > kStep) {
        scoreStep<kVectors, kScoreChains, true>(K, keys, width, kChain, queries, scores, AsItIs());
        for (c = kStep; c + kStep < width; c += kStep)
            scoreStep<kVectors, kScoreChains, false>(K + c, keys, width, kChain, queries + c * kPanelRows, scores,
                                                     AsItIs());
        if (c + kStep == width)
            return scoreStep<kVectors, kScoreChains, false>(K + c, keys, width, kChain, queries + c * kPanelRows,
                                                            scores, ending);
    } else if (width == kStep) {
        return scoreStep<kVectors, kScoreChains, true>(K, keys, width, kChain, queries, scores, ending);
    }
    // What is left is less than a step.
    if (c == 0 && width <= kChain)
        return scoreStep<kVectors, 1, true>(K, keys, width, width, queries, scores, ending);
    if (width - c > kChain) {
        if (c == 0)
            scoreStep<kVectors, 1, true>(K, keys, width, kChain, queries, scores, AsItIs());
        else
            scoreStep<kVectors, 1, false>(K + c, keys, width, kChain, queries + c * kPanelRows, scores, AsItIs());
        c += kChain;
    }
    scoreStep<kVectors, 1, false>(K + c, keys, width, width - c, queries + c * kPanelRows, scores, ending);
}

/// What a sum over a tile's keys is added to.
struct ValueSum {
    const float* factor = nullptr;  ///< One per query, by which the sum so far is multiplied; null: 1
    bool isFirst = false;           ///< There is none so far.
};

/// O^T = factor * O^T + V^T P^T for `kRows` columns of V. Only the parts of the tile take part, and their sums stay
/// in registers from one part to the next.
///
/// Shapes    V (keys x width), of which the first kRows columns; P^T (keys x panel); O^T (kRows x panel).
template <int kRows, int kVectors>
HWY_INLINE void valueTile(const float* V, Index width, const float* weights, const Segments& segments,
                          const ValueSum& how, float* out) {
    Sums<kRows, kVectors> sums;
    sums.clear();
    for (Index s = 0; s < segments.count; ++s) {
        const Segment& part = segments.parts[s];
        sums.addPart(part, V + part.j0 * width, width, 1, weights + part.j0 * kPanelRows);
    }
    if (how.isFirst)
        return sums.store(out, kPanelRows, Replaces());
    if (how.factor)
        return sums.store(out, kPanelRows, Rescales{how.factor});
    sums.store(out, kPanelRows, Adds());
}

/// valueTile for columns c and following.
template <int kRows, int kVectors>
HWY_INLINE void valueColumns(const float* V, Index width, const float* weights, const Segments& segments,
                             const ValueSum& how, float* out, Index c) {
    for (; c + kRows <= width; c += kRows)
        valueTile<kRows, kVectors>(V + c, width, weights, segments, how, out + c * kPanelRows);
    if constexpr (kRows > 1)
        if (c < width)
            valueColumns<1, kVectors>(V, width, weights, segments, how, out, c);
}

template <int kVectors>
HWY_NOINLINE void valueBlock(const float* V, Index width, const float* weights, const Segments& segments,
                             const ValueSum& how, float* out) {
    valueColumns<kTileRows, kVectors>(V, width, weights, segments, how, out, 0);
}

}  // namespace HWY_NAMESPACE
}  // namespace attn
HWY_AFTER_NAMESPACE();
#endif
