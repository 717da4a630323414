#pragma once
#include <cstdint>

#include "core/base/progress.h"
#include "core/base/view.h"
#include "core/scene/scene.h"

namespace attn {

/// Which keys a query of linearHead may attend: key j when (j <= i + offset, if causal) AND padding[j]; or, when
/// `allowed` is given, what that says and nothing else.
struct LinearMask {
    bool isCausal = false;
    Index offset = 0;                       ///< Used when causal; any number.
    const std::uint8_t* padding = nullptr;  ///< (nk), 1 = a real key; null: all are.
    const std::uint8_t* allowed = nullptr;  ///< (nq x nk), for rules of any other kind; null: none.

    /// Causal and general masks have a state for each query, otherwise one state serves all.
    bool hasStatePerQuery() const { return isCausal || allowed != nullptr; }
};

/// Where linearHead puts what it makes; each may be null. `states` is nq or 1, see LinearMask::hasStatePerQuery.
template <class T>
struct LinearStages {
    T* phiQ = nullptr;         ///< (nq x dk)
    T* phiK = nullptr;         ///< (nk x dk), of forbidden keys too
    T* kernel = nullptr;       ///< (nq x nk) phi(q_i) . phi(k_j), 0 where not allowed
    T* weights = nullptr;      ///< (nq x nk) kernel over denominator
    T* denominator = nullptr;  ///< (nq) phi(q_i) . z + eps
    T* stateS = nullptr;       ///< (states x dk x dv) sum over the allowed keys of phi(k_j) v_j^T
    T* stateZ = nullptr;       ///< (states x dk) sum over the allowed keys of phi(k_j)
};

/// One head of linear attention, by sums over keys instead of an (nq x nk) matrix:
///
///     phi(x) = x + 1 for x > 0, exp(x) otherwise
///     o_i    = phi(q_i)^T S_i / (phi(q_i)^T z_i + eps),   S_i = sum_j phi(k_j) v_j^T,   z_i = sum_j phi(k_j)
///
/// over the keys j that query i may attend. It replaces the softmax, it does not approximate it; there is no scale.
///
/// Shapes    Q (nq x dk), K (nk x dk), V (nk x dv) -> O (nq x dv); any size may be 0.
/// Units     phi, kernel and weights are dimensionless; eps >= 0 is added to the denominator, 0 for none.
/// Masking   a forbidden key takes no part, whatever it holds: NaN in it does not spread. A row without an allowed
///           key has weights 0, NaN or 1 / nk as `emptyRow` says, whatever eps is, and an output to match (Zero:
///           zeros); its denominator is eps.
/// Errors    false when stopped by `progress` (asked once per 64 rows and keys); the stages are then unfinished.
/// Accuracy  equals weights times V up to the order of additions. A denominator of 0 with an allowed key (all
///           features below the smallest number) gives 0 / 0 = NaN; NaN and infinities spread as IEEE arithmetic
///           says.
/// Memory    beyond the stages and O: O((nq + nk + dv) * dk); kernel and weights are made only when asked for.
/// Cost      O((nq + nk) dk dv); with `allowed` O(nq nk (dk + dv)), and its states O(nq nk dk dv) when asked for.
/// Source    Katharopoulos et al. 2020, arXiv:2006.16236, eqs. 4 to 12.
template <class T>
bool linearHead(View<const T> Q, View<const T> K, View<const T> V, T eps, const LinearMask& mask, EmptyRow emptyRow,
                const LinearStages<T>& stages, View<T> O, const Progress& progress = {});

/// The gradients of a loss through linearHead, dO being the one with respect to O.
///
/// Shapes    dO (nq x dv) -> dQ (nq x dk), dK (nk x dk), dV (nk x dv); they are overwritten, not added to.
/// Masking   a key that no query may attend has gradient 0. The weights of a row without an allowed key are
///           constants: Q and K get nothing from it, V gets weight times dO (Zero: nothing, NaN: NaN for every
///           key).
/// Errors    false when stopped by `progress`; the gradients are then unfinished.
/// Accuracy  at 0 the derivative of phi is 1, from both sides.
/// Memory    beyond the gradients: O((nq + nk)(dk + dv) + dk dv), whatever the mask.
/// Cost      as the forward pass, times about three.
template <class T>
bool linearHeadBackward(View<const T> Q, View<const T> K, View<const T> V, T eps, const LinearMask& mask,
                        EmptyRow emptyRow, View<const T> dO, View<T> dQ, View<T> dK, View<T> dV,
                        const Progress& progress = {});

}  // namespace attn
