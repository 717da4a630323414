#pragma once
#include <cstdint>
#include <functional>

#include "core/base/progress.h"
#include "core/base/view.h"
#include "core/mask/head_rules.h"

namespace attn {

/// The stages of one head in the order in which they are made.
enum class HeadStage { Scores, Scaled, Capped, Masked, RowMax, RowSum, Lse, Weights, Dropped, HeadOut };

/// Where naiveHead puts its stages. The (nq x nk) blocks may be one and the same where a stage need not be kept:
/// each may be the one before it. rowMax, rowSum, lse, allowed and finish may be null.
template <class T>
struct NaiveStages {
    T* scores = nullptr;              ///< (nq x nk) q . k
    T* scaled = nullptr;              ///< (nq x nk) scores * scale
    T* masked = nullptr;              ///< (nq x nk) capped + bias, -inf where not allowed
    T* weights = nullptr;             ///< (nq x nk)
    std::uint8_t* allowed = nullptr;  ///< (nq x nk)
    T* rowMax = nullptr;              ///< (nq)
    T* rowSum = nullptr;              ///< (nq)
    T* lse = nullptr;                 ///< (nq)
    T* capped = nullptr;              ///< (nq x nk) softcap * tanh(scaled / softcap); null: scaled, no soft cap then
    T* dropped = nullptr;             ///< (nq x nk) weights after dropout; null: weights, no dropout then
    /// Called with each row of a stage as soon as it is complete and before the next stage reads it: (stage, row,
    /// numbers, how many). It may change them, as rounding to a narrower type does.
    std::function<void(HeadStage, Index, T*, Index)> finish = {};
};

/// One head of attention as the formula says it, with every stage in memory.
///
///     O = dropout(softmax(mask(cap(scale * Q K^T) + bias))) V
///
/// Shapes    Q (nq x dk), K (nk x dk), V (nk x dv) -> O (nq x dv); any size may be 0.
/// Units     scale is dimensionless, normally 1 / sqrt(dk); rowMax and lse are natural-log logits.
/// Masking   a forbidden key has weight 0 exactly. A row without an allowed key (and without a sink) follows the
///           conventions; its rowMax and lse are -inf and its rowSum 0. Uniform means 1 / nk for all keys, forbidden
///           ones too. With Skip, a forbidden value is left out of the sum, and an empty row of zeros reads no value
///           at all; with Ieee, 0 x NaN = NaN.
/// Errors    false when stopped by `progress` (asked once per block of rows); the stages are then unfinished.
/// Accuracy  NaN and +inf spread as IEEE arithmetic says. A row whose allowed logits are all -inf has rowSum 0 and
///           weights 0 / 0 = NaN.
///           A row of every stage depends on the same row of Q, on K and on V alone, bit for bit, whatever the other
///           rows are (see multiply). e^x is within 2 units in the last place.
/// Memory    beyond the stages and O: at most nk bytes and 1 MiB; O(nk * dk) where K is larger than 256 KiB; O(nk * dv)
///           when Skip meets values that are not finite.
/// Source    eq. 1, Vaswani et al. 2017, arXiv:1706.03762.
template <class T>
bool naiveHead(View<const T> Q, View<const T> K, View<const T> V, T scale, const HeadRules& rules,
               const NaiveStages<T>& stages, View<T> O, const Progress& progress = {});

}  // namespace attn
