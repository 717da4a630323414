#pragma once
#include "src/window/actions.h"
#include "src/window/session.h"

namespace attn::app {

class Centre;

/// Copying the numbers of the heatmap that is shown, with its tokens or alone, for spreadsheets and word processors;
/// from the Edit menu and from the heatmap's own menu.
void connectCopyCommands(Actions& actions, Session& session, Centre& centre);

}  // namespace attn::app
