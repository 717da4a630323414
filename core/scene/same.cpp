#include "core/scene/same.h"

#include <cmath>

namespace attn {

namespace {

bool sameNumber(double a, double b) {
    return a == b || (std::isnan(a) && std::isnan(b));
}

bool sameBlock(const std::optional<BlockPattern>& a, const std::optional<BlockPattern>& b) {
    return a.has_value() == b.has_value() && (!a || (a->size == b->size && identical(a->pattern, b->pattern)));
}

bool sameDropout(const std::optional<Dropout>& a, const std::optional<Dropout>& b) {
    return a.has_value() == b.has_value() &&
           (!a || (a->where == b->where && a->p == b->p && a->seed == b->seed && identical(a->keep, b->keep)));
}

bool sameModifiers(const Scene& a, const Scene& b) {
    return sameNumber(a.softcap, b.softcap) && a.position == b.position && a.sink == b.sink &&
           sameDropout(a.dropout, b.dropout) && a.loss == b.loss && sameNumber(a.eps, b.eps) && a.layer == b.layer &&
           a.kvLengths == b.kvLengths;
}

/// Every member that is a tensor.
constexpr TensorPtr Scene::*kTensors[] = {
    &Scene::X,  &Scene::Xkv, &Scene::Wq, &Scene::Wk, &Scene::Wv, &Scene::Wo,    &Scene::bq,    &Scene::bk,
    &Scene::bv, &Scene::bo,  &Scene::Q,  &Scene::K,  &Scene::V,  &Scene::pastK, &Scene::pastV, &Scene::A,
    &Scene::S,  &Scene::Hs,  &Scene::Wa, &Scene::Ua, &Scene::va, &Scene::ba,    &Scene::dOut};

bool sameMask(const Mask& a, const Mask& b) {
    return a.causal == b.causal && a.window == b.window && sameBlock(a.block, b.block) &&
           a.globalTokens == b.globalTokens && a.paint == b.paint && identical(a.keyPadding, b.keyPadding) &&
           identical(a.explicitAllow, b.explicitAllow) && identical(a.bias, b.bias);
}

bool sameWords(const Scene& a, const Scene& b) {
    return a.name == b.name && a.title == b.title && a.why == b.why && a.tags == b.tags && a.kept == b.kept &&
           a.tokens == b.tokens && a.contextTokens == b.contextTokens && a.tokenIds == b.tokenIds;
}

bool sameTensors(const Scene& a, const Scene& b) {
    for (const auto member : kTensors)
        if (!identical(a.*member, b.*member))
            return false;
    return true;
}

bool isBias(TensorPtr Scene::*member) {
    return member == &Scene::bq || member == &Scene::bk || member == &Scene::bv || member == &Scene::bo ||
           member == &Scene::ba || member == &Scene::dOut;
}

bool sameShape(const TensorPtr& a, const TensorPtr& b) {
    return a == b || (a && b && a->shape() == b->shape());
}

}  // namespace

bool sameScene(const Scene& a, const Scene& b) {
    return a.kind == b.kind && sameWords(a, b) && sameModifiers(a, b) && a.heads == b.heads &&
           a.kvHeads == b.kvHeads && a.scale.mode == b.scale.mode && sameNumber(a.scale.value, b.scale.value) &&
           sameNumber(a.temperature, b.temperature) && a.emptyRow == b.emptyRow && a.maskedValues == b.maskedValues &&
           a.precision == b.precision && a.silenced == b.silenced && a.flash == b.flash && sameMask(a.mask, b.mask) &&
           sameTensors(a, b);
}

bool sameShapes(const Scene& a, const Scene& b) {
    if (a.kind != b.kind || a.heads != b.heads || a.kvHeads != b.kvHeads)
        return false;
    // Biases and dOut have the shapes that the matrices give them.
    for (const auto member : kTensors)
        if (!isBias(member) && !sameShape(a.*member, b.*member))
            return false;
    return true;
}

}  // namespace attn
