// Included once for each instruction set, by core/flash/vector_kernel.cpp.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "core/base/tensor.h"
#if defined(HEADSCOPE_VECTOR_LANES_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef HEADSCOPE_VECTOR_LANES_INL
#undef HEADSCOPE_VECTOR_LANES_INL
#else
#define HEADSCOPE_VECTOR_LANES_INL
#endif
#include "hwy/highway.h"

// GCC otherwise keeps an array of sums in memory around the loop.
#undef HEADSCOPE_UNROLL
#if HWY_COMPILER_GCC_ACTUAL
#define HEADSCOPE_UNROLL _Pragma("GCC unroll 8")
#else
#define HEADSCOPE_UNROLL
#endif

// Calls NAME<vectors>(...) for vectors 1, 2 or 3. A macro, as a lambda would not be compiled for the instruction set.
#undef HEADSCOPE_FOR_VECTORS
#define HEADSCOPE_FOR_VECTORS(VECTORS, NAME, ...) \
    ((VECTORS) == 3 ? NAME<3>(__VA_ARGS__) : (VECTORS) == 2 ? NAME<2>(__VA_ARGS__) : NAME<1>(__VA_ARGS__))

HWY_BEFORE_NAMESPACE();
namespace attn {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using Floats = hn::ScalableTag<float>;
using Ints = hn::RebindToSigned<Floats>;
using FloatVec = hn::Vec<Floats>;
using IntVec = hn::Vec<Ints>;

constexpr Index kLanes = static_cast<Index>(hn::MaxLanes(Floats()));
/// Vectors of queries that are worked on together, and the queries in them.
constexpr Index kPanelVectors = 3;
constexpr Index kPanelRows = kPanelVectors * kLanes;
/// Keys (for the scores) or value columns (for the outputs) that share each load of a panel: with the 32 registers of
/// AVX-512, 8 x 3 sums and their operands fit; with 16, 4 x 3.
constexpr Index kTileRows = HWY_TARGET == HWY_AVX3 ? 8 : 4;
/// Keys of a tile.
constexpr Index kBlockKeys = 64;
/// Keys that all panels of a block of queries use before the next are loaded. A large panel (24 KiB with its outputs)
/// stays in the first cache while some tiles of keys go by; of small ones, the keys stay instead.
constexpr Index kKeysTogether = HWY_TARGET == HWY_AVX3 ? 256 : 64;
/// Products of a score that are summed one after the other.
constexpr Index kChain = 16;
/// Sums that a score is made of at the same time, where registers allow.
constexpr int kScoreChains = HWY_TARGET == HWY_AVX3 ? 2 : 1;

/// 2^x within 2 units in the last place for x in [-126, 127]; 0 for -inf and for x < -126. NaN stays NaN.
HWY_INLINE FloatVec exp2Of(FloatVec x);
/// The same for x known to be in [-126, 127] or -inf.
HWY_INLINE FloatVec exp2InRange(FloatVec x);

#if HWY_TARGET == HWY_AVX3

// 2^f for f in [0, 1): relative error 2.1e-9 with f^0 = 1 exactly, by the Remez exchange.
HWY_INLINE FloatVec exp2OfFraction(FloatVec f) {
    const Floats d;
    FloatVec p = hn::Set(d, 2.161291495e-4F);
    p = hn::MulAdd(p, f, hn::Set(d, 1.246784645e-3F));
    p = hn::MulAdd(p, f, hn::Set(d, 9.675451567e-3F));
    p = hn::MulAdd(p, f, hn::Set(d, 5.548528062e-2F));
    p = hn::MulAdd(p, f, hn::Set(d, 2.402293056e-1F));
    p = hn::MulAdd(p, f, hn::Set(d, 6.931470444e-1F));
    return hn::MulAdd(p, f, hn::Set(d, 1.0F));
}

HWY_INLINE FloatVec exp2InRange(FloatVec x) {
    // Two instructions of AVX-512 that Highway does not offer: x - floor(x), and p * 2^floor(x), right for -inf too.
    const FloatVec f{_mm512_reduce_ps(x.raw, 0x09)};
    return FloatVec{_mm512_scalef_ps(exp2OfFraction(f).raw, x.raw)};
}

HWY_INLINE FloatVec exp2Of(FloatVec x) {
    // "Not less than" is true for NaN.
    const __mmask16 isKept = _mm512_cmp_ps_mask(x.raw, _mm512_set1_ps(-126.0F), _CMP_NLT_UQ);
    const FloatVec f{_mm512_reduce_ps(x.raw, 0x09)};
    return FloatVec{_mm512_maskz_scalef_ps(isKept, exp2OfFraction(f).raw, x.raw)};
}

#else

// 2^f for f in [-0.5, 0.5]: relative error 2.6e-9 with f^0 = 1 exactly, by the Remez exchange.
HWY_INLINE FloatVec exp2OfFraction(FloatVec f) {
    const Floats d;
    FloatVec p = hn::Set(d, 1.559467758e-4F);
    p = hn::MulAdd(p, f, hn::Set(d, 1.340664391e-3F));
    p = hn::MulAdd(p, f, hn::Set(d, 9.617692975e-3F));
    p = hn::MulAdd(p, f, hn::Set(d, 5.550310551e-2F));
    p = hn::MulAdd(p, f, hn::Set(d, 2.402265278e-1F));
    p = hn::MulAdd(p, f, hn::Set(d, 6.931472150e-1F));
    return hn::MulAdd(p, f, hn::Set(d, 1.0F));
}

/// For x in [-127, 127]: 0 where x rounds to -127.
HWY_INLINE FloatVec exp2Scaled(FloatVec x) {
    const Floats d;
    const Ints di;
    // Adding 1.5 * 2^23 + 127 leaves round(x) + 127, the exponent field of 2^round(x), in the lowest bits. The
    // product (not a sum of bit patterns) keeps NaN.
    const FloatVec magic = hn::Set(d, 12582912.0F + 127.0F);
    const FloatVec shifted = hn::Add(x, magic);
    const FloatVec f = hn::Sub(x, hn::Sub(shifted, magic));
    const FloatVec power = hn::BitCast(d, hn::ShiftLeft<23>(hn::BitCast(di, shifted)));
    return hn::Mul(exp2OfFraction(f), power);
}

HWY_INLINE FloatVec exp2Of(FloatVec x) {
    const Floats d;
    const FloatVec least = hn::Set(d, -127.0F);
    // Not Max, which may lose NaN.
    return exp2Scaled(hn::IfThenElse(hn::Lt(x, least), least, x));
}

HWY_INLINE FloatVec exp2InRange(FloatVec x) {
    return exp2Scaled(x);
}

#endif

}  // namespace HWY_NAMESPACE
}  // namespace attn
HWY_AFTER_NAMESPACE();
#endif
