#pragma once
#include <cmath>
#include <optional>

#include "core/mask/dropout_rules.h"
#include "core/mask/mask_rules.h"

namespace attn {

/// What one head does to its logits and weights, besides the scale: mask, soft cap, sink and dropout.
///
///     capped  = softcap > 0 ? softcap * tanh(scaled / softcap) : scaled
///     logit   = capped + bias, -inf where not allowed
///     weight  = exp(logit - m) / (sum exp(logit - m) + exp(sink - m)),   m = the largest of logits and sink
///     dropped = weight * dropout factor
///
/// Masking   with a sink no row is empty: a row without an allowed key has weights 0, and its m, sum and lse are the
///           sink's.
/// Source    soft cap: Gemma 2 (arXiv:2408.00118); sink: gpt-oss, and "softmax off by one" with a logit of 0.
struct HeadRules {
    HeadMask mask = {};
    MaskConventions conventions = {};
    double softcap = 0.0;
    std::optional<double> sink = {};
    const DropoutRules* dropout = nullptr;  ///< Of the weights; null: none.
    Index firstWeight = 0;                  ///< The dropout's index of this head's weight (0, 0).

    /// The scaled score under the soft cap, if there is one.
    template <class T>
    T capped(T scaled) const {
        const auto most = static_cast<T>(softcap);
        return softcap > 0.0 ? most * std::tanh(scaled / most) : scaled;
    }
    /// By what dropout multiplies the weight of query i on key j, one of `keys`; 1 without dropout.
    double dropoutFactor(Index i, Index j, Index keys) const {
        return dropout ? dropout->factor(firstWeight + i * keys + j) : 1.0;
    }
};

}  // namespace attn
