#pragma once
#include "src/export/scene_figure.h"

class QWidget;

namespace attn::app {

/// Asks for style, format and file, and writes the figure. Returns what was written, in a sentence;
/// empty: nothing.
QString exportFigure(const SceneFigure& figure, QWidget* window);

}  // namespace attn::app
