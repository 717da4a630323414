#include "core/evaluate/scene_rules.h"

#include <cmath>

namespace attn {

SceneRules::SceneRules(const Scene& scene, const Dimensions& dims)
    : m_scene(scene), m_heads(dims.heads), m_cells(dims.nq * dims.nk), m_mask(scene, dims) {
    if (scene.dropout)
        m_dropout.emplace(*scene.dropout);
}

HeadRules SceneRules::ofHead(Index b, Index h) const {
    HeadRules rules{{&m_mask, b, h}, {m_scene.emptyRow, m_scene.maskedValues}, m_scene.softcap, {}, nullptr, 0};
    if (m_scene.sink)
        rules.sink = m_scene.sink->logits.empty() ? 0.0 : m_scene.sink->logits[static_cast<std::size_t>(h)];
    if (drops(Dropout::Where::Weights)) {
        rules.dropout = &*m_dropout;
        rules.firstWeight = (b * m_heads + h) * m_cells;
    }
    return rules;
}

double effectiveScale(const Scene& scene, const Dimensions& dims) {
    if (scene.kind != Kind::Mha && scene.kind != Kind::Qkv)
        return 1.0;
    const double scale = scene.scale.mode == ScaleMode::RsqrtDk ? 1.0 / std::sqrt(static_cast<double>(dims.dk))
                         : scene.scale.mode == ScaleMode::None  ? 1.0
                                                                : scene.scale.value;
    return scale / scene.temperature;
}

Rotary rotaryOf(const Position& position, Index dk, Index first, Index n) {
    const Index width = position.rotaryDim == 0 ? dk : position.rotaryDim;
    return {position.style, width, position.base, first, n};
}

}  // namespace attn
