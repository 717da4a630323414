#pragma once
// The column right of a heatmap: a bar and a number for each row.
#include <QPainter>
#include <vector>

#include "ui/heatmap/heatmap_painter.h"

namespace attn::ui {

/// Room for the longest bar, the widest number and the warning beside a 0.
double rowCountsWidth(const HeatmapPicture& picture, const HeatmapOptions& options);
/// Above the first row; 0 without a title.
double rowCountsTitleHeight(const HeatmapPicture& picture, const HeatmapOptions& options);

/// Bars of all rows, numbers of the rows `labelled`. A row of 0 has its label and its number on a warning ground,
/// and a triangle: also between labels, where the ground alone tells.
void drawRowCounts(QPainter& painter, const HeatmapPicture& picture, const HeatmapOptions& options,
                   const HeatmapLayout& layout, const std::vector<Index>& labelled, Index chosen);

}  // namespace attn::ui
