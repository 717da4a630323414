#pragma once
#include <array>
#include <optional>
#include <vector>

#include "ui/compare/compare_picture.h"
#include "ui/heatmap/heatmap_legend.h"
#include "ui/heatmap/heatmap_painter.h"

namespace attn::ui {

/// The panels from left to right.
enum ComparePanel { kPanelA, kPanelB, kPanelDifference, kPanelCount };
const HeatmapPicture& panelPicture(const ComparePicture& picture, int panel);

/// What a layout needs to know of all cells, found once for each picture.
struct CompareSurvey {
    std::array<HeatmapSurvey, kPanelCount> each;
    HeatmapSurvey all;
};
CompareSurvey surveyCompare(const ComparePicture& picture);

struct CompareLayout {
    QSizeF size;
    std::array<HeatmapLayout, kPanelCount> panels;
    std::array<QRectF, kPanelCount> heads;  ///< Room of the names above.
    QRectF missing;                         ///< In the place of a difference that is not there; null: it is.
    QRectF sharedBar, differenceBar;        ///< Lines below the maps; null: none.
    std::vector<LegendItem> legendItems;
    bool isFlat = false;
    QRectF legend, caption;
};

/// Three maps side by side with cells of one size where their shapes agree. Rows are named once where A and B have
/// the same. A picture without cells has empty maps; nothing divides by zero.
CompareLayout layoutCompare(const ComparePicture&, const CompareSurvey&, const HeatmapOptions&, QSizeF size);
/// Height that the figure takes on paper when it is `width` wide.
double compareHeight(const ComparePicture&, const CompareSurvey&, const HeatmapOptions&, double width);

struct CompareCell {
    int panel = -1;
    HeatmapCell cell;
    bool operator==(const CompareCell&) const = default;
};
std::optional<CompareCell> compareCellAt(const ComparePicture&, const CompareLayout&, QPointF point);

/// Draws the maps with their names, bars, legend and caption; then the marks, the same in every map.
void paintCompare(QPainter&, const ComparePicture&, const HeatmapOptions&, const CompareLayout&,
                  const HeatmapMarks& marks = {});

/// The parts of paintCompare(), for a view that keeps the cells.
void paintCompareCells(QPainter&, const ComparePicture&, const HeatmapOptions&, const CompareLayout&);
void paintCompareFurniture(QPainter&, const ComparePicture&, const HeatmapOptions&, const CompareLayout&,
                           const HeatmapMarks& marks);
void paintCompareMarks(QPainter&, const ComparePicture&, const HeatmapOptions&, const CompareLayout&,
                       const HeatmapMarks& marks);

}  // namespace attn::ui
