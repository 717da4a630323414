#include <QCoreApplication>
#include <algorithm>
#include <cmath>

#include "ui/figure/figure_text.h"
#include "ui/lines/lines_parts.h"

namespace attn::ui {
namespace {

constexpr double kGap = 8.0;
constexpr double kLargestRow = 44.0, kSmallestRow = 9.0;  ///< On the screen, at 100 %.
constexpr double kPaperRow = 13.0, kPaperSheet = 420.0;   ///< Points: of one row, and of the rows of one sheet.
constexpr double kMostLabel = 0.3;                        ///< Share of the width that the text of one side may take.

double unitOf(const LinesStyle& style) {
    return style.isPaper ? 1.0 : fontScale();
}

double widestLabel(const Axis& axis, const QFont& font) {
    double width = 0.0;
    for (const AxisLabel& label : axis.labels)
        width = std::max(width, labelWidth({visibleToken(label.text), -1}, font));
    return width;
}

Index longer(const LinesPicture& picture) {
    return std::max(picture.queryCount, picture.keyCount);
}

}  // namespace

double LinesLayout::rowMiddle(const LinesPicture& picture, const LinesToken& token) const {
    const Index count = token.isKey ? picture.keyCount : picture.queryCount;
    const double spare = static_cast<double>(longer(picture) - count) * rowHeight;
    return spare / 2.0 + (static_cast<double>(token.index) + 0.5) * rowHeight;
}

std::optional<LinesToken> LinesLayout::tokenAt(const LinesPicture& picture, QPointF point) const {
    if (rowHeight <= 0.0 || (point.x() > left && point.x() < right))
        return {};
    const bool isKey = point.x() >= right;
    const Index count = isKey ? picture.keyCount : picture.queryCount;
    const double first = rowMiddle(picture, {isKey, 0}) - rowHeight / 2.0;
    const auto index = static_cast<Index>(std::floor((point.y() - first) / rowHeight));
    if (index < 0 || index >= count)
        return {};
    return LinesToken{isKey, index};
}

LinesLayout layoutLines(const LinesPicture& picture, const LinesStyle& style, QSizeF size) {
    const FigureType type = figureType(style.isPaper);
    LinesLayout layout;
    layout.size = size;
    layout.unit = unitOf(style);
    const double u = layout.unit;
    const double margin = style.isPaper ? 9.0 : 16.0 * u, top = style.isPaper ? 0.0 : 8.0 * u;
    const double wide = std::max(1.0, size.width() - 2.0 * margin);
    layout.head = QRectF(margin, top, wide, metricsOf(type.axisTitle).height() + 4.0 * u);

    const double caption =
        picture.caption.isEmpty() ? 0.0 : wrappedHeight(picture.caption, type.caption, wide, style.isPaper);
    const double legend = linesLegendHeight(linesLegend(picture, style), style, wide);
    double bottom = size.height() - top;
    layout.caption = QRectF(margin, bottom - caption, wide, caption);
    bottom -= caption + (caption > 0.0 ? kGap * u : 0.0);
    layout.legend = QRectF(margin, bottom - legend, wide, legend);
    bottom -= legend + kGap * u;

    layout.rows = QRectF(0.0, layout.head.bottom(), size.width(), std::max(0.0, bottom - layout.head.bottom()));
    const Index count = longer(picture);
    if (count > 0) {
        const double fitted = layout.rows.height() / static_cast<double>(count);
        layout.rowHeight =
            style.isPaper ? std::min(fitted, kPaperRow * 1.5) : std::clamp(fitted, kSmallestRow * u, kLargestRow * u);
        layout.contentHeight = layout.rowHeight * static_cast<double>(count);
        layout.step = std::max<Index>(
            1, static_cast<Index>(std::ceil(metricsOf(type.label).height() / std::max(0.1, layout.rowHeight))));
    }
    layout.letterWidth = labelWidth({QStringLiteral("q"), std::max<Index>(0, count - 1)}, type.label);
    layout.labelWidth = std::min(
        std::max(widestLabel(picture.queries, type.label), widestLabel(picture.keys, type.label)), wide * kMostLabel);
    const double side = margin + layout.labelWidth + layout.letterWidth + 12.0 * u;
    layout.left = std::min(side, size.width() / 2.0);
    layout.right = std::max(size.width() - side, size.width() / 2.0);
    return layout;
}

double linesFigureHeight(const LinesPicture& picture, const LinesStyle& style, double width) {
    const LinesLayout bare = layoutLines(picture, style, QSizeF(width, 0.0));
    const double around = bare.head.bottom() - (bare.legend.top() - kGap * bare.unit);
    const auto count = static_cast<double>(longer(picture));
    return std::ceil(around + std::min(count * kPaperRow, std::max(kPaperSheet, count * 3.0))) + 1.0;
}

}  // namespace attn::ui
