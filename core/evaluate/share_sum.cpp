#include "core/evaluate/share_sum.h"

#include <algorithm>

#include "core/base/vector_dispatch.h"
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/evaluate/share_sum.cpp"
#include "hwy/foreach_target.h"
//
#include "hwy/cache_control.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace attn::shares {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// Numbers that are asked for ahead of use: the bases of a row lie one after the other, further than a cache holds.
template <class T>
constexpr Index kAhead = static_cast<Index>(2048 / sizeof(T));

/// rest * numbers + the terms, of columns c .. c + lanes - 1.
template <class T, class D>
HWY_INLINE hn::Vec<D> movedColumns(D d, T rest, const T* numbers, const Term<T>* terms, Index termCount, Index c) {
    auto moved = hn::Mul(hn::Set(d, rest), hn::LoadU(d, numbers + c));
    for (Index t = 0; t < termCount; ++t)
        moved = hn::MulAdd(hn::Set(d, terms[t].factor), hn::LoadU(d, terms[t].numbers + c), moved);
    return moved;
}

/// Adds columns c .. c + lanes - 1 of one head to `out`.
template <class T, class D>
HWY_INLINE void addColumns(D d, const HeadShare<T>& head, bool isFirst, Index c, T* out) {
    hwy::Prefetch(head.base + c + kAhead<T>);
    auto share = movedColumns(d, head.rest, head.base, head.terms, head.termCount, c);
    if (head.isStored)
        hn::StoreU(share, d, head.base + c);
    if (head.lifted.numbers)
        share = hn::MulAdd(hn::Set(d, head.lifted.factor), hn::LoadU(d, head.lifted.numbers + c), share);
    if (head.isSilenced)
        share = hn::Zero(d);
    hn::StoreU(isFirst ? share : hn::Add(hn::LoadU(d, out + c), share), d, out + c);
}

template <class T>
HWY_INLINE void moveRow(T rest, const Term<T>* terms, Index termCount, Index width, T* numbers) {
    const hn::ScalableTag<T> d;
    const hn::CappedTag<T, 1> one;
    const auto lanes = static_cast<Index>(hn::Lanes(d));
    Index c = 0;
    for (; c + lanes <= width; c += lanes)
        hn::StoreU(movedColumns(d, rest, numbers, terms, termCount, c), d, numbers + c);
    for (; c < width; ++c)
        hn::StoreU(movedColumns(one, rest, numbers, terms, termCount, c), one, numbers + c);
}

template <class T>
HWY_INLINE void sumHeads(const HeadShare<T>* heads, Index count, Index width, T* out) {
    const hn::ScalableTag<T> d;
    const hn::CappedTag<T, 1> one;
    const auto lanes = static_cast<Index>(hn::Lanes(d));
    if (count == 0)
        std::fill_n(out, width, T(0));
    for (Index h = 0; h < count; ++h) {
        Index c = 0;
        for (; c + lanes <= width; c += lanes)
            addColumns(d, heads[h], h == 0, c, out);
        for (; c < width; ++c)
            addColumns(one, heads[h], h == 0, c, out);
    }
}

void sumFloats(const HeadShare<float>* heads, Index count, Index width, float* out) {
    sumHeads(heads, count, width, out);
}
void sumDoubles(const HeadShare<double>* heads, Index count, Index width, double* out) {
    sumHeads(heads, count, width, out);
}
void moveFloats(float rest, const Term<float>* terms, Index termCount, Index width, float* numbers) {
    moveRow(rest, terms, termCount, width, numbers);
}
void moveDoubles(double rest, const Term<double>* terms, Index termCount, Index width, double* numbers) {
    moveRow(rest, terms, termCount, width, numbers);
}

}  // namespace HWY_NAMESPACE
}  // namespace attn::shares
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace attn {

namespace shares {
namespace {

template <class T>
struct Functions {
    void (*sum)(const HeadShare<T>*, Index, Index, T*);
    void (*move)(T, const Term<T>*, Index, Index, T*);
};

struct Kernel {
    KernelTarget target;
    Functions<float> floats;
    Functions<double> doubles;
};

#define HEADSCOPE_KERNEL(TARGET, IN) {TARGET, {IN(sumFloats), IN(moveFloats)}, {IN(sumDoubles), IN(moveDoubles)}},
constexpr Kernel kKernels[] = {HEADSCOPE_EACH_TARGET(HEADSCOPE_KERNEL)};
#undef HEADSCOPE_KERNEL

}  // namespace
}  // namespace shares

template <class T>
void sumShares(const HeadShare<T>* heads, Index count, Index width, T* out, KernelTarget target) {
    functionsOf<T>(shares::kKernels, target).sum(heads, count, width, out);
}

template <class T>
void moveNumbers(T rest, const Term<T>* terms, Index termCount, Index width, T* numbers, KernelTarget target) {
    functionsOf<T>(shares::kKernels, target).move(rest, terms, termCount, width, numbers);
}

template void moveNumbers<float>(float, const Term<float>*, Index, Index, float*, KernelTarget);
template void moveNumbers<double>(double, const Term<double>*, Index, Index, double*, KernelTarget);
template void sumShares<float>(const HeadShare<float>*, Index, Index, float*, KernelTarget);
template void sumShares<double>(const HeadShare<double>*, Index, Index, double*, KernelTarget);

}  // namespace attn
#endif
