#pragma once
#include <QPainter>
#include <QRectF>
#include <QString>
#include <optional>
#include <vector>

#include "ui/heatmap/color_scale.h"
#include "ui/heatmap/heatmap_picture.h"
#include "ui/heatmap/heatmap_survey.h"
#include "ui/theme/theme.h"

namespace attn::ui {

class HeatmapPyramid;

struct HeatmapCell {
    Index row = -1;
    Index col = -1;
    bool operator==(const HeatmapCell&) const = default;
};

/// Which parts are drawn; each is independent of the others.
struct HeatmapOptions {
    const Theme* theme = nullptr;  ///< Null: the light theme on screen, black on white on paper.
    bool paper = false;            ///< One unit is a point of paper, else a pixel of the screen.
    bool title = false;
    bool caption = false;
    bool labels = true;  ///< Tokens, or positions where there are none.
    bool axisTitles = true;
    bool values = true;  ///< Numbers in the cells, when they fit.
    bool grid = false;
    bool colorBar = true;
    bool rowCounts = true;       ///< Bars and numbers right of the map, when the picture has them.
    bool legend = true;          ///< Names what occurs: masked, NaN, exact zero ...
    bool notes = true;           ///< One line on what the picture leaves out (thinned labels, a range of its own).
    double largestCell = 96.0;   ///< A cell is never wider than this; heatmapFigure() asks for 42 points on paper.
    double pixelsPerUnit = 1.0;  ///< Edges fall on whole device pixels of this density.

    const Theme& colors() const;
};

/// Chosen and pointed-at cells, drawn over the figure; -1: none. A row or a column may be chosen alone.
struct HeatmapMarks {
    HeatmapCell hover;
    Index row = -1;
    Index col = -1;
    bool operator==(const HeatmapMarks&) const = default;
};

/// How large the cells of a figure are, and which of them it shows.
struct HeatmapZoom {
    double factor = 1.0;          ///< Size of a cell for each unit of that at which all cells fit; 1 shows all.
    double row = 0.0, col = 0.0;  ///< In the middle of the map, counted in cells from the first corner.
    QSizeF longestLabels = {};    ///< Of all rows and columns, by longestLabels(): the map keeps its place.
    bool isPart() const { return factor > 1.0; }
};

/// Where everything stands. Made by layoutHeatmap(), read by the painter and for hit tests.
struct HeatmapLayout {
    QSizeF size;     ///< The whole figure.
    QRectF map;      ///< The cells, or as many of them as are shown.
    QPointF offset;  ///< From the corner of the first cell to that of the map, where a part is shown.
    bool isPart = false;
    double cell = 0.0;    ///< Height of a cell.
    double fitted = 0.0;  ///< That at which all cells fit, and
    double most = 0.0;    ///< the largest that a part may have.
    double wide = 1.0;    ///< Width of a cell for each unit of its height; layoutHeatmap() makes square ones.
    HeatmapSurvey survey;
    std::vector<Index> rowTicks, colTicks;  ///< Rows and columns that carry a label.
    Index rowStep = 1, colStep = 1;
    bool colsUpright = false;    ///< Column labels are horizontal.
    double rowLabelWidth = 0.0;  ///< Longest a label may be before its middle is left out.
    double colLabelLength = 0.0;
    QRectF counts;  ///< Bars and numbers of the rows, as high as the map; null: none.
    QRectF title, rowTitle, colTitle, bar, legend, note, caption;
    bool hasValues = false;
    int decimals = 0;
    bool dropsZero = false;  ///< ".77" for 0.77
    double valueSize = 0.0;  ///< Size of the numbers' type.
    QString notes;
    bool isFlat = false;  ///< Cells too small for hatches, rings and words.

