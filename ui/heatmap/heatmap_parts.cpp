#include "ui/heatmap/heatmap_parts.h"

#include <QCoreApplication>
#include <algorithm>
#include <cmath>
#include <functional>

#include "ui/figure/color_map.h"

namespace attn::ui {
namespace {

/// Where along one diagonal the hatched cells lie: x + y = k, walked by y within `window`. Calls `segment` once per
/// unbroken run.
void walkDiagonal(double k, double high, double wide, const QRectF& window, Index rows, Index cols,
                  const std::function<bool(Index, Index)>& isHatched,
                  const std::function<void(double, double)>& segment) {
    const double last = std::min(window.bottom(), k - window.left());
    double y = std::max(window.top(), k - window.right());
    double start = -1.0;
    while (y < last - 1e-9) {
        const double row = std::floor(y / high + 1e-9), col = std::ceil((k - y) / wide - 1e-9) - 1.0;
        const double next = std::min({(row + 1.0) * high, k - col * wide, last});
        const auto r = static_cast<Index>(row), c = static_cast<Index>(col);
        const bool isInside = r >= 0 && c >= 0 && r < rows && c < cols && isHatched(r, c);
        if (isInside && start < 0.0)
            start = y;
        if (!isInside && start >= 0.0) {
            segment(start, y);
            start = -1.0;
        }
        y = std::max(next, y + 1e-6);
    }
    if (start >= 0.0)
        segment(start, last);
}

QPen solid(const QColor& ink, double width) {
    QPen pen(ink, width);
    pen.setCapStyle(Qt::FlatCap);
    pen.setJoinStyle(Qt::MiterJoin);
    return pen;
}

}  // namespace

FigureLabel axisLabel(const Axis& axis, Index index) {
    if (index >= static_cast<Index>(axis.labels.size()))
        return {QString::number(index), -1};
    const AxisLabel& label = axis.labels[static_cast<std::size_t>(index)];
    return {visibleToken(label.text), label.isRepeated ? label.index : -1};
}

std::vector<Tick> barTicks(const HeatmapPicture& picture, const HeatmapSurvey& survey, double lines) {
    if (picture.perRowRange) {
        const bool isSigned = picture.map == MapName::Diverging;
        return {{0.0, isSigned ? QStringLiteral("−max") : QStringLiteral("min")}, {1.0, QStringLiteral("max")}};
    }
    std::vector<Tick> ticks =
        scaleTicks(picture.low, picture.high, picture.logRange, std::clamp(1.4 / lines, 0.15, 1.0));
    if (survey.below)
        ticks.front().text.prepend(QStringLiteral("≤ "));
    if (survey.above)
        ticks.back().text.prepend(QStringLiteral("≥ "));
    return ticks;
}

QString barName(const HeatmapPicture& picture) {
    const auto said = [&picture](const char* text) { return QCoreApplication::translate("Heatmap", text).arg(picture.quantity); };
    if (picture.perRowRange)
        return said(QT_TRANSLATE_NOOP("Heatmap", "%1, per row"));
    return picture.logRange ? said(QT_TRANSLATE_NOOP("Heatmap", "%1, logarithmic")) : picture.quantity;
}

void drawHatch(QPainter& painter, const HeatmapPicture& picture, const HeatmapLayout& layout,
               const HeatmapOptions& options) {
    const double unit = options.paper ? 0.5 : 1.0;
    const double period = (layout.cell < 32.0 * unit ? 6.0 : 8.0) * unit * std::sqrt(options.paper ? 1.6 : 1.0);
    const double width = options.paper ? 0.5 : 1.0;
    const Index rows = picture.cells.rows, cols = picture.cells.cols;
    const double mapWidth =
        layout.isPart ? layout.cell * layout.wide * static_cast<double>(cols) : layout.map.width();
    // A little further than is shown: a line that ends within a cell would end where the part does.
    const QSizeF all(mapWidth, layout.isPart ? layout.cell * static_cast<double>(rows) : layout.map.height());
    const QRectF shown =
        QRectF(layout.offset, layout.map.size()).adjusted(-period, -period, period, period) & QRectF(QPointF(), all);
    QList<QLineF> lines;
    for (const bool isMirrored : {false, true}) {
        const auto isHatched = [&](Index row, Index col) {
            const CellState state = picture.state(row, isMirrored ? cols - 1 - col : col);
            return state == CellState::MaskedByHand || (!isMirrored && state == CellState::Masked);
        };
        if (isMirrored && !layout.survey.maskedByHand)
            break;
        QRectF window = shown;
        if (isMirrored)
            window.moveLeft(mapWidth - shown.right());
        const double first = window.left() + window.top(), along = window.right() + window.bottom();
        for (double k = (std::ceil(first / period - 0.5) + 0.5) * period; k < along; k += period)
            walkDiagonal(k, layout.cell, layout.cell * layout.wide, window, rows, cols, isHatched,
                         [&](double from, double to) {
                             // Short of the edge by half the line's width, so that no cap reaches a neighbour.
                             const double y1 = from + width * 0.36, y2 = to - width * 0.36;
                             if (y2 <= y1)
                                 return;
                             const auto x = [&](double y) { return isMirrored ? mapWidth - (k - y) : k - y; };
                             lines << QLineF(x(y1), y1, x(y2), y2).translated(layout.map.topLeft() - layout.offset);
                         });
    }
    painter.setRenderHint(QPainter::Antialiasing, true);
    painter.setPen(solid(options.colors().maskLine, width));
    painter.drawLines(lines);
}

void drawHatchBox(QPainter& painter, const QRectF& box, double period, double width, const QColor& ink,
                  bool isCrossed) {
    QList<QLineF> lines;
    for (double k = period / 2; k < box.width() + box.height(); k += period) {
        const double y1 = std::max(0.0, k - box.width()), y2 = std::min(box.height(), k);
        lines << QLineF(k - y1, y1, k - y2, y2).translated(box.topLeft());
        if (isCrossed)
            lines << QLineF(box.width() - (k - y1), y1, box.width() - (k - y2), y2).translated(box.topLeft());
    }
    painter.setRenderHint(QPainter::Antialiasing, true);
    painter.setPen(solid(ink, width));
    painter.drawLines(lines);
}

void drawFaultCell(QPainter& painter, const QRectF& cell, double value, const HeatmapOptions& options) {
    const double unit = unitOf(options);
    QPen pen = solid(options.colors().fault, 1.5 * unit);
    pen.setDashPattern({2.0, 1.4});
    painter.setRenderHint(QPainter::Antialiasing, true);
    painter.setPen(pen);
    painter.setBrush(Qt::NoBrush);
    const double inset = 1.25 * unit;
    painter.drawRect(cell.adjusted(inset, inset, -inset, -inset));
    const FigureType type = figureType(options.paper);
    for (const QString& word : {fixedNumber(value, 0), QStringLiteral("!")})
        for (const double size : {type.largestValue, type.smallestValue, type.smallestValue * 0.82}) {
            const QFont font = resized(type.label, size);
            const QFontMetricsF metrics = metricsOf(font);
            const double width = metrics.horizontalAdvance(word);
            if (width > cell.width() - 3 * unit)
                continue;
            painter.setPen(options.colors().fault);
            drawFigureText(painter, {cell.center().x() - width / 2, cell.center().y() + metrics.capHeight() / 2},
                           word, font);
            return;
        }
}

void drawPaintedCorner(QPainter& painter, const QRectF& cell, const HeatmapOptions& options) {
    const double side = std::min(cell.width() * 0.34, 8.0 * unitOf(options));
    painter.setRenderHint(QPainter::Antialiasing, true);
    painter.setPen(Qt::NoPen);
    painter.setBrush(options.colors().accent);
    painter.drawPolygon(
        QPolygonF{cell.topRight(), cell.topRight() - QPointF(side, 0), cell.topRight() + QPointF(0, side)});
}

void drawZeroRing(QPainter& painter, const QRectF& cell, QRgb ground, const HeatmapOptions& options) {
    const double radius = std::min(cell.width() * 0.18, 3.0 * unitOf(options));
    painter.setRenderHint(QPainter::Antialiasing, true);
    painter.setPen(solid(QColor(inkOn(ground)), 1.25 * unitOf(options)));
    painter.setBrush(Qt::NoBrush);
    painter.drawEllipse(cell.center(), radius, radius);
}

double heatmapBarWidth(const HeatmapPicture& picture, const HeatmapSurvey& survey, const HeatmapOptions& options) {
    const QFontMetricsF metrics = metricsOf(figureType(options.paper).tick);
    double widest = 0.0;
    for (const Tick& tick : barTicks(picture, survey, 40.0))
        widest = std::max(widest, metrics.horizontalAdvance(tick.text));
    const double unit = unitOf(options);
    const double name = picture.quantity.isEmpty() ? 0.0 : 4 * unit + std::ceil(metrics.height());
    return kBarWidth * unit + 7 * unit + widest + name;
}

QSizeF longestLabels(const HeatmapPicture& picture, const HeatmapOptions& options) {
    const FigureType type = figureType(options.paper);
    const auto longest = [&](const Axis& axis, Index count) {
        double most = 0.0;
        const Index labels = std::min(count, static_cast<Index>(axis.labels.size()));
        for (Index i = 0; i < labels; ++i)
            most = std::max(most, labelWidth(axisLabel(axis, i), type.label));
        // Figures have one width: of positions, the last is the longest.
        return labels < count ? std::max(most, labelWidth(axisLabel(axis, count - 1), type.label)) : most;
    };
    return {longest(picture.cols, picture.cells.cols), longest(picture.rows, picture.cells.rows)};
}

HeatmapLayout::Span HeatmapLayout::span(double from, double length, double side, Index count) {
    if (!(side > 0.0))
        return {};
    // A hair's breadth is rounding, not a cell.
    const auto first = static_cast<Index>(std::floor(from / side + 1e-6));
    const auto last = static_cast<Index>(std::ceil((from + length) / side - 1e-6));
    return {std::clamp<Index>(first, 0, count), std::clamp<Index>(last, 0, count)};
}

std::optional<HeatmapCell> HeatmapLayout::cellAt(QPointF point, const HeatmapPicture& picture) const {
    if (cell <= 0.0 || !map.contains(point))
        return std::nullopt;
    const QPointF place = placeAt(point);
    const auto row = static_cast<Index>(place.y());
    const auto col = static_cast<Index>(place.x());
    if (row >= picture.cells.rows || col >= picture.cells.cols)
        return std::nullopt;
    return HeatmapCell{row, col};
}

}  // namespace attn::ui
