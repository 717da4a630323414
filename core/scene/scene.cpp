#include "core/scene/scene.h"

namespace attn {

namespace {

std::string labelOf(const std::vector<std::string>& labels, Index at, char letter) {
    if (at >= 0 && static_cast<std::size_t>(at) < labels.size())
        return labels[static_cast<std::size_t>(at)];
    return letter + std::to_string(at);
}

/// The keys are not the queries' own tokens.
bool hasOwnKeys(const Scene& scene) {
    if (scene.Xkv || scene.Hs || !scene.contextTokens.empty())
        return true;
    if (scene.kind == Kind::Qkv && scene.Q && scene.K && scene.Q->rank() == 4 && scene.K->rank() == 4)
        return scene.pastK || scene.Q->dim(2) != scene.K->dim(2);
    return scene.kind == Kind::Weights && scene.A && scene.A->rank() >= 2 &&
           scene.A->dim(scene.A->rank() - 1) != scene.A->dim(scene.A->rank() - 2);
}

}  // namespace

std::string tokenLabel(const Scene& scene, Index query) {
    return labelOf(scene.tokens, query, 't');
}

std::string contextLabel(const Scene& scene, Index key) {
    return hasOwnKeys(scene) ? labelOf(scene.contextTokens, key, 'c') : tokenLabel(scene, key);
}

}  // namespace attn
