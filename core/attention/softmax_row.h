#pragma once
#include <cstdint>
#include <limits>

#include "core/mask/head_rules.h"

namespace attn {

/// The largest logit of a row and the sum of exp(logit - max): what its weights are made with.
template <class T>
struct SoftmaxRow {
    T max = -std::numeric_limits<T>::infinity();
    T sum = 0;
};

/// The weights of one row from its logits: exp(logit - max) / sum.
///
/// Shapes    masked (nk) -> weights (nk), which may be one array
/// Masking   masked is -inf where not allowed; `allowed` counts the keys that are. Without one (and without a sink)
///           the weights follow the convention, and the figures are -inf and 0.
/// Accuracy  NaN and +inf spread as IEEE arithmetic says; logits that are all -inf give 0 / 0.
template <class T>
SoftmaxRow<T> softmaxRow(const T* masked, Index allowed, Index nk, const HeadRules& rules, T* weights);

}  // namespace attn
