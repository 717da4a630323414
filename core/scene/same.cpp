#include "core/scene/same.h"

#include <cmath>

namespace attn {

namespace {

bool sameNumber(double a, double b) {
    return a == b || (std::isnan(a) && std::isnan(b));
}

bool sameMask(const Mask& a, const Mask& b) {
    return a.causal == b.causal && a.window == b.window && a.globalTokens == b.globalTokens && a.paint == b.paint &&
           identical(a.keyPadding, b.keyPadding) && identical(a.explicitAllow, b.explicitAllow) &&
           identical(a.bias, b.bias);
}

bool sameWords(const Scene& a, const Scene& b) {
    return a.name == b.name && a.title == b.title && a.why == b.why && a.tags == b.tags && a.kept == b.kept &&
           a.tokens == b.tokens && a.contextTokens == b.contextTokens && a.tokenIds == b.tokenIds;
}

bool sameTensors(const Scene& a, const Scene& b) {
    for (const auto member : {&Scene::X, &Scene::Xkv, &Scene::Wq, &Scene::Wk, &Scene::Wv, &Scene::Wo, &Scene::bq,
                              &Scene::bk, &Scene::bv, &Scene::bo, &Scene::dOut})
        if (!identical(a.*member, b.*member))
            return false;
    return true;
}

bool sameShape(const TensorPtr& a, const TensorPtr& b) {
    return a == b || (a && b && a->shape() == b->shape());
}

}  // namespace

bool sameScene(const Scene& a, const Scene& b) {
    return sameWords(a, b) && a.heads == b.heads && a.kvHeads == b.kvHeads && a.scale.mode == b.scale.mode &&
           sameNumber(a.scale.value, b.scale.value) && sameNumber(a.temperature, b.temperature) &&
           a.emptyRow == b.emptyRow && a.maskedValues == b.maskedValues && a.precision == b.precision &&
           a.silenced == b.silenced && a.flash == b.flash && sameMask(a.mask, b.mask) && sameTensors(a, b);
}

bool sameShapes(const Scene& a, const Scene& b) {
    if (a.heads != b.heads || a.kvHeads != b.kvHeads)
        return false;
    for (const auto member : {&Scene::X, &Scene::Xkv, &Scene::Wq, &Scene::Wk, &Scene::Wv, &Scene::Wo})
        if (!sameShape(a.*member, b.*member))
            return false;
    return true;
}

}  // namespace attn
