#pragma once
#include "src/export/figure_style.h"
#include "src/export/scene_figure.h"

namespace attn::app {

/// Puts the figure on the clipboard as an image and as SVG, in `style`.
Result<void> copyFigure(const SceneFigure& figure, const FigureStyle& style);

}  // namespace attn::app
