#include "core/evaluate/stage_rounding.h"

#include <cmath>
#include <tuple>

namespace attn {

StageRounding::StageRounding(Precision precision) {
    if (precision == Precision::F16)
        m_type = NarrowType::F16;
    if (precision == Precision::BF16)
        m_type = NarrowType::BF16;
}

Scene StageRounding::inputs(const Scene& scene) const {
    Scene rounded = scene;
    if (!m_type)
        return rounded;
    const auto round = [&](TensorPtr& tensor) {
        if (!tensor)
            return;
        Tensor copy = *tensor;
        for (Index i = 0; i < copy.size(); ++i)
            copy[i] = roundTo(*m_type, copy[i]);
        tensor = std::make_shared<const Tensor>(std::move(copy));
    };
    for (const auto member :
         {&Scene::X,  &Scene::Xkv, &Scene::Wq, &Scene::Wk, &Scene::Wv, &Scene::Wo,    &Scene::bq,    &Scene::bk,
          &Scene::bv, &Scene::bo,  &Scene::Q,  &Scene::K,  &Scene::V,  &Scene::pastK, &Scene::pastV, &Scene::A,
          &Scene::S,  &Scene::Hs,  &Scene::Wa, &Scene::Ua, &Scene::va, &Scene::ba})
        round(rounded.*member);
    round(rounded.mask.bias);
    return rounded;
}

void StageRounding::row(int order, const char* stage, Index batch, Index head, Index row, float* values,
                        Index count) {
    if (!m_type)
        return;
    Index overflow = -1;
    Index lost = -1;
    bool isAnyLeft = false;
    for (Index c = 0; c < count; ++c) {
        const float before = values[c];
        values[c] = static_cast<float>(roundTo(*m_type, static_cast<double>(before)));
        if (overflow < 0 && std::isfinite(before) && !std::isfinite(values[c]))
            overflow = c;
        if (lost < 0 && before != 0.0F && values[c] == 0.0F)
            lost = c;
        isAnyLeft = isAnyLeft || values[c] != 0.0F;
    }
    const bool isLost = lost >= 0 && !isAnyLeft;
    if (overflow < 0 && !isLost)
        return;
    const auto key = [](int stageOrder, const Broken& b) {
        return std::make_tuple(stageOrder, b.batch, b.head, b.row);
    };
    const Broken found{stage,
                       batch,
                       head,
                       row,
                       overflow >= 0 ? overflow : lost,
                       overflow >= 0 ? Broken::What::Overflow : Broken::What::Underflow};
    if (m_broken && key(m_brokenOrder, *m_broken) <= key(order, found))
        return;
    m_broken = found;
    m_brokenOrder = order;
}

void StageRounding::tensor(int order, const char* stage, TensorOf<float>& values) {
    if (!m_type)
        return;
    const Index rank = values.rank();
    const Index cols = values.dim(rank - 1);
    if (values.size() == 0)
        return;
    const Index rows = values.size() / cols;
    const Index perBatch = rows / values.dim(0);
    const bool hasHeads = rank >= 4;
    const Index perHead = hasHeads ? perBatch / values.dim(1) : perBatch;
    for (Index r = 0; r < rows; ++r)
        row(order, stage, r / perBatch, hasHeads ? r / perHead % values.dim(1) : -1, r % perHead,
            values.data() + r * cols, cols);
}

}  // namespace attn
