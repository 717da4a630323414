#include "src/viewmodel/shown.h"

#include <string>

namespace attn::app {

Result<void> needShown(const Scene& scene) {
    using Scheme = Position::Scheme;
    const std::pair<bool, const char*> parts[] = {
        {scene.kind == Kind::Linear, "linear attention"},
        {scene.kind == Kind::Additive, "additive attention"},
        {scene.kind == Kind::Qkv, "given Q, K and V"},
        {scene.kind == Kind::Weights, "given weights"},
        {scene.position.scheme == Scheme::Sinusoidal, "sinusoidal positions"},
        {scene.position.scheme == Scheme::Rope, "rotary positions"},
        {scene.position.scheme == Scheme::Alibi, "ALiBi positions"},
        {scene.softcap > 0.0, "a soft cap"},
        {scene.sink.has_value(), "an attention sink"},
        {scene.dropout.has_value(), "dropout"},
        {scene.precision == Precision::F16 || scene.precision == Precision::BF16, "a precision of 16 bits"},
        {scene.mask.block.has_value(), "a block mask"}};
    for (const auto& [isThere, part] : parts)
        if (isThere)
            return Error{ErrorCode::NotSupported, std::string("The scene has ") + part +
                                                      ", which the pictures do not show yet; \"headscope evaluate\" computes it."};
    return {};
}

}  // namespace attn::app
