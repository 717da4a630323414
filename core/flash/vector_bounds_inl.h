// How large the numbers of a block are, included once for each instruction set.
#include "core/flash/vector_job.h"
#include "core/flash/vector_lanes_inl.h"
#if defined(HEADSCOPE_VECTOR_BOUNDS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef HEADSCOPE_VECTOR_BOUNDS_INL
#undef HEADSCOPE_VECTOR_BOUNDS_INL
#else
#define HEADSCOPE_VECTOR_BOUNDS_INL
#endif
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace attn {
namespace HWY_NAMESPACE {

// Without their sign, floats are ordered as their bit patterns are, infinity and NaN above all others: so a largest
// one cannot lose a NaN, as a comparison of floats would.
HWY_INLINE IntVec magnitudeBits(FloatVec x) {
    const Ints di;
    return hn::And(hn::BitCast(di, x), hn::Set(di, 0x7FFFFFFF));
}

HWY_INLINE float largestOf(IntVec bits) {
    const Floats d;
    const Ints di;
    return hn::GetLane(hn::BitCast(d, hn::MaxOfLanes(di, bits)));
}

/// The largest absolute value; NaN or infinite if any is.
inline float largestMagnitude(View<const float> values) {
    const Floats d;
    const Ints di;
    const Index count = values.rows * values.cols;
    IntVec most[4] = {hn::Zero(di), hn::Zero(di), hn::Zero(di), hn::Zero(di)};
    Index e = 0;
    for (; e + 4 * kLanes <= count; e += 4 * kLanes)
        for (Index k = 0; k < 4; ++k)
            most[k] = hn::Max(most[k], magnitudeBits(hn::LoadU(d, values.data + e + k * kLanes)));
    for (; e < count; ++e)
        most[0] = hn::Max(most[0], magnitudeBits(hn::Set(d, values.data[e])));
    return largestOf(hn::Max(hn::Max(most[0], most[1]), hn::Max(most[2], most[3])));
}

/// Products of two rows, summed up lane by lane.
HWY_INLINE FloatVec products(const float* a, const float* b, Index count) {
    const Floats d;
    FloatVec sum = hn::Zero(d);
    Index c = 0;
    for (; c + kLanes <= count; c += kLanes)
        sum = hn::MulAdd(hn::LoadU(d, a + c), hn::LoadU(d, b + c), sum);
    if (c == count)
        return sum;
    HWY_ALIGN float rest[2][kLanes] = {};
    std::copy(a + c, a + count, rest[0]);
    std::copy(b + c, b + count, rest[1]);
    return hn::MulAdd(hn::Load(d, rest[0]), hn::Load(d, rest[1]), sum);
}

/// Room for four numbers in whole vectors.
constexpr Index kFour = std::max(kLanes, Index(4));

/// The lanes of each of four rows summed up, to the first four numbers: together, as one row alone would take as many
/// instructions.
HWY_INLINE void sumsOfFour(const FloatVec* row, float* sums) {
    const Floats d;
#if HWY_TARGET == HWY_SCALAR
    for (Index k = 0; k < 4; ++k)
        hn::Store(row[k], d, sums + k);
#else
    const hn::RepartitionToWide<Floats> wide;
    const auto ab =
        hn::BitCast(wide, hn::Add(hn::InterleaveLower(d, row[0], row[1]), hn::InterleaveUpper(d, row[0], row[1])));
    const auto ce =
        hn::BitCast(wide, hn::Add(hn::InterleaveLower(d, row[2], row[3]), hn::InterleaveUpper(d, row[2], row[3])));
    FloatVec sum =
        hn::Add(hn::BitCast(d, hn::InterleaveLower(wide, ab, ce)), hn::BitCast(d, hn::InterleaveUpper(wide, ab, ce)));
    // Now each block of 128 bits has a part of each row's sum.
#if HWY_TARGET == HWY_AVX3
    sum = hn::Add(sum, hn::SwapAdjacentBlocks(sum));
#endif
    if constexpr (kLanes > 4)
        sum = hn::Add(sum, hn::ConcatLowerUpper(d, sum, sum));
    hn::Store(sum, d, sums);
#endif
}

/// out[i] = a_i . b_i for every row.
inline void rowProducts(View<const float> a, View<const float> b, float* out) {
    for (Index i = 0; i < a.rows; i += 4) {
        FloatVec row[4];
        for (Index k = 0; k < 4; ++k) {
            const Index at = std::min(i + k, a.rows - 1);
            row[k] = products(a.row(at), b.row(at), a.cols);
        }
        HWY_ALIGN float sums[kFour];
        sumsOfFour(row, sums);
        std::copy_n(sums, std::min(a.rows - i, Index(4)), out + i);
    }
}

/// The largest squared length of a row; NaN or infinite if any is.
inline float largestNorm2(View<const float> rows) {
    const Floats d;
    const Ints di;
    IntVec most = hn::Zero(di);
    HWY_ALIGN float sums[kFour];
    for (Index i = 0; i < rows.rows; i += 4) {
        FloatVec row[4];
        for (Index k = 0; k < 4; ++k) {
            const float* const at = rows.row(std::min(i + k, rows.rows - 1));
            row[k] = products(at, at, rows.cols);
        }
        sumsOfFour(row, sums);
        for (Index k = 0; k < 4; k += kLanes)
            most = hn::Max(most, magnitudeBits(hn::Load(d, sums + k)));
    }
    return largestOf(most);
}

}  // namespace HWY_NAMESPACE
}  // namespace attn
HWY_AFTER_NAMESPACE();
#endif
