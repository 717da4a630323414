#include "core/scene/scene.h"

namespace attn {

namespace {

std::string labelOf(const std::vector<std::string>& labels, Index at, char letter) {
    if (at >= 0 && static_cast<std::size_t>(at) < labels.size())
        return labels[static_cast<std::size_t>(at)];
    return letter + std::to_string(at);
}

}  // namespace

std::string tokenLabel(const Scene& scene, Index query) {
    return labelOf(scene.tokens, query, 't');
}

std::string contextLabel(const Scene& scene, Index key) {
    return scene.Xkv ? labelOf(scene.contextTokens, key, 'c') : tokenLabel(scene, key);
}

}  // namespace attn
