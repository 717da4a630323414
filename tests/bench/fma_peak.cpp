#include "tests/bench/fma_peak.h"

#include <atomic>

#include "core/base/vector_dispatch.h"
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "tests/bench/fma_peak.cpp"
#include "hwy/foreach_target.h"
//
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace attn::bench {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

inline double multiplyAdds(int rounds, float* out) {
    const hn::ScalableTag<float> d;
    constexpr int kSums = 12;
    const auto a = hn::Set(d, out[0]);
    const auto b = hn::Set(d, out[1]);
    hn::Vec<decltype(d)> sum[kSums];
    for (int k = 0; k < kSums; ++k)
        sum[k] = hn::Set(d, static_cast<float>(k));
    for (int r = 0; r < rounds; ++r)
        for (int twice = 0; twice < 2; ++twice)
            for (int k = 0; k < kSums; ++k)
                sum[k] = hn::MulAdd(sum[k], a, b);
    auto all = sum[0];
    for (int k = 1; k < kSums; ++k)
        all = hn::Add(all, sum[k]);
    out[2] = hn::GetLane(hn::SumOfLanes(d, all));
    return 2.0 * 2.0 * kSums * rounds * static_cast<double>(hn::Lanes(d));
}

}  // namespace HWY_NAMESPACE
}  // namespace attn::bench
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace attn::bench {

namespace {

struct Kernel {
    KernelTarget target;
    double (*run)(int, float*);
};

#define HEADSCOPE_KERNEL(TARGET, IN) {TARGET, IN(multiplyAdds)},
constexpr Kernel kKernels[] = {HEADSCOPE_EACH_TARGET(HEADSCOPE_KERNEL)};
#undef HEADSCOPE_KERNEL

}  // namespace

double runMultiplyAdds(KernelTarget target, int rounds) {
    // The numbers are not known to the compiler, and the result is used.
    static float numbers[3] = {0.999F, 0.001F, 0.0F};
    std::atomic_signal_fence(std::memory_order_seq_cst);
    const Kernel* const kernel = kernelFor(kKernels, target);
    return kernel ? kernel->run(rounds, numbers) : 0.0;
}

}  // namespace attn::bench
#endif
