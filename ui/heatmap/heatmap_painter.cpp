#include "ui/heatmap/heatmap_painter.h"

#include <QPaintEngine>
#include <algorithm>
#include <cmath>

#include "ui/figure/cell_sink.h"
#include "ui/figure/figure_text.h"
#include "ui/heatmap/heatmap_legend.h"
#include "ui/heatmap/heatmap_parts.h"
#include "ui/heatmap/heatmap_sample.h"

namespace attn::ui {
namespace {

bool isVector(const QPainter& painter) {
    switch (painter.paintEngine()->type()) {
        case QPaintEngine::Pdf:
        case QPaintEngine::SVG:
        case QPaintEngine::Picture:
        case QPaintEngine::User:
            return true;
        default:
            return false;
    }
}

/// The map, or the part of it that is shown, on `pixels` pixels.
QImage sampledMap(const HeatmapPicture& picture, const HeatmapOptions& options, const HeatmapLayout& layout,
                  QSize pixels, const HeatmapPyramid* pyramid) {
    if (!layout.isPart)
        return sampleCells(picture, options.colors(), layout.isFlat, pixels, pyramid);
    const double across = pixels.width() / layout.map.width(), down = pixels.height() / layout.map.height();
    const QSize whole(qRound(across * layout.cell * layout.wide * static_cast<double>(picture.cells.cols)),
                      qRound(down * layout.cell * static_cast<double>(picture.cells.rows)));
    const QPoint corner(qRound(layout.offset.x() * across), qRound(layout.offset.y() * down));
    return sampleCells(picture, options.colors(), layout.isFlat, whole.expandedTo(pixels), QRect(corner, pixels),
                       pyramid);
}

/// One image pixel for each pixel of the device, wherever the painter's transform puts the map.
void paintSampled(QPainter& painter, const HeatmapPicture& picture, const HeatmapOptions& options,
                  const HeatmapLayout& layout, const HeatmapPyramid* pyramid) {
    const QTransform toDevice = painter.deviceTransform();
    const QRectF mapped = toDevice.mapRect(layout.map);
    const QPoint corner(qRound(mapped.left()), qRound(mapped.top()));
    const QSize pixels(std::max(1, qRound(mapped.right()) - corner.x()),
                       std::max(1, qRound(mapped.bottom()) - corner.y()));
    const QImage image = sampledMap(picture, options, layout, pixels, pyramid);
    painter.save();
    painter.setRenderHint(QPainter::SmoothPixmapTransform, false);
    painter.setWorldTransform(QTransform::fromTranslate(corner.x(), corner.y()) * toDevice.inverted() *
                              painter.worldTransform());
    painter.drawImage(QPointF(0, 0), image);
    painter.restore();
}

void paintShapes(QPainter& painter, const HeatmapPicture& picture, const HeatmapOptions& options,
                 const HeatmapLayout& layout) {
    const ColorScale scale(picture);
    const Index rows = picture.cells.rows, cols = picture.cells.cols;
    auto* sink = dynamic_cast<CellSink*>(painter.device());
    std::vector<FilledCell> cells;
    const auto shownRows = layout.shownRows(rows), shownCols = layout.shownCols(cols);
    for (Index row = shownRows.first; row < shownRows.last; ++row)
        for (Index col = shownCols.first; col < shownCols.last; ++col) {
            QRectF box = layout.cellRect(row, col);
            // Reaching beneath the next cell: a renderer that smooths edges then mixes cells, never the ground
            // between.
            if (sink == nullptr && col + 1 < cols)
                box.setRight(box.right() + box.width());
            if (sink == nullptr && row + 1 < rows)
                box.setBottom(box.bottom() + box.height());
            cells.push_back({box, cellGround(picture, scale, options.colors(), layout.isFlat, row, col)});
        }
    if (sink != nullptr) {
        for (FilledCell& cell : cells)
            cell.box = painter.deviceTransform().mapRect(cell.box);
        sink->drawCells(cells);
        return;
    }
    painter.setPen(Qt::NoPen);
    for (const FilledCell& cell : cells)
        painter.fillRect(cell.box, QColor(cell.color));
}

void paintGrounds(QPainter& painter, const HeatmapPicture& picture, const HeatmapOptions& options,
                  const HeatmapLayout& layout, const HeatmapPyramid* pyramid) {
    if (!isVector(painter))
        return paintSampled(painter, picture, options, layout, pyramid);
    if (picture.cells.rows * picture.cells.cols <= kLargestVectorMap)
        return paintShapes(painter, picture, options, layout);
    const QSizeF pixels = layout.map.size() * options.pixelsPerUnit;
    painter.drawImage(layout.map,
                      sampledMap(picture, options, layout, pixels.toSize().expandedTo(QSize(1, 1)), pyramid));
}

void paintGrid(QPainter& painter, const HeatmapPicture& picture, const HeatmapOptions& options,
               const HeatmapLayout& layout) {
    const double thin =
        std::max(1.0, std::round(options.pixelsPerUnit * (options.paper ? 0.4 : 1.0))) / options.pixelsPerUnit;
    if (layout.cell * std::min(1.0, layout.wide) < 4 * thin)
        return;
    painter.setRenderHint(QPainter::Antialiasing, false);
    const QColor ink = options.colors().surface;
    const auto rows = layout.shownRows(picture.cells.rows), cols = layout.shownCols(picture.cells.cols);
    for (Index row = rows.first + 1; row < rows.last; ++row)
        painter.fillRect(QRectF(layout.map.left(), layout.cellRect(row, 0).top(), layout.map.width(), thin), ink);
    for (Index col = cols.first + 1; col < cols.last; ++col)
        painter.fillRect(QRectF(layout.cellRect(0, col).left(), layout.map.top(), thin, layout.map.height()), ink);
}

void paintCellMarks(QPainter& painter, const HeatmapPicture& picture, const HeatmapOptions& options,
                    const HeatmapLayout& layout) {
    const HeatmapSurvey& survey = layout.survey;
    const bool hasRings = survey.exactZero && !layout.hasValues;
    if (!layout.hasValues && !hasRings && !survey.nan && !survey.infinite && !survey.painted)
        return;
    const ColorScale scale(picture);
    const QFont font = resized(figureType(options.paper).label, std::max(1.0, layout.valueSize));
    const QFontMetricsF metrics = metricsOf(font);
    const auto rows = layout.shownRows(picture.cells.rows), cols = layout.shownCols(picture.cells.cols);
    for (Index row = rows.first; row < rows.last; ++row)
        for (Index col = cols.first; col < cols.last; ++col) {
            const CellState state = picture.state(row, col);
            const QRectF cell = layout.cellRect(row, col);
            const double value = picture.cells(row, col);
            const bool isMasked = state == CellState::Masked || state == CellState::MaskedByHand;
            if (!isMasked && !picture.isPattern && !std::isfinite(value))
                drawFaultCell(painter, cell, value, options);
            else if (!isMasked && layout.hasValues) {
                const QString text = fixedNumber(value, layout.decimals, layout.dropsZero);
                painter.setPen(QColor(inkOn(scale.color(value, row))));
                drawFigureText(painter,
                               {cell.center().x() - metrics.horizontalAdvance(text) / 2,
                                cell.center().y() + metrics.capHeight() / 2},
                               text, font);
            } else if (!isMasked && !picture.isPattern && hasRings && value == 0.0)
                drawZeroRing(painter, cell, scale.color(value, row), options);
            if (state == CellState::MaskedByHand || state == CellState::PaintedAllowed)
                drawPaintedCorner(painter, cell, options);
        }
}

}  // namespace

const Theme& HeatmapOptions::colors() const {
    return theme != nullptr ? *theme : paper ? paperTheme() : ui::theme(ThemeKind::Light);
}

void paintHeatmapCells(QPainter& painter, const HeatmapPicture& picture, const HeatmapOptions& options,
                       const HeatmapLayout& layout, const HeatmapPyramid* pyramid) {
    if (layout.cell <= 0.0 || picture.cells.values.empty())
        return;
    painter.save();
    if (layout.isPart)
        painter.setClipRect(layout.map, Qt::IntersectClip);
    paintGrounds(painter, picture, options, layout, pyramid);
    if (!layout.isFlat && (layout.survey.masked || layout.survey.maskedByHand))
        drawHatch(painter, picture, layout, options);
    if (options.grid || picture.isPattern)
        paintGrid(painter, picture, options, layout);
    if (!layout.isFlat)
        paintCellMarks(painter, picture, options, layout);
    painter.restore();
}

void paintHeatmap(QPainter& painter, const HeatmapPicture& picture, const HeatmapOptions& options,
                  const HeatmapLayout& layout, const HeatmapMarks& marks) {
    paintHeatmapCells(painter, picture, options, layout);
    paintHeatmapFurniture(painter, picture, options, layout, marks);
    paintHeatmapMarks(painter, picture, options, layout, marks);
}

}  // namespace attn::ui
