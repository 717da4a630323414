#include "ui/heatmap/cell_keys.h"

#include <algorithm>

namespace attn::ui {

std::optional<HeatmapCell> movedByKey(const QKeyEvent& event, HeatmapCell cell, Index rows, Index cols) {
    const bool isWhole = event.modifiers().testFlag(Qt::ControlModifier);
    const auto [row, col] = cell;
    switch (event.key()) {
        case Qt::Key_Left:
            return HeatmapCell{row, col - 1};
        case Qt::Key_Right:
            return HeatmapCell{row, col + 1};
        case Qt::Key_Up:
            return HeatmapCell{row - 1, col};
        case Qt::Key_Down:
            return HeatmapCell{row + 1, col};
        case Qt::Key_Home:
            return HeatmapCell{isWhole ? 0 : row, 0};
        case Qt::Key_End:
            return HeatmapCell{isWhole ? rows - 1 : row, cols - 1};
        case Qt::Key_PageUp:
            return HeatmapCell{row - std::max<Index>(1, rows / 8), col};
        case Qt::Key_PageDown:
            return HeatmapCell{row + std::max<Index>(1, rows / 8), col};
        default:
            return {};
    }
}

}  // namespace attn::ui
