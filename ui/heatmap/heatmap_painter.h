#pragma once
#include <QPainter>
#include <QRectF>
#include <QString>
#include <optional>
#include <vector>

#include "ui/heatmap/color_scale.h"
#include "ui/heatmap/heatmap_picture.h"
#include "ui/theme/theme.h"

namespace attn::ui {

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
    bool rowCounts = true;  ///< Bars and numbers right of the map, when the picture has them.
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

/// Where everything stands. Made by layoutHeatmap(), read by the painter and for hit tests.
struct HeatmapLayout {
    QSizeF size;        ///< The whole figure.
    QRectF map;         ///< The cells.
    double cell = 0.0;  ///< Height of a cell.
    double wide = 1.0;  ///< Width of a cell for each unit of its height; layoutHeatmap() makes square ones.
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
        return {map.left() + cell * wide * static_cast<double>(col), map.top() + cell * static_cast<double>(row),
                cell * wide, cell};
    }
    std::optional<HeatmapCell> cellAt(QPointF point, const HeatmapPicture& picture) const;
};

/// Places the parts within `size`. A picture without rows or columns has an empty map; nothing divides by zero.
HeatmapLayout layoutHeatmap(const HeatmapPicture& picture, const HeatmapSurvey& survey, const HeatmapOptions& options,
                            QSizeF size);
HeatmapLayout layoutHeatmap(const HeatmapPicture& picture, const HeatmapOptions& options, QSizeF size);

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
                       const HeatmapLayout& layout);
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
