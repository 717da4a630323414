#pragma once
#include <QPainter>
#include <optional>

#include "ui/heatmap/heatmap_painter.h"
#include "ui/saturation/softmax_row_picture.h"

namespace attn::ui {

struct SoftmaxRowStyle {
    const Theme* theme = nullptr;  ///< Never null where something is drawn.
    bool isPaper = false;          ///< Points instead of pixels.
    double pixelsPerUnit = 1.0;    ///< Edges of cells fall on whole device pixels of this density.
};

/// Where everything stands. Bars above and the strip below share the columns of the map, the bars at its right its rows.
struct SoftmaxRowLayout {
    QSizeF size;
    QRectF facts;     ///< Left of the map, or below all where it is narrow.
    QRectF sentence;  ///< Of a picture that has nothing else, or the caption on paper.
    QRectF bars;      ///< The weights, as wide as the map.
    QPointF corner;   ///< Of the map's own figure.
    HeatmapLayout heatmap;
    bool hasNumberedColumns = false;  ///< Keys by their number above the map: their names would have to be turned.
    QRectF map;       ///< The cells.
    QRectF upstream;  ///< As wide as the map.
    QRectF gradient;  ///< As high as the map.
    QRectF colorBar;
    QRectF legend;
    double line = 0.0;  ///< Height of a line of text.
    double unit = 1.0;

    QRectF columnOf(Index place) const;  ///< Of the bars, as high as all of them.
    QRectF rowOf(Index place) const;     ///< Of the gradient, as wide as all of it.
    std::optional<HeatmapCell> cellAt(QPointF point, const SoftmaxRowPicture& picture) const;
    /// The key whose bar, upstream cell or gradient is at a point.
    std::optional<Index> placeAt(QPointF point, const SoftmaxRowPicture& picture) const;
};

/// The Jacobian as it is drawn: with the names of the keys above it, or their numbers.
HeatmapPicture drawnJacobian(const SoftmaxRowPicture& picture, bool hasNumberedColumns);
SoftmaxRowLayout layoutSoftmaxRow(const SoftmaxRowPicture& picture, const SoftmaxRowStyle& style, QSizeF size);
/// The height at which the map fills what `width` leaves it; on the screen the least that is readable.
double softmaxRowHeight(const SoftmaxRowPicture& picture, const SoftmaxRowStyle& style, double width);
/// `chosen` and `hovered` are places among the keys, -1: none.
void paintSoftmaxRow(QPainter& painter, const SoftmaxRowPicture& picture, const SoftmaxRowStyle& style,
                     const SoftmaxRowLayout& layout, Index chosen = -1, const HeatmapCell& hovered = {});

}  // namespace attn::ui
