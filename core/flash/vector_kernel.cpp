#include "core/flash/vector_kernel.h"

#include <cmath>

#include "core/base/vector_dispatch.h"
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/flash/vector_kernel.cpp"
#include "core/flash/vector_job.h"
// First this, then what is compiled once for each target.
#include "hwy/foreach_target.h"
//
#include "core/flash/vector_backward_inl.h"
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
    Index (*queryBlock)(Index, Index);
    VectorOutcome (*forward)(const ForwardJob&, float*);
    VectorOutcome (*backward)(const BackwardJob&, float*);
    void (*exp2All)(const float*, Index, float*);
};

#define HEADSCOPE_KERNEL(TARGET, IN) {TARGET, IN(queryBlock), IN(forward), IN(backward), IN(exp2All)},
constexpr Kernel kKernels[] = {HEADSCOPE_EACH_TARGET(HEADSCOPE_KERNEL)};
#undef HEADSCOPE_KERNEL

bool isForVectors(View<const float> K, View<const float> V, const HeadRules& rules) {
    constexpr Index kMostKeys = Index(1) << 31;
    return K.cols + V.cols <= kMaxWidths && K.rows < kMostKeys &&
           (!rules.sink || std::isfinite(static_cast<float>(*rules.sink)));
}

}  // namespace

const KernelTarget* bestTarget() {
    const KernelTarget* const best = availableTargets().data();
    return *best == KernelTarget::Scalar ? nullptr : best;
}

Index vectorQueryBlock(KernelTarget target, Index dk, Index dv) {
    const Kernel* const kernel = kernelFor(kKernels, target);
    return kernel && dk + dv <= kMaxWidths ? kernel->queryBlock(dk, dv) : 1;
}

VectorOutcome flashHeadVector(KernelTarget target, View<const float> Q, View<const float> K, View<const float> V,
                              float scale, const HeadRules& rules, View<float> O, float* lse,
                              const Progress& progress, const QueryRange& range) {
    const Kernel* const kernel = kernelFor(kKernels, target);
    if (!kernel || !isForVectors(K, V, rules))
        return VectorOutcome::NotForThis;
    const ForwardJob job{Q, K, V, scale, rules, O, lse, range.first, range.last < 0 ? Q.rows : range.last, progress};
    // On the stack: a block of this size from the heap would be mapped anew, page by page, for each head.
    alignas(64) float scratch[kForwardBytes / sizeof(float)];
    return kernel->forward(job, scratch);
}

VectorOutcome flashHeadBackwardVector(KernelTarget target, View<const float> Q, View<const float> K,
                                      View<const float> V, View<const float> O, View<const float> dO,
                                      const float* lse, float scale, const HeadRules& rules, View<float> dQ,
                                      View<float> dK, View<float> dV, float* D, const Progress& progress) {
    const Kernel* const kernel = kernelFor(kKernels, target);
    if (!kernel || !isForVectors(K, V, rules))
        return VectorOutcome::NotForThis;
    const BackwardJob job{Q, K, V, O, dO, lse, scale, rules, dQ, dK, dV, D, progress};
    alignas(64) float scratch[kBackwardBytes / sizeof(float)];
    return kernel->backward(job, scratch);
}

void vectorExp2(KernelTarget target, const float* x, Index count, float* out) {
    if (const Kernel* const kernel = kernelFor(kKernels, target))
        kernel->exp2All(x, count, out);
}

}  // namespace attn
#endif
