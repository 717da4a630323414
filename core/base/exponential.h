#pragma once
#include "core/base/tensor.h"

namespace attn {

/// out[j] = exp(x[j] - shift) for j < count; `out` may be `x`. Defined for float and double.
///
/// Accuracy  within 4 units in the last place, also below the smallest normal number; exp(-inf) and what is below the
///           smallest number are exactly 0; NaN spreads; inf - inf is NaN.
template <class T>
void exponentials(const T* x, T shift, Index count, T* out);

/// The largest of `count` numbers: -inf of none, NaN as soon as one is NaN. Defined for float and double.
template <class T>
T largest(const T* x, Index count);

}  // namespace attn
