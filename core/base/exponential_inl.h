// e^x, sums and maxima of a row, included once for each instruction set.
#include <limits>

#include "core/base/tensor.h"
#if defined(HEADSCOPE_EXPONENTIAL_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef HEADSCOPE_EXPONENTIAL_INL
#undef HEADSCOPE_EXPONENTIAL_INL
#else
#define HEADSCOPE_EXPONENTIAL_INL
#endif
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace attn::rows {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

template <class T>
using Lanes = hn::ScalableTag<T>;
template <class T>
using Vector = hn::Vec<Lanes<T>>;
template <class T>
constexpr Index kLanes = static_cast<Index>(hn::MaxLanes(Lanes<T>()));

/// For e^x = 2^n e^r, n the nearest integer to x / ln(2). The polynomials are 1 + r + r^2 (c[0] + c[1] r + ...), by
/// the Remez exchange for |r| <= ln(2) / 2: relative error 3.1e-9 and 1.4e-19.
template <class T>
struct Constants;

template <>
struct Constants<float> {
    static constexpr float kLeast = -104.0F;      ///< e^x is below half of the smallest number
    static constexpr float kMost = 89.0F;         ///< e^x is above the largest
    static constexpr float kMagic = 12582912.0F;  ///< 1.5 * 2^23: added, it leaves an integer in the lowest bits
    // Few enough digits that n times the first is exact without a fused multiply-add, too.
    static constexpr float kLn2[] = {0.693359375F, -2.12194440e-4F};
    static constexpr float kPolynomial[] = {0.499999934321F, 0.16666520399F, 0.0416683907835F, 0.00836874510894F,
                                            0.00138145401768F};
    static constexpr int kMantissaBits = 23;
    static constexpr int kExponentBias = 127;
};

template <>
struct Constants<double> {
    static constexpr double kLeast = -746.0;
    static constexpr double kMost = 710.0;
    static constexpr double kMagic = 6755399441055744.0;
    static constexpr double kLn2[] = {6.93147180369123816490e-01, 1.90821492927058770002e-10};
    static constexpr double kPolynomial[] = {
        0.50000000000000000022,   0.16666666666666676678,   0.041666666666666635071, 0.0083333333333216041569,
        0.0013888888888899456847, 1.9841269886104913543e-4, 2.480158729606107112e-5, 2.7557244294310035821e-6,
        2.7557298094343039402e-7, 2.5108990809178511699e-8, 2.0907269409507204236e-9};
    static constexpr int kMantissaBits = 52;
    static constexpr int kExponentBias = 1023;
};

/// x between both ends, and NaN if it is NaN.
template <class T>
HWY_INLINE Vector<T> clamp(Vector<T> x, T least, T most) {
    const Lanes<T> d;
    const Vector<T> low = hn::Set(d, least);
    const Vector<T> high = hn::Set(d, most);
    const Vector<T> raised = hn::IfThenElse(hn::Lt(x, low), low, x);
    return hn::IfThenElse(hn::Gt(raised, high), high, raised);
}

#if HWY_TARGET == HWY_AVX3

// p * 2^n, right below the smallest normal number, too: an instruction that Highway does not offer.
HWY_INLINE Vector<float> timesPower(Vector<float> p, Vector<float> n) {
    return Vector<float>{_mm512_scalef_ps(p.raw, n.raw)};
}
HWY_INLINE Vector<double> timesPower(Vector<double> p, Vector<double> n) {
    return Vector<double>{_mm512_scalef_pd(p.raw, n.raw)};
}

#else

/// 2^n for an integer n that is a normal number's exponent.
template <class T>
HWY_INLINE Vector<T> power(Vector<T> n) {
    using C = Constants<T>;
    const Lanes<T> d;
    const hn::RebindToSigned<Lanes<T>> di;
    const auto bits = hn::BitCast(di, hn::Add(n, hn::Set(d, C::kMagic + T(C::kExponentBias))));
    return hn::BitCast(d, hn::ShiftLeft<C::kMantissaBits>(bits));
}

template <class V, class T = hn::TFromV<V>>
HWY_INLINE V timesPower(V p, V n) {
    // In two steps, since 2^n alone may be out of range where the product is not; only the second one rounds.
    const Lanes<T> d;
    const V magic = hn::Set(d, Constants<T>::kMagic);
    const V half = hn::Sub(hn::MulAdd(n, hn::Set(d, T(0.5)), magic), magic);
    return hn::Mul(hn::Mul(p, power<T>(half)), power<T>(hn::Sub(n, half)));
}

#endif

template <class T>
HWY_INLINE Vector<T> exponentialOf(Vector<T> given) {
    using C = Constants<T>;
    const Lanes<T> d;
    const Vector<T> x = clamp<T>(given, C::kLeast, C::kMost);
    const Vector<T> magic = hn::Set(d, C::kMagic);
    const Vector<T> n = hn::Sub(hn::MulAdd(x, hn::Set(d, T(1.4426950408889634074)), magic), magic);
    Vector<T> r = hn::NegMulAdd(n, hn::Set(d, C::kLn2[0]), x);
    r = hn::NegMulAdd(n, hn::Set(d, C::kLn2[1]), r);
    constexpr int kTerms = static_cast<int>(std::size(C::kPolynomial));
    Vector<T> p = hn::Set(d, C::kPolynomial[kTerms - 1]);
    for (int i = kTerms - 2; i >= 0; --i)
        p = hn::MulAdd(p, r, hn::Set(d, C::kPolynomial[i]));
    // The largest term last, so that its rounding alone counts.
    p = hn::Add(hn::MulAdd(hn::Mul(r, r), p, r), hn::Set(d, T(1)));
    return timesPower(p, n);
}

/// Calls work(first lane, count): whole vectors first, then what is left, copied into one.
template <class T, class Work>
HWY_INLINE void throughRow(const T* x, Index count, T fill, const Work& work) {
    Index j = 0;
    for (; j + kLanes<T> <= count; j += kLanes<T>)
        work(hn::LoadU(Lanes<T>(), x + j), j, kLanes<T>);
    if (j == count)
        return;
    HWY_ALIGN T rest[kLanes<T>];
    for (Index l = 0; l < kLanes<T>; ++l)
        rest[l] = j + l < count ? x[j + l] : fill;
    work(hn::Load(Lanes<T>(), rest), j, count - j);
}

template <class T>
HWY_INLINE void storeFirst(Vector<T> values, T* out, Index count) {
    const Lanes<T> d;
    if (count == kLanes<T>) {
        hn::StoreU(values, d, out);
        return;
    }
    HWY_ALIGN T all[kLanes<T>];
    hn::Store(values, d, all);
    for (Index l = 0; l < count; ++l)
        out[l] = all[l];
}

template <class T>
HWY_INLINE T exponentialRow(const T* x, T shift, Index count, T* out) {
    const Lanes<T> d;
    const Vector<T> by = hn::Set(d, shift);
    // Four sums: one alone would wait for its own additions.
    Vector<T> sum[4] = {hn::Zero(d), hn::Zero(d), hn::Zero(d), hn::Zero(d)};
    Index j = 0;
    for (; j + 4 * kLanes<T> <= count; j += 4 * kLanes<T>)
        for (int k = 0; k < 4; ++k) {
            const Vector<T> e = exponentialOf<T>(hn::Sub(hn::LoadU(d, x + j + k * kLanes<T>), by));
            hn::StoreU(e, d, out + j + k * kLanes<T>);
            sum[k] = hn::Add(sum[k], e);
        }
    throughRow(x + j, count - j, T(0), [&](Vector<T> values, Index at, Index size) {
        const Vector<T> e = exponentialOf<T>(hn::Sub(values, by));
        storeFirst<T>(e, out + j + at, size);
        sum[0] = hn::Add(sum[0], hn::IfThenElseZero(hn::FirstN(d, static_cast<std::size_t>(size)), e));
    });
    return hn::GetLane(hn::SumOfLanes(d, hn::Add(hn::Add(sum[0], sum[1]), hn::Add(sum[2], sum[3]))));
}

template <class T>
HWY_INLINE T largestOf(const T* x, Index count) {
    const Lanes<T> d;
    const T least = -std::numeric_limits<T>::infinity();
    Vector<T> most[2] = {hn::Set(d, least), hn::Set(d, least)};
    // A maximum may lose NaN: this is 0 while there is none.
    Vector<T> spoilt[2] = {hn::Zero(d), hn::Zero(d)};
    const auto take = [&](int k, Vector<T> values) {
        most[k] = hn::Max(most[k], values);
        spoilt[k] = hn::Or(spoilt[k], hn::IfThenElseZero(hn::IsNaN(values), values));
    };
    Index j = 0;
    for (; j + 2 * kLanes<T> <= count; j += 2 * kLanes<T>) {
        take(0, hn::LoadU(d, x + j));
        take(1, hn::LoadU(d, x + j + kLanes<T>));
    }
    throughRow(x + j, count - j, least, [&](Vector<T> values, Index, Index) { take(0, values); });
    if (!hn::AllFalse(d, hn::IsNaN(hn::Or(spoilt[0], spoilt[1]))))
        return std::numeric_limits<T>::quiet_NaN();
    return hn::GetLane(hn::MaxOfLanes(d, hn::Max(most[0], most[1])));
}

template <class T>
HWY_INLINE void scaleRow(const T* x, T factor, Index count, T* out) {
    const Vector<T> by = hn::Set(Lanes<T>(), factor);
    throughRow(x, count, T(0),
               [&](Vector<T> values, Index at, Index size) { storeFirst<T>(hn::Mul(values, by), out + at, size); });
}

template <class T>
HWY_INLINE T sumOfProductsRow(const T* x, const T* y, Index count) {
    const Lanes<T> d;
    Vector<T> sum[4] = {hn::Zero(d), hn::Zero(d), hn::Zero(d), hn::Zero(d)};
    Index j = 0;
    for (; j + 4 * kLanes<T> <= count; j += 4 * kLanes<T>)
        for (int k = 0; k < 4; ++k)
            sum[k] = hn::MulAdd(hn::LoadU(d, x + j + k * kLanes<T>), hn::LoadU(d, y + j + k * kLanes<T>), sum[k]);
    T rest = 0;
    for (; j < count; ++j)
        rest += x[j] * y[j];
    return rest + hn::GetLane(hn::SumOfLanes(d, hn::Add(hn::Add(sum[0], sum[1]), hn::Add(sum[2], sum[3]))));
}

}  // namespace HWY_NAMESPACE
}  // namespace attn::rows
HWY_AFTER_NAMESPACE();
#endif
