#pragma once
#include <cstdint>

#include "core/base/tensor.h"

namespace attn {

/// Seeded random numbers that are the same on every platform and for ever, so that a scene file may name them.
///
///     SplitMix64:  state += 0x9E3779B97F4A7C15;  z = state;
///                  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;  z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
///                  return z ^ (z >> 31)
///     uniform      (top 53 bits) / 2^53, in [0, 1)
///     normal       the quantile of the normal distribution at (top 53 bits + 0.5) / 2^53: Wichura's algorithm AS 241
///                  (PPND16), its logarithm from the series of artanh, so that nothing depends on the C library
///
/// Source    Steele, Lea & Flood 2014, "Fast splittable pseudorandom number generators"; Wichura 1988, "Algorithm AS 241:
///           The percentage points of the normal distribution", Applied Statistics 37 (3).
class Random {
  public:
    explicit Random(std::uint64_t seed) : m_state(seed) {}

    std::uint64_t next();
    /// In [0, 1), 53 random bits.
    double uniform();
    /// Mean 0, variance 1. Accuracy: within 1e-14 (relative) of the exact quantile; |value| < 8.3.
    double normal();

  private:
    std::uint64_t m_state;
};

/// The number that the (index + 1)-th call of Random(seed).uniform() gives, without the calls before it.
double uniformAt(std::uint64_t seed, std::uint64_t index);

enum class Distribution { Normal, Uniform };  ///< Uniform means [-1, 1) before scaling.

/// A tensor filled in row-major order with scale * (normal or uniform on [-1, 1)) from Random(seed).
Tensor randomTensor(const Shape& shape, Distribution distribution, std::uint64_t seed, double scale);

}  // namespace attn
