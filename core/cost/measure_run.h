#pragma once
#include <cstdint>
#include <vector>

#include "core/base/result.h"
#include "core/base/shared_progress.h"
#include "core/cost/memory.h"

namespace attn {

/// Random Q, K and V, and room for O, for the longest run; a shorter one takes the first numbers of each. With
/// shape.backward also dO, and the gradients.
///
/// Accuracy  with a 16-bit precision the numbers are rounded to it, once.
template <class T>
struct MeasureInputs {
    std::vector<T> Q, K, V, O;
    std::vector<T> dO, dQ, dK, dV;

    MeasureInputs(const MemoryShape& shape, Index n, std::uint64_t seed);
};

/// One run on one thread.
struct Measured {
    double bytes = 0.0;  ///< The most held at one time beyond the inputs and what they have room for.
    double seconds = 0.0;
};

/// All heads of `shape` at length n, with every stage in memory; with shape.backward forward and backward.
///
/// Errors    Cancelled. `work` is worth n^2 for each head.
template <class T>
Result<Measured> measureNaive(const MemoryShape& shape, Index n, MeasureInputs<T>& inputs, SharedProgress& work);

/// The same in tiles.
template <class T>
Result<Measured> measureFlash(const MemoryShape& shape, Index n, MeasureInputs<T>& inputs, SharedProgress& work);

}  // namespace attn
