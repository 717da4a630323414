#pragma once
#include "core/attention/naive.h"

namespace attn {

/// What one head's forward pass left in memory; (nq x nk) each.
template <class T>
struct KeptStages {
    const T* weights = nullptr;
    const T* dropped = nullptr;             ///< Null without dropout on the weights.
    const T* capped = nullptr;              ///< Null without a soft cap.
    const std::uint8_t* allowed = nullptr;  ///< Null: every key is allowed.
};

/// Where naiveHeadBackward puts its stages; any may be null.
template <class T>
struct BackwardStages {
    T* dWeights = nullptr;  ///< (nq x nk) of the weights before dropout
    T* dLogits = nullptr;   ///< (nq x nk) of what enters the softmax
    T* dScores = nullptr;   ///< (nq x nk) of the raw scores
    T* D = nullptr;         ///< (nq) sum_j P_ij dP_ij
};

/// The gradient of one head, as the chain rule says it.
///
///     dV = P~^T dO;  dP = (dO V^T) o Z;  D_i = sum_j P_ij dP_ij;  dL = P o (dP - D);
///     dS = scale * dL o (1 - (capped / softcap)^2);  dQ = dS K;  dK = dS^T Q;     P~ = P o Z, Z the dropout
///
/// Shapes    Q, dQ (nq x dk); K, dK (nk x dk); V, dV (nk x dv); dO (nq x dv). dQ is set; dK and dV are added to, so
///           that heads may share them.
/// Masking   a forbidden pair passes no gradient back whatever its value. The weights of a row without an allowed key
///           are constants: only V gets a gradient from it.
/// Errors    false when stopped by `progress` (asked once per block of rows).
/// Memory    beyond the stages: one block of rows of dP, 1 MiB, and O(nk * dv) where V is larger than 256 KiB.
/// Source    appendix B.2, Dao et al. 2022, arXiv:2205.14135.
template <class T>
bool naiveHeadBackward(View<const T> Q, View<const T> K, View<const T> V, View<const T> dO, T scale,
                       const HeadRules& rules, const KeptStages<T>& kept, const BackwardStages<T>& stages, View<T> dQ,
                       View<T> dK, View<T> dV, const Progress& progress = {});

}  // namespace attn
