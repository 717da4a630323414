#pragma once
#include "core/base/tensor.h"
#include "core/base/vector_target.h"

namespace attn {

// What a softmax does to a row of numbers, with vectors. Defined for float and double.

/// out[j] = exp(x[j] - shift) for j < count; `out` may be `x`. Returns the sum of out, whose order depends on `count`
/// and the target alone.
///
/// Accuracy  within 2 units in the last place, also below the smallest normal number; exp(-inf) and what is below
/// half
///           of the smallest number are exactly 0; NaN spreads; inf - inf is NaN.
template <class T>
T exponentials(const T* x, T shift, Index count, T* out, KernelTarget target = availableTargets().front());

/// The largest of `count` numbers: -inf of none, NaN as soon as one is NaN.
template <class T>
T largest(const T* x, Index count, KernelTarget target = availableTargets().front());

/// out[j] = x[j] * factor for j < count; `out` may be `x`.
template <class T>
void scaleNumbers(const T* x, T factor, Index count, T* out, KernelTarget target = availableTargets().front());

/// The sum of x[j] * y[j] for j < count, whose order depends on `count` and the target alone.
template <class T>
T sumOfProducts(const T* x, const T* y, Index count, KernelTarget target = availableTargets().front());

}  // namespace attn
