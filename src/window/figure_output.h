#pragma once
#include "src/export/scene_figure.h"

class QWidget;

namespace attn::app {

/// Asks for file, format, physical size and theme, and writes the figure. Returns what was written, in a sentence;
/// empty: nothing.
QString exportFigure(const SceneFigure& figure, QWidget* window);

/// Puts the figure on the clipboard as an image of 300 dpi and as SVG.
Result<void> copyFigure(const SceneFigure& figure);

}  // namespace attn::app
