#pragma once
#include "src/window/actions.h"
#include "src/window/session.h"

class QWidget;

namespace attn::app {

/// Connects the actions of the menu "Scene", and keeps them enabled just where they mean something.
void connectSceneCommands(Actions& actions, Session& session, QWidget* window);

}  // namespace attn::app
