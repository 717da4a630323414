#pragma once
// For a .cpp that Highway compiles once for each instruction set (foreach_target.h) and that lists what came of it in
// a table. Include this before foreach_target.h.
#include <cassert>
#include <type_traits>

#include "core/base/vector_target.h"

// Not compiled: what brings nothing over the others here.
#define HWY_DISABLED_TARGETS (HWY_AVX3_DL | HWY_SSSE3)
#include "hwy/detect_targets.h"

#define HEADSCOPE_IN_AVX3(NAME) N_AVX3::NAME
#define HEADSCOPE_IN_AVX2(NAME) N_AVX2::NAME
#define HEADSCOPE_IN_SSE4(NAME) N_SSE4::NAME
#define HEADSCOPE_IN_STATIC(NAME) HWY_STATIC_DISPATCH(NAME)

#if HWY_TARGETS & HWY_AVX3
#define HEADSCOPE_ON_AVX3(ENTRY) ENTRY(KernelTarget::Avx512, HEADSCOPE_IN_AVX3)
#else
#define HEADSCOPE_ON_AVX3(ENTRY)
#endif
#if HWY_TARGETS & HWY_AVX2
#define HEADSCOPE_ON_AVX2(ENTRY) ENTRY(KernelTarget::Avx2, HEADSCOPE_IN_AVX2)
#else
#define HEADSCOPE_ON_AVX2(ENTRY)
#endif
#if HWY_TARGETS & HWY_SSE4
#define HEADSCOPE_ON_SSE4(ENTRY) ENTRY(KernelTarget::Sse4, HEADSCOPE_IN_SSE4)
#else
#define HEADSCOPE_ON_SSE4(ENTRY)
#endif
// Debian's x86-64 takes no vectors for granted that Highway could use.
#if HWY_STATIC_TARGET == HWY_SCALAR || HWY_STATIC_TARGET == HWY_EMU128 || !HWY_ARCH_X86
#define HEADSCOPE_ON_SCALAR(ENTRY) ENTRY(KernelTarget::Scalar, HEADSCOPE_IN_STATIC)
#else
#define HEADSCOPE_ON_SCALAR(ENTRY)
#endif

/// ENTRY(target, IN) for each instruction set that was compiled, the fastest first, where IN(name) is its function
/// `name` in the namespace around HWY_NAMESPACE. An entry ends with a comma.
#define HEADSCOPE_EACH_TARGET(ENTRY) \
    HEADSCOPE_ON_AVX3(ENTRY)         \
    HEADSCOPE_ON_AVX2(ENTRY)         \
    HEADSCOPE_ON_SSE4(ENTRY)         \
    HEADSCOPE_ON_SCALAR(ENTRY)

namespace attn {

/// The entry of a table whose `target` is the one asked for; null if there is none.
template <class Kernel, int kCount>
const Kernel* kernelFor(const Kernel (&kernels)[kCount], KernelTarget target) {
    for (const Kernel& kernel : kernels)
        if (kernel.target == target)
            return &kernel;
    return nullptr;
}

/// Of a table with `floats` and `doubles` in each entry, those for T. `target` is available, so it has an entry.
template <class T, class Kernel, int kCount>
const auto& functionsOf(const Kernel (&kernels)[kCount], KernelTarget target) {
    const Kernel* const kernel = kernelFor(kernels, target);
    assert(kernel);
    if constexpr (std::is_same_v<T, float>)
        return kernel->floats;
    else
        return kernel->doubles;
}

}  // namespace attn
