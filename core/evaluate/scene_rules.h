#pragma once
#include <optional>

#include "core/mask/head_rules.h"
#include "core/position/rotary.h"

namespace attn {

/// What a scene of softmax attention says about the logits and weights of each of its heads.
class SceneRules {
  public:
    /// `scene` outlives the rules.
    SceneRules(const Scene& scene, const Dimensions& dims);
    SceneRules(const SceneRules&) = delete;  // the rules of a head point into it
    SceneRules& operator=(const SceneRules&) = delete;

    const MaskRules& mask() const { return m_mask; }
    /// Of the weights or of the heads' output; none without dropout.
    const std::optional<DropoutRules>& dropout() const { return m_dropout; }
    bool drops(Dropout::Where where) const { return m_dropout && m_scene.dropout->where == where; }
    HeadRules ofHead(Index b, Index h) const;

  private:
    const Scene& m_scene;
    Index m_heads, m_cells;
    MaskRules m_mask;
    std::optional<DropoutRules> m_dropout;
};

/// The factor on the raw scores: scale / temperature; 1 for kinds without a softmax of q . k.
double effectiveScale(const Scene& scene, const Dimensions& dims);

/// The rotation of `n` rows of Q or K that start at position `first`; `dk` is their width.
Rotary rotaryOf(const Position& position, Index dk, Index first, Index n);

}  // namespace attn
