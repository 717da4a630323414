#include <algorithm>
#include <cmath>

#include "ui/figure/figure_text.h"
#include "ui/heatmap/heatmap_legend.h"
#include "ui/saturation/softmax_row_painter.h"

namespace attn::ui {
namespace {

constexpr double kFactsWidth = 228.0, kBars = 72.0, kLeastBars = 36.0, kStrip = 18.0, kGradient = 132.0;
constexpr double kColorBar = 96.0;  ///< Height.
constexpr double kWide = 560.0;     ///< From here on the facts stand beside the map.
constexpr double kLargestCell = 64.0;

struct Measures {
    FigureType type;
    double u, margin, line;

    explicit Measures(const SoftmaxRowStyle& style)
        : type(figureType(style.isPaper)),
          u(style.isPaper ? 0.6 : fontScale()),
          margin(style.isPaper ? 1.0 : 12.0 * u),
          line(std::ceil(metricsOf(type.label).height()) + 2.0 * u) {}
};

HeatmapOptions mapOptions(const SoftmaxRowStyle& style, double u) {
    HeatmapOptions options;
    options.theme = style.theme;
    options.paper = style.isPaper;
    options.colorBar = options.legend = options.notes = options.rowCounts = false;
    options.largestCell = kLargestCell * u;
    options.pixelsPerUnit = style.pixelsPerUnit;
    return options;
}

double factsHeight(const SoftmaxRowPicture& picture, const Measures& m) {
    return static_cast<double>(picture.facts.size()) * (m.line + 2.0 * m.u);
}

double captionHeight(const SoftmaxRowPicture& picture, const SoftmaxRowStyle& style, const Measures& m, double wide) {
    return style.isPaper ? wrappedHeight(picture.sentences.join(u' '), m.type.caption, wide, true) + 8.0 * m.u : 0.0;
}

}  // namespace

HeatmapPicture drawnJacobian(const SoftmaxRowPicture& picture, bool hasNumberedColumns) {
    HeatmapPicture drawn = picture.jacobian;
    if (!hasNumberedColumns)
        return drawn;
    drawn.cols.labels.clear();
    for (const Index key : picture.keys)
        drawn.cols.labels.push_back({QString::number(key), key, false});
    return drawn;
}

SoftmaxRowLayout layoutSoftmaxRow(const SoftmaxRowPicture& picture, const SoftmaxRowStyle& style, QSizeF size) {
    const Measures m(style);
    const double u = m.u;
    SoftmaxRowLayout out;
    out.size = size;
    out.unit = u;
    out.line = m.line;
    const double wide = std::max(1.0, size.width() - 2.0 * m.margin);
    if (!picture.empty.isEmpty()) {
        out.sentence = QRectF(m.margin, m.margin, wide, size.height() - 2.0 * m.margin);
        return out;
    }
    double bottom = size.height() - m.margin;
    if (const double caption = captionHeight(picture, style, m, wide); caption > 0.0) {
        out.sentence = QRectF(m.margin, bottom - caption + 8.0 * u, wide, caption - 8.0 * u);
        bottom -= caption;
    }
    const bool isWide = size.width() >= kWide * u;
    const double facts = factsHeight(picture, m);
    double left = m.margin;
    if (isWide) {
        out.facts = QRectF(m.margin, m.margin, kFactsWidth * u, facts);
        left += (kFactsWidth + 12.0) * u;
        const double room = bottom - out.facts.bottom() - 24.0 * u;
        out.colorBar = QRectF(m.margin, out.facts.bottom() + 16.0 * u, 12.0 * u, std::clamp(room, 0.0, kColorBar * u));
    } else {
        const double high = std::max(facts, kColorBar * u);
        out.facts = QRectF(m.margin, bottom - high, std::max(1.0, wide - 100.0 * u), facts);
        out.colorBar = QRectF(out.facts.right() + 16.0 * u, bottom - high + 4.0 * u, 12.0 * u, kColorBar * u - 8.0 * u);
        bottom -= high + 12.0 * u;
    }
    const HeatmapSurvey survey = surveyHeatmap(picture.jacobian);
    const double mapRight = size.width() - m.margin - kGradient * u - 12.0 * u;
    const double legend = legendHeight(legendItems(survey, false, false), m.type.note, size.width() - m.margin - left);
    const double below = m.line + kStrip * u + 10.0 * u + (legend > 0.0 ? legend + 8.0 * u : 0.0);
    const double bars = std::clamp((bottom - m.margin) * 0.18, kLeastBars * u, kBars * u);
    const double above = m.line + bars + 6.0 * u;
    const QSizeF area(std::max(20.0, mapRight - left), std::max(20.0, bottom - m.margin - above - below));
    out.corner = QPointF(left, m.margin + above);
    out.heatmap = layoutHeatmap(picture.jacobian, survey, mapOptions(style, u), area);
    if (!out.heatmap.colsUpright) {
        out.hasNumberedColumns = true;
        out.heatmap = layoutHeatmap(drawnJacobian(picture, true), survey, mapOptions(style, u), area);
    }
    out.map = out.heatmap.map.translated(out.corner);

    const double labelsTop = out.corner.y() + std::max(0.0, std::min(out.heatmap.colTitle.top(), out.heatmap.map.top()));
    out.bars = QRectF(out.map.left(), labelsTop - 6.0 * u - bars, out.map.width(), bars);
    out.upstream = QRectF(out.map.left(), out.map.bottom() + m.line + 6.0 * u, out.map.width(), kStrip * u);
    out.gradient = QRectF(out.map.right() + 12.0 * u, out.map.top(), kGradient * u, out.map.height());
    if (legend > 0.0)
        out.legend = QRectF(left, out.upstream.bottom() + 8.0 * u, size.width() - m.margin - left, legend);
    return out;
}

double softmaxRowHeight(const SoftmaxRowPicture& picture, const SoftmaxRowStyle& style, double width) {
    const Measures m(style);
    if (!picture.empty.isEmpty())
        return wrappedHeight(picture.empty, m.type.caption, std::max(1.0, width - 2.0 * m.margin)) + 2.0 * m.margin;
    const bool isWide = width >= kWide * m.u;
    const double mapWidth = width - 2.0 * m.margin - (kGradient + 12.0) * m.u - (isWide ? (kFactsWidth + 12.0) * m.u : 0.0);
    HeatmapOptions options = mapOptions(style, m.u);
    // On the screen a lower map than the width allows is still a good one.
    const double map = style.isPaper ? naturalHeight(picture.jacobian, options, std::max(20.0, mapWidth)) : 165.0 * m.u;
    const double legendWidth = width - 2.0 * m.margin - (isWide ? (kFactsWidth + 12.0) * m.u : 0.0);
    double legend = legendHeight(legendItems(surveyHeatmap(picture.jacobian), false, false), m.type.note, std::max(1.0, legendWidth));
    legend += legend > 0.0 ? 8.0 * m.u : 0.0;
    const double own = 2.0 * m.line + (style.isPaper ? kBars : kLeastBars) * m.u + kStrip * m.u + 24.0 * m.u + map + legend;
    const double facts = factsHeight(picture, m);
    const double high = isWide ? std::max(own, facts + (style.isPaper ? kColorBar + 24.0 : 24.0) * m.u)
                               : own + std::max(facts, kColorBar * m.u) + 12.0 * m.u;
    return std::ceil(high + 2.0 * m.margin + captionHeight(picture, style, m, std::max(1.0, width - 2.0 * m.margin)));
}

QRectF SoftmaxRowLayout::columnOf(Index place) const {
    const double pitch = heatmap.cell * heatmap.wide;
    return {bars.left() + pitch * static_cast<double>(place), bars.top(), pitch, bars.height()};
}

QRectF SoftmaxRowLayout::rowOf(Index place) const {
    return {gradient.left(), gradient.top() + heatmap.cell * static_cast<double>(place), gradient.width(), heatmap.cell};
}

std::optional<HeatmapCell> SoftmaxRowLayout::cellAt(QPointF point, const SoftmaxRowPicture& picture) const {
    return picture.empty.isEmpty() ? heatmap.cellAt(point - corner, picture.jacobian) : std::nullopt;
}

std::optional<Index> SoftmaxRowLayout::placeAt(QPointF point, const SoftmaxRowPicture& picture) const {
    if (picture.count() == 0 || heatmap.cell <= 0.0)
        return {};
    double place = -1.0;
    if (bars.contains(point) || upstream.contains(point))
        place = (point.x() - bars.left()) / (heatmap.cell * heatmap.wide);
    else if (gradient.contains(point))
        place = (point.y() - gradient.top()) / heatmap.cell;
    if (place < 0.0 || place >= static_cast<double>(picture.count()))
        return {};
    return static_cast<Index>(place);
}

}  // namespace attn::ui
