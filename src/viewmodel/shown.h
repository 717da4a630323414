#pragma once
#include <string>

#include "core/base/result.h"
#include "core/scene/scene.h"

namespace attn::app {

/// Whether the pictures and explanations of the window tell the whole truth about `scene`.
///
/// Errors    NotSupported with the part that they do not show yet: "The scene has linear attention, ...". `evaluate`
///           computes all of them.
Result<void> needShown(const Scene& scene);

/// Whether what the view `view` of `render`, with `show` as its part, draws is there in a scene of this kind.
///
/// Errors    NotSupported with a sentence that says what is missing, and which views there are.
Result<void> needView(const Scene& scene, const std::string& view, const std::string& show);

}  // namespace attn::app
