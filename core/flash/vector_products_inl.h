// The two matrix products of a tile, included once for each instruction set.
#include "core/flash/vector_lanes_inl.h"
#if defined(HEADSCOPE_VECTOR_PRODUCTS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef HEADSCOPE_VECTOR_PRODUCTS_INL
#undef HEADSCOPE_VECTOR_PRODUCTS_INL
#else
#define HEADSCOPE_VECTOR_PRODUCTS_INL
#endif
#include "hwy/highway.h"

// GCC otherwise keeps the sums in memory around the loop.
#undef HEADSCOPE_UNROLL
#if HWY_COMPILER_GCC_ACTUAL
#define HEADSCOPE_UNROLL _Pragma("GCC unroll 8")
#else
#define HEADSCOPE_UNROLL
#endif

HWY_BEFORE_NAMESPACE();
namespace attn {
namespace HWY_NAMESPACE {

/// sum[r][v] = sum_c A[c * across + r * along] B[c, vector v]: the sums of a tile in registers.
///
/// Shapes    B (count x panel), of which kVectors vectors.
template <int kRows, int kVectors>
HWY_INLINE void sumTile(const float* A, Index across, Index along, Index count, const float* B,
                        FloatVec (&sum)[kRows][kVectors]) {
    const Floats d;
    HEADSCOPE_UNROLL
    for (int r = 0; r < kRows; ++r)
        HEADSCOPE_UNROLL
    for (int v = 0; v < kVectors; ++v)
        sum[r][v] = hn::Zero(d);
    for (Index c = 0; c < count; ++c) {
        FloatVec b[kVectors];
        HEADSCOPE_UNROLL
        for (int v = 0; v < kVectors; ++v)
            b[v] = hn::Load(d, B + c * kPanelRows + v * kLanes);
        HEADSCOPE_UNROLL
        for (int r = 0; r < kRows; ++r) {
            const FloatVec a = hn::Set(d, A[c * across + r * along]);
            HEADSCOPE_UNROLL
            for (int v = 0; v < kVectors; ++v)
                sum[r][v] = hn::MulAdd(a, b[v], sum[r][v]);
        }
    }
}

/// `count` products more for S^T of `kRows` keys by `kVectors` vectors of queries.
///
/// Shapes    K (kRows x width); Q^T (count x panel) -> S^T (kRows x panel).
template <int kRows, int kVectors, bool kIsFirst, bool kIsPower>
HWY_INLINE void scoreTile(const float* K, Index width, Index count, const float* queries, float* scores) {
    const Floats d;
    FloatVec sum[kRows][kVectors];
    sumTile(K, 1, width, count, queries, sum);
    HEADSCOPE_UNROLL
    for (int r = 0; r < kRows; ++r)
        HEADSCOPE_UNROLL
    for (int v = 0; v < kVectors; ++v) {
        float* const at = scores + r * kPanelRows + v * kLanes;
        const FloatVec all = kIsFirst ? sum[r][v] : hn::Add(sum[r][v], hn::Load(d, at));
        hn::Store(kIsPower ? exp2InRange(all) : all, d, at);
    }
}

/// O^T = factor * O^T + V^T P^T for `kRows` columns of V; factor per query, or null for 1.
///
/// Shapes    V (keys x width), of which the first kRows columns; P^T (keys x panel); O^T (kRows x panel).
template <int kRows, int kVectors>
HWY_INLINE void valueTile(const float* V, Index width, const float* weights, Index keys, const float* factor,
                          float* out) {
    const Floats d;
    FloatVec sum[kRows][kVectors];
    sumTile(V, width, 1, keys, weights, sum);
    HEADSCOPE_UNROLL
    for (int r = 0; r < kRows; ++r)
        HEADSCOPE_UNROLL
    for (int v = 0; v < kVectors; ++v) {
        float* const o = out + r * kPanelRows + v * kLanes;
        const FloatVec old = hn::Load(d, o);
        hn::Store(factor ? hn::MulAdd(old, hn::Load(d, factor + v * kLanes), sum[r][v]) : hn::Add(old, sum[r][v]), d,
                  o);
    }
}

/// The rows left over when a count is no multiple of kTileRows: kRows or fewer.
template <int kRows, int kVectors, bool kIsFirst, bool kIsPower>
HWY_INLINE void scoreRest(Index rows, const float* K, Index width, Index count, const float* queries, float* scores) {
    if constexpr (kRows > 0) {
        if (rows == kRows)
            scoreTile<kRows, kVectors, kIsFirst, kIsPower>(K, width, count, queries, scores);
        else
            scoreRest<kRows - 1, kVectors, kIsFirst, kIsPower>(rows, K, width, count, queries, scores);
    }
}

template <int kRows, int kVectors>
HWY_INLINE void valueRest(Index rows, const float* V, Index width, const float* weights, Index keys,
                          const float* factor, float* out) {
    if constexpr (kRows > 0) {
        if (rows == kRows)
            valueTile<kRows, kVectors>(V, width, weights, keys, factor, out);
        else
            valueRest<kRows - 1, kVectors>(rows, V, width, weights, keys, factor, out);
    }
}

/// scoreTile for any number of keys.
template <int kVectors, bool kIsFirst, bool kIsPower>
HWY_NOINLINE void scoreStep(const float* K, Index keys, Index width, Index count, const float* queries,
                            float* scores) {
    Index j = 0;
    for (; j + kTileRows <= keys; j += kTileRows)
        scoreTile<kTileRows, kVectors, kIsFirst, kIsPower>(K + j * width, width, count, queries,
                                                           scores + j * kPanelRows);
    scoreRest<kTileRows - 1, kVectors, kIsFirst, kIsPower>(keys - j, K + j * width, width, count, queries,
                                                           scores + j * kPanelRows);
}

/// All products, at most kChain at a time: the error of a sum grows with its length.
template <int kVectors, bool kIsPower>
HWY_INLINE void scoreBlock(const float* K, Index keys, Index width, const float* queries, float* scores) {
    if (width <= kChain)
        return scoreStep<kVectors, true, kIsPower>(K, keys, width, width, queries, scores);
    scoreStep<kVectors, true, false>(K, keys, width, kChain, queries, scores);
    Index c = kChain;
    for (; c + kChain < width; c += kChain)
        scoreStep<kVectors, false, false>(K + c, keys, width, kChain, queries + c * kPanelRows, scores);
    scoreStep<kVectors, false, kIsPower>(K + c, keys, width, width - c, queries + c * kPanelRows, scores);
}

/// valueTile for all columns of V.
template <int kVectors>
HWY_NOINLINE void valueBlock(const float* V, Index width, const float* weights, Index keys, const float* factor,
                             float* out) {
    Index c = 0;
    for (; c + kTileRows <= width; c += kTileRows)
        valueTile<kTileRows, kVectors>(V + c, width, weights, keys, factor, out + c * kPanelRows);
    valueRest<kTileRows - 1, kVectors>(width - c, V + c, width, weights, keys, factor, out + c * kPanelRows);
}

}  // namespace HWY_NAMESPACE
}  // namespace attn
HWY_AFTER_NAMESPACE();
#endif
