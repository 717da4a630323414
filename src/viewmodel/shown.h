#pragma once
#include "core/base/result.h"
#include "core/scene/scene.h"

namespace attn::app {

/// Whether the pictures and explanations of the window, and of `render`, tell the whole truth about `scene`.
///
/// Errors    NotSupported with the part that they do not show yet: "The scene has rotary positions, ...". `evaluate`
///           computes all of them.
Result<void> needShown(const Scene& scene);

}  // namespace attn::app
