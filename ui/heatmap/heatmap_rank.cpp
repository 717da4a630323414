#include "ui/heatmap/heatmap_rank.h"

#include <algorithm>

namespace attn::ui {
namespace {

void rankPositions(const HeatmapPicture& picture, const ColorScale& scale, Index row, Index firstCol, Index lastCol,
                   CellRank* ranks) {
    const double* const values = picture.cells.values.data() + row * picture.cells.cols;
    const ColorScale::Range range = scale.range(row);
    if (picture.logRange || !(range.high > range.low)) {
        for (Index col = firstCol; col < lastCol; ++col)
            ranks[col - firstCol] = rankOfPosition(values[col], scale.position(values[col], row), picture.map);
        return;
    }
    // ColorScale::position, without its choices.
    const double low = range.low / 2, width = range.high / 2 - range.low / 2;
    for (Index col = firstCol; col < lastCol; ++col) {
        const double position = std::clamp((values[col] / 2 - low) / width, 0.0, 1.0);
        ranks[col - firstCol] = rankOfPosition(values[col], position, picture.map);
    }
}

}  // namespace

void rankRow(const HeatmapPicture& picture, const ColorScale& scale, Index row, Index firstCol, Index lastCol,
             CellRank* ranks) {
    const Index start = row * picture.cells.cols, count = lastCol - firstCol;
    if (picture.perRowRange)
        rankPositions(picture, scale, row, firstCol, lastCol, ranks);
    else {
        const double* const values = picture.cells.values.data() + start + firstCol;
        for (Index i = 0; i < count; ++i)
            ranks[i] = magnitudeRank(values[i]);
    }
    if (picture.states.empty())
        return;
    const CellState* const states = picture.states.data() + start + firstCol;
    for (Index i = 0; i < count; ++i)
        ranks[i] = isHidden(states[i]) ? kHiddenRank : ranks[i];
}

}  // namespace attn::ui
