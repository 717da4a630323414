#include "ui/plots/plot_frame.h"

#include <QFontMetricsF>
#include <algorithm>
#include <cmath>
#include <limits>

#include "ui/plots/plot_legend.h"
#include "ui/theme/theme.h"

namespace attn::ui {
namespace {

constexpr double kTitleHeight = 24.0;
constexpr double kSubtitleHeight = 18.0;
constexpr double kTitleGap = 14.0;
constexpr double kTickGap = 7.0;
constexpr double kAxisTitleHeight = 24.0;
constexpr double kLegendGap = 12.0;
constexpr double kLabelSpace = 6.0;

double place(const PlotAxis& axis, double value) {
    return axis.isLog ? std::log(value / axis.low) / std::log(axis.high / axis.low)
                      : (value - axis.low) / (axis.high - axis.low);
}

/// Labels at every first, second, fourth ... tick, the densest that leaves room between neighbours.
std::vector<bool> shownTicks(const PlotAxis& axis, double length, bool isHorizontal) {
    const QFont font = plot::font(type::kIndex);
    const double height = QFontMetricsF(font).height();
    const auto extent = [&](const PlotTick& tick) {
        return isHorizontal ? plot::textWidth(tick.text, font) + kLabelSpace : height;
    };
    const std::size_t count = axis.ticks.size();
    for (std::size_t stride = 1;; stride *= 2) {
        std::vector<bool> shown(count, false);
        bool fits = true;
        double end = -std::numeric_limits<double>::infinity();
        for (std::size_t i = 0; i < count; i += stride) {
            const double centre = place(axis, axis.ticks[i].at) * length;
            const double half = extent(axis.ticks[i]) / 2.0;
            fits = fits && centre - half >= end;
            end = centre + half;
            shown[i] = true;
        }
        if (fits || stride > count)
            return shown;
    }
}

}  // namespace

QFont plot::font(int pixels, QFont::Weight weight) {
    return sizedFont(pixels, weight);
}

double plot::textWidth(const QString& text, const QFont& font) { return runsWidth(plotRuns(text), font); }

PlotFrame framePlot(const PlotPicture& picture, const QSizeF& size) {
    PlotFrame frame;
    frame.size = QSize(std::max(1, static_cast<int>(size.width())), std::max(1, static_cast<int>(size.height())));
    const double width = frame.size.width();
    double top = 4.0;
    if (!picture.title.isEmpty() || !picture.subtitle.isEmpty()) {
        const double height =
            (picture.title.isEmpty() ? 0.0 : kTitleHeight) + (picture.subtitle.isEmpty() ? 0.0 : kSubtitleHeight);
        frame.title = QRectF(0.0, 0.0, width, height);
        top = height + kTitleGap;
    }
    double bottom = frame.size.height();
    if (!picture.legend.empty()) {
        const double height = legendHeight(picture.legend, width);
        frame.legend = QRectF(0.0, bottom - height, width, height);
        bottom -= height + kLegendGap;
    }
    const QFont ticks = plot::font(type::kIndex);
    double left = picture.y.title.isEmpty() ? 0.0 : kAxisTitleHeight;
    double widest = 0.0;
    for (const PlotTick& tick : picture.y.ticks)
        widest = std::max(widest, plot::textWidth(tick.text, ticks));
    left += widest + kTickGap + 2.0;
    // The last label under the axis stands half outside.
    const double right = picture.x.ticks.empty() ? 8.0 : plot::textWidth(picture.x.ticks.back().text, ticks) / 2 + 2.0;
    bottom -= QFontMetricsF(ticks).height() + kTickGap + (picture.x.title.isEmpty() ? 2.0 : kAxisTitleHeight);
    frame.axes = QRectF(QPointF(std::ceil(left), std::ceil(top)), QPointF(width - std::ceil(right), std::floor(bottom)))
                     .toRect();
    frame.axes.setWidth(std::max(frame.axes.width(), 16));
    frame.axes.setHeight(std::max(frame.axes.height(), 16));
    frame.xShown = shownTicks(picture.x, frame.axes.width(), true);
    frame.yShown = shownTicks(picture.y, frame.axes.height(), false);
    return frame;
}

QPointF pointAt(const PlotFrame& frame, const PlotPicture& picture, double x, double y) {
    return {frame.axes.left() + place(picture.x, x) * frame.axes.width(),
            frame.axes.top() + (1.0 - place(picture.y, y)) * frame.axes.height()};
}

std::optional<double> curveAt(const PlotPicture& picture, const PlotSeries& series, double x) {
    const auto& points = series.points;
    for (std::size_t i = 0; i + 1 < points.size(); ++i) {
        if (x < points[i].x || x > points[i + 1].x)
            continue;
        const double from = place(picture.x, points[i].x);
        const double to = place(picture.x, points[i + 1].x);
        const double share = to > from ? (place(picture.x, x) - from) / (to - from) : 0.0;
        return picture.y.isLog ? points[i].y * std::pow(points[i + 1].y / points[i].y, share)
                               : points[i].y + share * (points[i + 1].y - points[i].y);
    }
    return std::nullopt;
}

}  // namespace attn::ui
