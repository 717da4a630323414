#include "core/flash/vector_kernel.h"

#include <cmath>

#include "core/base/vector_dispatch.h"
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/flash/vector_kernel.cpp"
#include "core/flash/vector_job.h"
// First this, then what is compiled once for each target.
#include "hwy/foreach_target.h"
//
#include "core/flash/vector_forward_inl.h"

HWY_BEFORE_NAMESPACE();
namespace attn {
namespace HWY_NAMESPACE {

inline void exp2All(const float* x, Index count, float* out) {
    const Floats d;
    Index e = 0;
    for (; e + kLanes <= count; e += kLanes)
        hn::StoreU(exp2Of(hn::LoadU(d, x + e)), d, out + e);
    for (; e < count; ++e)
        out[e] = hn::GetLane(exp2Of(hn::Set(d, x[e])));
}

}  // namespace HWY_NAMESPACE
}  // namespace attn
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace attn {

namespace {

/// The same functions, compiled for one instruction set.
struct Kernel {
    KernelTarget target;
    VectorOutcome (*forward)(const ForwardJob&, float*);
    void (*exp2All)(const float*, Index, float*);
};

#define HEADSCOPE_KERNEL(TARGET, IN) {TARGET, IN(forward), IN(exp2All)},
constexpr Kernel kKernels[] = {HEADSCOPE_EACH_TARGET(HEADSCOPE_KERNEL)};
#undef HEADSCOPE_KERNEL

}  // namespace

const KernelTarget* bestTarget() {
    const KernelTarget* const best = availableTargets().data();
    return *best == KernelTarget::Scalar ? nullptr : best;
}

VectorOutcome flashHeadVector(KernelTarget target, View<const float> Q, View<const float> K, View<const float> V,
                              float scale, const HeadRules& rules, View<float> O, float* lse,
                              const Progress& progress) {
    const Kernel* const kernel = kernelFor(kKernels, target);
    constexpr Index kMostKeys = Index(1) << 31;
    if (!kernel || rules.dropout || K.cols + V.cols > kMaxWidths || K.rows >= kMostKeys)
        return VectorOutcome::NotForThis;
    if (rules.sink && !std::isfinite(static_cast<float>(*rules.sink)))
        return VectorOutcome::NotForThis;
    const ForwardJob job{Q, K, V, scale, rules, O, lse, progress};
    // On the stack: a block of this size from the heap would be mapped anew, page by page, for each head.
    alignas(64) float scratch[kScratchBytes / sizeof(float)];
    return kernel->forward(job, scratch);
}

void vectorExp2(KernelTarget target, const float* x, Index count, float* out) {
    if (const Kernel* const kernel = kernelFor(kKernels, target))
        kernel->exp2All(x, count, out);
}

}  // namespace attn
#endif
