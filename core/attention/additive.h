#pragma once
#include <cstdint>

#include "core/base/progress.h"
#include "core/base/view.h"
#include "core/mask/mask_rules.h"

namespace attn {

/// What additive attention reads: one batch item.
template <class T>
struct AdditiveInputs {
    View<const T> S;                        ///< (nq x ds) queries, the decoder's states
    View<const T> Hs;                       ///< (nk x dh) keys and values, the encoder's states
    View<const T> Wa;                       ///< (ds x da)
    View<const T> Ua;                       ///< (dh x da)
    const T* va = nullptr;                  ///< (da)
    const T* ba = nullptr;                  ///< (da); null: no bias
    const std::uint8_t* allowed = nullptr;  ///< (nq x nk), 1 = may attend; null: all may
    MaskConventions conventions;
};

/// Where additiveAttention puts what it makes; each may be null.
template <class T>
struct AdditiveStages {
    T* projS = nullptr;    ///< (nq x da) S W_a, without the bias
    T* projH = nullptr;    ///< (nk x da) H U_a
    T* scores = nullptr;   ///< (nq x nk) e, of forbidden keys too
    T* rowMax = nullptr;   ///< (nq) largest allowed score; -inf for an empty row
    T* rowSum = nullptr;   ///< (nq) sum over the allowed keys of exp(e - rowMax); 0 for an empty row
    T* lse = nullptr;      ///< (nq) rowMax + ln rowSum; -inf for an empty row
    T* weights = nullptr;  ///< (nq x nk)
};

/// Additive attention: a small network with one hidden layer scores each pair of states.
///
///     e_ij = v_a . tanh(s_i W_a + h_j U_a + b_a),   context_i = sum_j softmax_j(e_ij) h_j
///
/// Shapes    context (nq x dh); any size may be 0.
/// Units     scores are natural-log logits, used without a scale.
/// Masking   a forbidden key has weight 0 exactly; rows without an allowed key, and forbidden values that are not
///           finite, follow the conventions as in naiveHead.
/// Errors    false when stopped by `progress` (asked once per query); the stages are then unfinished.
/// Accuracy  each row of weights with an allowed key sums to 1 within nk * epsilon; NaN and infinities spread as
///           IEEE arithmetic says.
/// Memory    beyond the stages: O((nq + nk) da + nk).
/// Cost      O(nq nk (da + dh)), of it nq * nk * da hyperbolic tangents.
/// Source    Bahdanau, Cho & Bengio 2015, arXiv:1409.0473, appendix A.1.2.
template <class T>
bool additiveAttention(const AdditiveInputs<T>& in, const AdditiveStages<T>& stages, View<T> context,
                       const Progress& progress = {});

/// Gradients of a loss with respect to what additiveAttention reads and makes. Each may be null.
template <class T>
struct AdditiveGradients {
    T* dS = nullptr;        ///< (nq x ds)
    T* dHs = nullptr;       ///< (nk x dh), as keys and as values
    T* dWa = nullptr;       ///< (ds x da)
    T* dUa = nullptr;       ///< (dh x da)
    T* dva = nullptr;       ///< (da)
    T* dba = nullptr;       ///< (da); also without a bias, as if it were zeros
    T* dWeights = nullptr;  ///< (nq x nk) dContext_i . h_j, of forbidden keys too
    T* dScores = nullptr;   ///< (nq x nk) P (dP - D), 0 where not allowed
    T* D = nullptr;         ///< (nq) sum_j P_ij dP_ij
};

/// The gradients of a loss through additiveAttention, from the one with respect to its context (nq x dh). They are
/// overwritten, not added to.
///
/// Masking   the weights of a row without an allowed key are constants: its scores get no gradient, its values
///           weight times dContext (Zero: nothing, NaN: NaN for every key).
/// Errors    false when stopped by `progress`; the gradients are then unfinished.
/// Memory    beyond the gradients: O((nq + nk)(da + dh) + nk), whatever nq * nk is.
/// Cost      as the forward pass, times about three: scores and weights are made again.
template <class T>
bool additiveBackward(const AdditiveInputs<T>& in, View<const T> dContext, const AdditiveGradients<T>& gradients,
                      const Progress& progress = {});

}  // namespace attn