    QRectF cellRect(Index row, Index col) const {
        return {map.left() - offset.x() + cell * wide * static_cast<double>(col),
                map.top() - offset.y() + cell * static_cast<double>(row), cell * wide, cell};
    }
    /// Rows and columns of which something is seen: first to before last.
    struct Span {
        Index first = 0, last = 0;
        bool holds(Index index) const { return index >= first && index < last; }
    };
    Span shownRows(Index rows) const { return span(offset.y(), map.height(), cell, rows); }
    Span shownCols(Index cols) const { return span(offset.x(), map.width(), cell * wide, cols); }
    /// The same of the middle of a row or column: it can be labelled.
    bool hasMiddleOfRow(Index row) const { return isWithin(cellRect(row, 0).center().y(), map.top(), map.bottom()); }
    bool hasMiddleOfCol(Index col) const { return isWithin(cellRect(0, col).center().x(), map.left(), map.right()); }
    /// Column (x) and row (y) under a point, in cells from the first corner.
    QPointF placeAt(QPointF point) const {
        return {(point.x() - map.left() + offset.x()) / (cell * wide), (point.y() - map.top() + offset.y()) / cell};
    }
    std::optional<HeatmapCell> cellAt(QPointF point, const HeatmapPicture& picture) const;

  private:
    static Span span(double from, double length, double side, Index count);
    static bool isWithin(double at, double low, double high) { return at >= low && at <= high; }
};

/// Places the parts within `size`. A picture without rows or columns has an empty map; nothing divides by zero.
HeatmapLayout layoutHeatmap(const HeatmapPicture& picture, const HeatmapSurvey& survey, const HeatmapOptions& options,
                            QSizeF size);
HeatmapLayout layoutHeatmap(const HeatmapPicture& picture, const HeatmapOptions& options, QSizeF size);

/// A part of the cells, larger; everything around them as above. What is shown is said in a line below. A cell is at
/// most as large as `options` allow; the part keeps within the cells.
HeatmapLayout layoutHeatmap(const HeatmapPicture& picture, const HeatmapSurvey& survey, const HeatmapOptions& options,
                            QSizeF size, const HeatmapZoom& zoom);
/// Of the labels of all columns (width) and rows (height): what HeatmapZoom asks for.
QSizeF longestLabels(const HeatmapPicture& picture, const HeatmapOptions& options);

/// Height that the figure takes when it is `width` wide and its cells may fill that width.
double naturalHeight(const HeatmapPicture& picture, const HeatmapOptions& options, double width);

/// Draws the figure with its top left corner at the painter's origin.
///
/// On a raster device the cells are sampled once per device pixel; where several cells share a pixel, the one of
/// largest |value| is shown. On a vector device each cell is a shape of its own, up to kLargestVectorMap cells.
void paintHeatmap(QPainter& painter, const HeatmapPicture& picture, const HeatmapOptions& options,
                  const HeatmapLayout& layout, const HeatmapMarks& marks = {});

/// The parts of paintHeatmap(), for a view that keeps the cells.
void paintHeatmapCells(QPainter& painter, const HeatmapPicture& picture, const HeatmapOptions& options,
                       const HeatmapLayout& layout, const HeatmapPyramid* pyramid = nullptr);
void paintHeatmapFurniture(QPainter& painter, const HeatmapPicture& picture, const HeatmapOptions& options,
                           const HeatmapLayout& layout, const HeatmapMarks& marks);
void paintHeatmapMarks(QPainter& painter, const HeatmapPicture& picture, const HeatmapOptions& options,
                       const HeatmapLayout& layout, const HeatmapMarks& marks);

/// A colour bar that several figures share: ticks at its right, then the name of the quantity.
double heatmapBarWidth(const HeatmapPicture& picture, const HeatmapSurvey& survey, const HeatmapOptions& options);
void paintHeatmapBar(QPainter& painter, const HeatmapPicture& picture, const HeatmapSurvey& survey,
                     const HeatmapOptions& options, const QRectF& bar);

constexpr Index kLargestVectorMap = 65536;  ///< Cells; above, vector formats hold an image at the device's density.

}  // namespace attn::ui
