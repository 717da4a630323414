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

/// Squares of one row, summed up lane by lane.
HWY_INLINE FloatVec squares(const float* row, Index count) {
    const Floats d;
    FloatVec sum = hn::Zero(d);
    Index c = 0;
    for (; c + kLanes <= count; c += kLanes) {
        const FloatVec x = hn::LoadU(d, row + c);
        sum = hn::MulAdd(x, x, sum);
    }
    if (c == count)
        return sum;
    HWY_ALIGN float rest[kLanes] = {};
    std::copy(row + c, row + count, rest);
    const FloatVec x = hn::Load(d, rest);
    return hn::MulAdd(x, x, sum);
}

#if HWY_TARGET == HWY_SCALAR
inline IntVec largestOfFour(const FloatVec* row) {
    return hn::Max(hn::Max(magnitudeBits(row[0]), magnitudeBits(row[1])),
                   hn::Max(magnitudeBits(row[2]), magnitudeBits(row[3])));
}
#else
/// The lanes of each of four rows summed up: together, as one row alone would take as many instructions.
HWY_INLINE IntVec largestOfFour(const FloatVec* row) {
    const Floats d;
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
    return magnitudeBits(sum);
}
#endif

/// The largest squared length of a row; NaN or infinite if any is.
inline float largestNorm2(View<const float> rows) {
    const Ints di;
    IntVec most = hn::Zero(di);
    for (Index i = 0; i < rows.rows; i += 4) {
        FloatVec row[4];
        for (Index k = 0; k < 4; ++k)
            row[k] = squares(rows.row(std::min(i + k, rows.rows - 1)), rows.cols);
        most = hn::Max(most, largestOfFour(row));
    }
    return largestOf(most);
}

}  // namespace HWY_NAMESPACE
}  // namespace attn
HWY_AFTER_NAMESPACE();
#endif
