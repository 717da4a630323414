#include "core/flash/vector_kernel.h"

#include <cmath>
#include <utility>

// Not compiled: what brings nothing over the others here.
#define HWY_DISABLED_TARGETS (HWY_AVX3_DL | HWY_SSSE3)
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
    std::int64_t required;  ///< Highway's bit
    VectorOutcome (*forward)(const ForwardJob&, float*);
    void (*exp2All)(const float*, Index, float*);
};

#define HEADSCOPE_KERNEL(TARGET, BIT, SPACE) \
    { KernelTarget::TARGET, BIT, SPACE::forward, SPACE::exp2All }

// The fastest first.
constexpr Kernel kKernels[] = {
#if HWY_TARGETS & HWY_AVX3
    HEADSCOPE_KERNEL(Avx512, HWY_AVX3, N_AVX3),
#endif
#if HWY_TARGETS & HWY_AVX2
    HEADSCOPE_KERNEL(Avx2, HWY_AVX2, N_AVX2),
#endif
#if HWY_TARGETS & HWY_SSE4
    HEADSCOPE_KERNEL(Sse4, HWY_SSE4, N_SSE4),
#endif
// Debian's x86-64 takes no vectors for granted that Highway could use.
#if HWY_STATIC_TARGET == HWY_SCALAR || HWY_STATIC_TARGET == HWY_EMU128 || !HWY_ARCH_X86
    {KernelTarget::Scalar, 0, HWY_STATIC_DISPATCH(forward), HWY_STATIC_DISPATCH(exp2All)},
#endif
};
#undef HEADSCOPE_KERNEL

const Kernel* kernelFor(KernelTarget target) {
    for (const Kernel& kernel : kKernels)
        if (kernel.target == target)
            return &kernel;
    return nullptr;
}

std::vector<KernelTarget> findTargets() {
    const std::int64_t supported = hwy::SupportedTargets();
    std::vector<KernelTarget> targets;
    for (const Kernel& kernel : kKernels)
        if (kernel.required == 0 || (supported & kernel.required) != 0)
            targets.push_back(kernel.target);
    return targets;
}

}  // namespace

const std::vector<KernelTarget>& availableTargets() {
    static const std::vector<KernelTarget> targets = findTargets();
    return targets;
}

const char* targetName(KernelTarget target) {
    switch (target) {
        case KernelTarget::Avx512:
            return "AVX-512";
        case KernelTarget::Avx2:
            return "AVX2";
        case KernelTarget::Sse4:
            return "SSE4";
        case KernelTarget::Scalar:
            break;
    }
    return "scalar";
}

const KernelTarget* bestTarget() {
    const KernelTarget* const best = availableTargets().data();
    return *best == KernelTarget::Scalar ? nullptr : best;
}

VectorOutcome flashHeadVector(KernelTarget target, View<const float> Q, View<const float> K, View<const float> V,
                              float scale, const HeadRules& rules, View<float> O, float* lse,
                              const Progress& progress) {
    const Kernel* const kernel = kernelFor(target);
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
    if (const Kernel* const kernel = kernelFor(target))
        kernel->exp2All(x, count, out);
}

}  // namespace attn
#endif
