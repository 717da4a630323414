// What happens to a tile of scores between the two products, included once for each instruction set.
#include "core/flash/vector_job.h"
#include "core/flash/vector_lanes_inl.h"
#if defined(HEADSCOPE_VECTOR_PASSES_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef HEADSCOPE_VECTOR_PASSES_INL
#undef HEADSCOPE_VECTOR_PASSES_INL
#else
#define HEADSCOPE_VECTOR_PASSES_INL
#endif
#include "hwy/contrib/math/math-inl.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace attn {
namespace HWY_NAMESPACE {

// Each works on `keys` rows of `kVectors` vectors in a tile (keys x panel); statistics are one number per query.

/// sum += the weights.
template <int kVectors>
HWY_NOINLINE void addWeights(const float* weights, Index keys, float* sum) {
    const Floats d;
    // Four sums of each vector: one alone would wait for its own additions.
    FloatVec part[4][kVectors];
    HEADSCOPE_UNROLL
    for (int k = 0; k < 4; ++k)
        HEADSCOPE_UNROLL
    for (int v = 0; v < kVectors; ++v)
        part[k][v] = hn::Zero(d);
    Index j = 0;
    for (; j + 4 <= keys; j += 4)
        HEADSCOPE_UNROLL
    for (int k = 0; k < 4; ++k)
        HEADSCOPE_UNROLL
    for (int v = 0; v < kVectors; ++v)
        part[k][v] = hn::Add(part[k][v], hn::Load(d, weights + (j + k) * kPanelRows + v * kLanes));
    for (; j < keys; ++j)
        HEADSCOPE_UNROLL
    for (int v = 0; v < kVectors; ++v)
        part[0][v] = hn::Add(part[0][v], hn::Load(d, weights + j * kPanelRows + v * kLanes));
    HEADSCOPE_UNROLL
    for (int v = 0; v < kVectors; ++v) {
        const FloatVec all = hn::Add(hn::Add(part[0][v], part[1][v]), hn::Add(part[2][v], part[3][v]));
        hn::Store(hn::Add(hn::Load(d, sum + v * kLanes), all), d, sum + v * kLanes);
    }
}

/// max = the larger of it and the scores. What becomes of NaN does not matter: its weight is NaN.
template <int kVectors>
HWY_NOINLINE void raiseMax(const float* scores, Index keys, float* max) {
    const Floats d;
    FloatVec most[2][kVectors];
    HEADSCOPE_UNROLL
    for (int v = 0; v < kVectors; ++v)
        most[0][v] = most[1][v] = hn::Load(d, max + v * kLanes);
    Index j = 0;
    for (; j + 2 <= keys; j += 2)
        HEADSCOPE_UNROLL
    for (int k = 0; k < 2; ++k)
        HEADSCOPE_UNROLL
    for (int v = 0; v < kVectors; ++v)
        most[k][v] = hn::Max(most[k][v], hn::Load(d, scores + (j + k) * kPanelRows + v * kLanes));
    for (; j < keys; ++j)
        HEADSCOPE_UNROLL
    for (int v = 0; v < kVectors; ++v)
        most[0][v] = hn::Max(most[0][v], hn::Load(d, scores + j * kPanelRows + v * kLanes));
    HEADSCOPE_UNROLL
    for (int v = 0; v < kVectors; ++v)
        hn::Store(hn::Max(most[0][v], most[1][v]), d, max + v * kLanes);
}

/// e^x, with one rounding more than 2^x has.
HWY_INLINE FloatVec expOf(FloatVec x) {
    const Floats d;
    return exp2Of(hn::Mul(x, hn::Set(d, static_cast<float>(kLog2e))));
}

/// weights = e^(scores - shift), in place.
template <int kVectors>
HWY_NOINLINE void toWeights(float* scores, Index keys, const float* shift) {
    const Floats d;
    FloatVec m[kVectors];
    for (int v = 0; v < kVectors; ++v)
        m[v] = hn::Load(d, shift + v * kLanes);
    for (Index j = 0; j < keys; ++j)
        HEADSCOPE_UNROLL
    for (int v = 0; v < kVectors; ++v) {
        float* const at = scores + j * kPanelRows + v * kLanes;
        hn::Store(expOf(hn::Sub(hn::Load(d, at), m[v])), d, at);
    }
}

template <int kVectors>
HWY_NOINLINE void scaleScores(float* scores, Index keys, float scale) {
    const Floats d;
    const FloatVec by = hn::Set(d, scale);
    for (Index j = 0; j < keys; ++j)
        for (int v = 0; v < kVectors; ++v) {
            float* const at = scores + j * kPanelRows + v * kLanes;
            hn::Store(hn::Mul(hn::Load(d, at), by), d, at);
        }
}

/// scores = most * tanh(scores / most).
template <int kVectors>
HWY_NOINLINE void capScores(float* scores, Index keys, float most) {
    const Floats d;
    const FloatVec cap = hn::Set(d, most);
    for (Index j = 0; j < keys; ++j)
        for (int v = 0; v < kVectors; ++v) {
            float* const at = scores + j * kPanelRows + v * kLanes;
            hn::Store(hn::Mul(cap, hn::Tanh(d, hn::Div(hn::Load(d, at), cap))), d, at);
        }
}

/// `fill` where key j of the tile is not in first .. last - 1 of its query.
template <int kVectors>
HWY_NOINLINE void maskRanges(float* tile, Index j0, Index j1, const std::int32_t* first, const std::int32_t* last,
                             float fill) {
    const Floats d;
    const Ints di;
    const FloatVec nothing = hn::Set(d, fill);
    for (int v = 0; v < kVectors; ++v) {
        const IntVec begin = hn::Load(di, first + v * kLanes);
        const IntVec end = hn::Load(di, last + v * kLanes);
        IntVec key = hn::Set(di, static_cast<std::int32_t>(j0));
        for (Index j = j0; j < j1; ++j) {
            float* const at = tile + j * kPanelRows + v * kLanes;
            const auto isAllowed = hn::AndNot(hn::Lt(key, begin), hn::Lt(key, end));
            hn::Store(hn::IfThenElse(hn::RebindMask(d, isAllowed), hn::Load(d, at), nothing), d, at);
            key = hn::Add(key, hn::Set(di, 1));
        }
    }
}

/// `fill` where bit j of a query's word is 0, for keys j0 .. j1 - 1.
template <int kVectors>
HWY_NOINLINE void maskBits(float* tile, Index j0, Index j1, const std::uint64_t* words, float fill) {
    const Floats d;
    const Ints di;
    const FloatVec nothing = hn::Set(d, fill);
    for (int v = 0; v < kVectors; ++v) {
        HWY_ALIGN std::int32_t halves[2][kLanes];
        for (Index r = 0; r < kLanes; ++r) {
            halves[0][r] = static_cast<std::int32_t>(words[v * kLanes + r] & 0xFFFFFFFFU);
            halves[1][r] = static_cast<std::int32_t>(words[v * kLanes + r] >> 32);
        }
        const IntVec lower = hn::Load(di, halves[0]);
        const IntVec upper = hn::Load(di, halves[1]);
        for (Index j = j0; j < j1; ++j) {
            float* const at = tile + j * kPanelRows + v * kLanes;
            const IntVec bit = hn::Set(di, static_cast<std::int32_t>(std::uint32_t(1) << (j % 32)));
            const auto isAllowed = hn::TestBit(j < 32 ? lower : upper, bit);
            hn::Store(hn::IfThenElse(hn::RebindMask(d, isAllowed), hn::Load(d, at), nothing), d, at);
        }
    }
}

/// What a query's sums so far are worth relative to its new maximum: factor = e^(old - new), and the new one as what
/// to subtract. True if some factor is not 1.
template <int kVectors>
HWY_INLINE bool rescaleFactors(const float* oldMax, const float* newMax, float* factor, float* shift, float* sum) {
    const Floats d;
    const FloatVec empty = hn::Set(d, -std::numeric_limits<float>::infinity());
    bool changes = false;
    for (int v = 0; v < kVectors; ++v) {
        const FloatVec now = hn::Load(d, newMax + v * kLanes);
        // A row that has met nothing but -inf has no maximum to subtract: -inf - -inf is NaN.
        const FloatVec base = hn::IfThenElse(hn::Eq(now, empty), hn::Zero(d), now);
        const FloatVec by = expOf(hn::Sub(hn::Load(d, oldMax + v * kLanes), base));
        hn::Store(by, d, factor + v * kLanes);
        hn::Store(base, d, shift + v * kLanes);
        hn::Store(hn::Mul(hn::Load(d, sum + v * kLanes), by), d, sum + v * kLanes);
        changes = changes || !hn::AllTrue(d, hn::Eq(by, hn::Set(d, 1.0F)));
    }
    return changes;
}

}  // namespace HWY_NAMESPACE
}  // namespace attn
HWY_AFTER_NAMESPACE();
#endif
