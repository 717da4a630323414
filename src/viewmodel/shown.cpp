#include "src/viewmodel/shown.h"

#include <string>

namespace attn::app {

Result<void> needShown(const Scene& scene) {
    const std::pair<bool, const char*> parts[] = {
        {scene.kind == Kind::Linear, "linear attention"},
        {scene.kind == Kind::Additive, "additive attention"},
        {scene.kind == Kind::Qkv, "given Q, K and V"},
        {scene.kind == Kind::Weights, "given weights"}};
    for (const auto& [isThere, part] : parts)
        if (isThere)
            return Error{ErrorCode::NotSupported, std::string("The scene has ") + part +
                                                      ", which the pictures do not show yet; \"headscope evaluate\" computes it."};
    return {};
}

}  // namespace attn::app
