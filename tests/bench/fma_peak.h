#pragma once
#include "core/base/vector_target.h"

namespace attn::bench {

/// Runs 2 * rounds * 12 fused multiply-adds (SSE4 and scalar: products and sums) of whole vectors, all in registers,
/// and returns how many floating-point operations these are. The fastest run is the peak of the processor for
/// `target`.
double runMultiplyAdds(KernelTarget target, int rounds);

}  // namespace attn::bench
