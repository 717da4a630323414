#pragma once
#include "src/window/actions.h"
#include "src/window/appearance.h"

class QWidget;

namespace attn::app {

/// Connects the actions for theme and size of the menu "View", and keeps the chosen ones checked.
void connectAppearanceCommands(Actions& actions, Appearance& appearance, QWidget* window);

}  // namespace attn::app
