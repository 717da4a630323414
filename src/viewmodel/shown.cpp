#include "src/viewmodel/shown.h"

#include <algorithm>
#include <initializer_list>

namespace attn::app {

namespace {

bool isOneOf(const std::string& word, std::initializer_list<const char*> words) {
    return std::any_of(words.begin(), words.end(), [&](const char* one) { return word == one; });
}

/// Why a view that is not one of cells cannot be drawn.
const char* reasonOf(Kind kind) {
    switch (kind) {
        case Kind::Linear:
            return "Linear attention has no softmax and no table of scores";
        case Kind::Additive:
            return "Additive attention has no products of queries and keys, and one head";
        case Kind::Weights:
            return "The scene gives its attention weights themselves, and nothing is computed to them";
        case Kind::Qkv:
            return "The scene gives Q, K and V themselves, of which not every view is drawn yet";
        case Kind::Mha:
            break;
    }
    return "";
}

}  // namespace

Result<void> needShown(const Scene& scene) {
    const std::pair<bool, const char*> parts[] = {
        {scene.kind == Kind::Linear, "linear attention"},
        {scene.kind == Kind::Additive, "additive attention"},
        {scene.kind == Kind::Qkv, "given Q, K and V"},
        {scene.kind == Kind::Weights, "given weights"}};
    for (const auto& [isThere, part] : parts) {
        if (!isThere)
            continue;
        std::string message = "The scene has ";
        message += part;
        message += ", which the window does not show yet; \"headscope render\" draws its weights, and \"headscope evaluate\" "
                   "computes it.";
        return Error{ErrorCode::NotSupported, message};
    }
    return {};
}

Result<void> needView(const Scene& scene, const std::string& view, const std::string& show) {
    if (scene.kind == Kind::Mha || isOneOf(view, {"heatmap", "heads", "lines"}))
        return {};
    if (view == "mask" && scene.kind != Kind::Weights && isOneOf(show, {"", "pattern", "weights"}))
        return {};
    if (scene.kind == Kind::Qkv && view == "steps")
        return {};
    std::string message;
    message += reasonOf(scene.kind);
    message += ": there is nothing for the view ";
    message += view;
    if (!show.empty()) {
        message += ", ";
        message += show;
        message += ',';
    }
    message += " to show. The views heatmap, heads and lines show its weights.";
    return Error{ErrorCode::NotSupported, message};
}

}  // namespace attn::app
