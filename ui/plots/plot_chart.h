#pragma once
#include <QPicture>

#include "ui/plots/plot_frame.h"
#include "ui/theme/theme.h"

namespace attn::ui {

/// Axes, grid, tick labels, curves and marks of `picture`, drawn by QCustomPlot and recorded as vectors in design
/// units. Words beside the curves, title and legend are not in it.
QPicture recordChart(const PlotPicture& picture, const PlotFrame& frame, const Theme& theme);

/// Replays a recording at the painter's own scale, whatever the resolution of its device.
void drawChart(QPainter& painter, const QPicture& chart);

/// The words: title, axis titles, labels of curves, markers, limits and notes.
void paintWords(QPainter& painter, const PlotPicture& picture, const PlotFrame& frame, const Theme& theme);

}  // namespace attn::ui
