#pragma once
// Which of several cells is shown where they share a pixel: an order of the cells as whole numbers.
#include <cmath>
#include <limits>

#include "core/base/magnitude_rank.h"
#include "ui/heatmap/color_scale.h"

namespace attn::ui {

/// The larger is shown: NaN, then infinity, then the larger |value|, of opposite ones the negative. It holds the
/// value itself.
using CellRank = MagnitudeRank;

constexpr CellRank kHiddenRank = 0;  ///< Of masked cells: any other is larger.

/// Where each row has its own range, cells are compared by their place on the map instead: its distance from the low
/// end, or from the middle of the diverging map. What is not finite comes first.
inline CellRank rankOfPosition(double value, double position, MapName map) {
    if (!std::isfinite(value))
        return magnitudeRank(std::numeric_limits<double>::quiet_NaN());
    return magnitudeRank(map == MapName::Diverging ? position - 0.5 : position);
}
inline double rankedPosition(CellRank rank, MapName map) {
    return map == MapName::Diverging ? rankedNumber(rank) + 0.5 : rankedNumber(rank);
}

/// Ranks of cells firstCol .. lastCol - 1 of one row. `scale` is that of the picture.
void rankRow(const HeatmapPicture& picture, const ColorScale& scale, Index row, Index firstCol, Index lastCol,
             CellRank* ranks);

}  // namespace attn::ui
