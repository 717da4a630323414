#include "core/base/extremes.h"

#include <algorithm>

#include "core/base/vector_dispatch.h"
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/base/extremes.cpp"
// First this, then what is compiled once for each target.
#include "hwy/foreach_target.h"
//
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace attn {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// The extremes of the first numbers, as many as fill whole vectors; returns how many.
inline Index extremesOfVectors(const double* values, Index count, Extremes& all) {
    const hn::ScalableTag<double> d;
    using Vec = hn::Vec<decltype(d)>;
    constexpr Index kLanes = static_cast<Index>(hn::MaxLanes(d));
    // Two of each: a sum alone would wait for itself.
    Vec low[2], high[2], fault[2], least[2];
    for (int k = 0; k < 2; ++k) {
        low[k] = hn::Set(d, all.low);
        high[k] = hn::Set(d, all.high);
        fault[k] = hn::Zero(d);
        least[k] = hn::Set(d, 1.0);
    }
    Index i = 0;
    for (; i + 2 * kLanes <= count; i += 2 * kLanes)
        for (int k = 0; k < 2; ++k) {
            const Vec value = hn::LoadU(d, values + i + k * kLanes);
            low[k] = hn::Min(low[k], value);
            high[k] = hn::Max(high[k], value);
            least[k] = hn::Min(least[k], hn::Abs(value));
            fault[k] = hn::Add(fault[k], hn::Sub(value, value));  // NaN from NaN and infinities, else 0.
        }
    all.low = hn::GetLane(hn::MinOfLanes(d, hn::Min(low[0], low[1])));
    all.high = hn::GetLane(hn::MaxOfLanes(d, hn::Max(high[0], high[1])));
    all.hasZero = hn::GetLane(hn::MinOfLanes(d, hn::Min(least[0], least[1]))) == 0.0;
    all.isFinite = hn::GetLane(hn::SumOfLanes(d, hn::Add(fault[0], fault[1]))) == 0.0;
    return i;
}

}  // namespace HWY_NAMESPACE
}  // namespace attn
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace attn {

namespace {

struct ExtremesKernel {
    KernelTarget target;
    Index (*ofVectors)(const double*, Index, Extremes&);
};

#define HEADSCOPE_EXTREMES_KERNEL(TARGET, IN) {TARGET, IN(extremesOfVectors)},
constexpr ExtremesKernel kKernels[] = {HEADSCOPE_EACH_TARGET(HEADSCOPE_EXTREMES_KERNEL)};
#undef HEADSCOPE_EXTREMES_KERNEL

}  // namespace

Extremes extremesOf(const double* values, Index count) {
    Extremes all;
    static const ExtremesKernel* const kernel = kernelFor(kKernels, availableTargets().front());
    Index i = kernel && count >= 16 ? kernel->ofVectors(values, count, all) : 0;
    for (; i < count; ++i) {
        const double value = values[i];
        all.low = std::min(all.low, value);
        all.high = std::max(all.high, value);
        all.hasZero = all.hasZero || value == 0.0;
        all.isFinite = all.isFinite && value - value == 0.0;
    }
    return all;
}

}  // namespace attn
#endif
