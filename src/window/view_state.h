#pragma once
#include <QString>
#include <string>

#include "ui/selection/selection.h"

namespace attn::app {

/// What a scene file remembers of the window, under "view".
struct ViewState {
    QString instrument = QStringLiteral("heatmap");
    ui::Selection selection;
};

/// JSON text.
std::string viewState(const QString& instrument, const ui::Selection& selection);
/// Whatever `json` holds: what cannot be read keeps its default.
ViewState readViewState(const std::string& json);

}  // namespace attn::app
