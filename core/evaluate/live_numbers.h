#pragma once
#include <memory>
#include <optional>

#include "core/evaluate/arrays.h"
#include "core/evaluate/evaluation.h"
#include "core/evaluate/scene_rules.h"

namespace attn {

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
    TensorOf<T> output;  ///< [B, nq, dOut]
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
