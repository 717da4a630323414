#pragma once
#include <vector>

namespace attn {

/// An instruction set for which the vector kernels are compiled. Scalar: one number at a time.
enum class KernelTarget { Scalar, Sse4, Avx2, Avx512 };

/// Those that this processor has, the fastest first; never empty. The environment variable HEADSCOPE_TARGET may name
/// one (as targetName does): those that are faster are then left out, so that a slower path can be tried.
const std::vector<KernelTarget>& availableTargets();

/// "AVX-512", "AVX2", "SSE4", "scalar".
const char* targetName(KernelTarget target);

}  // namespace attn
