#pragma once
#include <optional>

#include "core/scene/scene.h"

class QWidget;

namespace attn::app {

/// Asks for sizes and a seed. Nothing when the person changes their mind.
std::optional<Scene> askNewScene(QWidget* parent);

}  // namespace attn::app
