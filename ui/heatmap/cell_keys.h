#pragma once
#include <QKeyEvent>
#include <optional>

#include "ui/heatmap/heatmap_painter.h"

namespace attn::ui {

/// Where an arrow key, Home or End (with Ctrl: the first or last row too), Page Up or Page Down (an eighth of the
/// rows) moves from `cell`; not yet clamped to the matrix. None for other keys.
std::optional<HeatmapCell> movedByKey(const QKeyEvent& event, HeatmapCell cell, Index rows, Index cols);

}  // namespace attn::ui
