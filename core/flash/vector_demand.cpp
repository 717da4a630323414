#include "core/flash/vector_demand.h"

#include "core/base/vector_dispatch.h"
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/flash/vector_demand.cpp"
#include "core/flash/vector_job.h"
// First this, then what is compiled once for each target.
#include "hwy/foreach_target.h"
//
#include "core/flash/vector_demand_inl.h"

#if HWY_ONCE
namespace attn {

namespace {

/// The same functions, compiled for one instruction set.
struct DemandKernel {
    KernelTarget target;
    VectorOutcome (*ranges)(const RangesJob&);
    VectorOutcome (*window)(const WindowJob&);
};

#define HEADSCOPE_DEMAND_KERNEL(TARGET, IN) {TARGET, IN(ranges), IN(window)},
constexpr DemandKernel kKernels[] = {HEADSCOPE_EACH_TARGET(HEADSCOPE_DEMAND_KERNEL)};
#undef HEADSCOPE_DEMAND_KERNEL

const DemandKernel* kernelFor(KernelTarget target, View<const float> K) {
    constexpr Index kMostKeys = Index(1) << 31;
    return K.rows < kMostKeys ? attn::kernelFor(kKernels, target) : nullptr;
}

}  // namespace

VectorOutcome rangesVector(KernelTarget target, const RangesJob& job) {
    const DemandKernel* const kernel = kernelFor(target, job.K);
    return kernel ? kernel->ranges(job) : VectorOutcome::NotForThis;
}

VectorOutcome windowVector(KernelTarget target, const WindowJob& job) {
    const DemandKernel* const kernel = kernelFor(target, job.K);
    return kernel ? kernel->window(job) : VectorOutcome::NotForThis;
}

}  // namespace attn
#endif
