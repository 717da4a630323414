#pragma once
#include <QString>
#include <string>

#include "src/window/session.h"
#include "ui/selection/selection.h"

namespace attn::app {

/// What a scene file remembers of the window, under "view".
struct ViewState {
    QString instrument = QStringLiteral("heatmap");
    ui::Selection selection;
    Compared compared;
};

/// JSON text.
std::string viewState(const ViewState& state);
/// Whatever `json` holds: what cannot be read keeps its default.
ViewState readViewState(const std::string& json);

}  // namespace attn::app
