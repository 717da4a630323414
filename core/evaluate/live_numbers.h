#pragma once
#include <memory>
#include <optional>
#include <vector>

#include "core/evaluate/arrays.h"
#include "core/evaluate/evaluation.h"
#include "core/evaluate/scene_rules.h"

namespace attn {

/// What is kept of a share, rest * base + gain * lifted: the base has the numbers of LiveNumbers::shares.
template <class T>
struct ShareState {
    T sum = 0;              ///< The row's sum that the base was divided by: rest = sum / rowSum.
    T gain = 0;             ///< of the lifted key
    bool isLifted = false;  ///< The base is without the part's lifted key.
};

/// A key that stands outside the shares of a part, with its value times W_o.
template <class T>
struct LiftedKey {
    Index key = -1;
    std::vector<T> share;  ///< [dOut]
};

/// What a KeptEvaluation holds, in T. The stages that are made on demand read it.
template <class T>
struct LiveNumbers {
    Scene scene;
    Dimensions dims;
    std::optional<SceneRules> rules;  ///< of `scene`
    double effectiveScale = 1.0;
    TensorOf<T> Xpos, XkvPos;         ///< only with sinusoidal positions
    TensorOf<T> Q, K, V;              ///< as in Evaluation
    TensorOf<T> Qrot, Krot;           ///< only with rotary positions
    TensorOf<T> scores;               ///< [B, H, nq, nk]
    TensorOf<T> rowMax, rowSum, lse;  ///< [B, H, nq]
    TensorOf<T> largestSum;           ///< [B, H, nq]: since the row was last made anew
    TensorOf<T> headOut;              ///< [B, H, nq, dv]
    TensorOf<T> shares;  ///< [B, nq, H, dOut]: what each head adds to the output; only where that is kept
    std::vector<ShareState<T>> shareStates;     ///< [B, H, nq], with shares
    std::vector<LiftedKey<T>> lifted;           ///< [B, H], with shares
    TensorOf<T> output;                         ///< [B, nq, dOut]
    std::shared_ptr<const BoolTensor> allowed;  ///< [B, H, nq, nk]

    bool isMasked() const { return !rules->mask().forbidsNothing(); }
    const std::uint8_t* allowedRow(Index row) const { return isMasked() ? allowed->data() + row * dims.nk : nullptr; }
    const TensorOf<T>& scoreQ() const { return Qrot.size() > 0 ? Qrot : Q; }
    const TensorOf<T>& scoreK() const { return Krot.size() > 0 ? Krot : K; }
    T scale() const { return static_cast<T>(effectiveScale); }
};

/// The logits of keys j0 .. j1 - 1 of query i from their scores; `cells` holds their mask, null: all are allowed.
/// `logits` may be `scores`.
template <class T>
void logitsFromScores(const HeadRules& rules, T scale, Index i, Index j0, Index j1, const std::uint8_t* cells,
                      const T* scores, T* logits);

/// Adds to `out` the stages that are made on demand from `numbers`, which they keep alive.
template <class T>
void addMadeStages(const std::shared_ptr<const LiveNumbers<T>>& numbers, Evaluation& out);

}  // namespace attn
