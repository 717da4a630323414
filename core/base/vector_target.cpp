#include "core/base/vector_target.h"

#include <cstdint>
#include <cstdlib>
#include <string>

#include "core/base/vector_dispatch.h"
#include "hwy/targets.h"

namespace attn {

namespace {

/// Highway's bit; 0 for what every processor has.
std::int64_t requiredBit(KernelTarget target) {
    switch (target) {
        case KernelTarget::Avx512:
            return HWY_AVX3;
        case KernelTarget::Avx2:
            return HWY_AVX2;
        case KernelTarget::Sse4:
            return HWY_SSE4;
        case KernelTarget::Scalar:
            break;
    }
    return 0;
}

std::vector<KernelTarget> findTargets() {
#define HEADSCOPE_TARGET_ONLY(TARGET, IN) TARGET,
    constexpr KernelTarget kCompiled[] = {HEADSCOPE_EACH_TARGET(HEADSCOPE_TARGET_ONLY)};
#undef HEADSCOPE_TARGET_ONLY
    const std::int64_t supported = hwy::SupportedTargets();
    const char* const wanted = std::getenv("HEADSCOPE_TARGET");
    std::vector<KernelTarget> targets;
    for (const KernelTarget target : kCompiled) {
        const std::int64_t required = requiredBit(target);
        if (required != 0 && (supported & required) == 0)
            continue;
        if (wanted && std::string(wanted) == targetName(target))
            targets.clear();
        targets.push_back(target);
    }
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

}  // namespace attn
