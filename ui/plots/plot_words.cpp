#include <QFontMetricsF>
#include <QPainter>
#include <algorithm>
#include <cmath>

#include "ui/plots/plot_chart.h"
#include "ui/plots/plot_legend.h"

namespace attn::ui {
namespace {

bool isFinite(const QPointF& point) { return std::isfinite(point.x()) && std::isfinite(point.y()); }

/// `middle` moved so that a line of this width and height, centred on it, lies inside `area`.
QPointF keptInside(QPointF middle, double width, double height, const QRectF& area) {
    const double dx = std::min(width / 2.0 + 4.0, area.width() / 2.0);
    const double dy = std::min(height / 2.0 + 3.0, area.height() / 2.0);
    return {std::clamp(middle.x(), area.left() + dx, area.right() - dx),
            std::clamp(middle.y(), area.top() + dy, area.bottom() - dy)};
}

QRectF boxAround(QPointF middle, double width, double height) {
    return {middle.x() - width / 2.0, middle.y() - height / 2.0, width, height};
}

/// Whether the curve rises to the right near x, as it is drawn.
bool risesAt(const PlotSeries& series, double x) {
    for (std::size_t i = 0; i + 1 < series.points.size(); ++i)
        if (x <= series.points[i + 1].x || i + 2 == series.points.size())
            return series.points[i + 1].y >= series.points[i].y;
    return true;
}

/// A mark, or the curve between marks, lies in `box`.
bool isDrawnIn(const PlotPicture& picture, const PlotFrame& frame, const QRectF& box) {
    constexpr double kMark = 7.0;
    for (const PlotSeries& series : picture.series) {
        for (const PlotPoint& point : series.points)
            if (const QPointF at = pointAt(frame, picture, point.x, point.y);
                isFinite(at) && box.adjusted(-kMark, -kMark, kMark, kMark).contains(at))
                return true;
        for (std::size_t i = 0; i + 1 < series.points.size(); ++i) {
            const QPointF from = pointAt(frame, picture, series.points[i].x, series.points[i].y);
            const QPointF to = pointAt(frame, picture, series.points[i + 1].x, series.points[i + 1].y);
            constexpr int kSteps = 24;
            for (int step = 0; step <= kSteps && isFinite(from) && isFinite(to); ++step)
                if (box.contains(from + (to - from) * step / kSteps))
                    return true;
        }
    }
    return false;
}

bool isTaken(const std::vector<QRectF>& taken, const QRectF& box) {
    return std::any_of(taken.begin(), taken.end(), [&](const QRectF& other) { return box.intersects(other); });
}

/// Beside the curve, on the side that it does not run through.
void paintCurveLabel(QPainter& painter, const PlotPicture& picture, const PlotFrame& frame, const PlotSeries& series,
                     const Theme& theme, std::vector<QRectF>& taken) {
    const auto y = curveAt(picture, series, series.labelX);
    if (series.label.isEmpty() || !y)
        return;
    const QPointF at = pointAt(frame, picture, series.labelX, *y);
    if (!isFinite(at))
        return;
    const QFont font = plot::font(type::kLabel);
    const double width = plot::textWidth(series.label, font);
    const double height = QFontMetricsF(font).height();
    const bool goesLeft = risesAt(series, series.labelX) == series.labelAbove;
    const QPointF middle(at.x() + (goesLeft ? -1.0 : 1.0) * (width / 2.0 + 12.0),
                         at.y() + (series.labelAbove ? -1.0 : 1.0) * (height / 2.0 + 5.0));
    const QColor color = series.role == PlotRole::Limit ? theme.warningText : roleColor(series.role, theme);
    const QPointF place = keptInside(middle, width, height, frame.axes);
    taken.push_back(boxAround(place, width, height));
    paintLine(painter, place, Qt::AlignHCenter, series.label, font, color, theme, theme.surface);
}

/// At the foot of its line, or as little above it as keeps clear of what is drawn and of the labels in `taken`.
void paintMarkerLabel(QPainter& painter, const PlotPicture& picture, const PlotFrame& frame, const PlotMarker& marker,
                      const Theme& theme, std::vector<QRectF>& taken) {
    const QPointF at = pointAt(frame, picture, marker.x, picture.y.high);
    if (marker.label.isEmpty() || !isFinite(at) || at.x() < frame.axes.left() || at.x() > frame.axes.right() + 1)
        return;
    const QFont font = plot::font(type::kIndex);
    const double width = plot::textWidth(marker.label, font) + 14.0;
    const double height = 20.0;
    const QPointF middle =
        keptInside(QPointF(at.x(), frame.axes.bottom() - height / 2.0 - 4.0), width, height, frame.axes);
    QRectF box = boxAround(middle, width, height);
    const auto isFree = [&](const QRectF& place) {
        return !isDrawnIn(picture, frame, place) && !isTaken(taken, place);
    };
    const QRectF foot = box;
    while (!isFree(box) && box.top() - 3.0 > frame.axes.top())
        box.translate(0.0, -3.0);
    if (!isFree(box)) {  // everything is full: then only words must not cover one another
        box = foot;
        while (isTaken(taken, box) && box.top() - 3.0 > frame.axes.top())
            box.translate(0.0, -3.0);
        if (isTaken(taken, box))
            return;
    }
    taken.push_back(box);
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme.raised);
    painter.drawRoundedRect(box, 3, 3);
    paintLine(painter, box.center(), Qt::AlignHCenter, marker.label, font, theme.text, theme);
}

void paintLimitLabel(QPainter& painter, const PlotPicture& picture, const PlotFrame& frame, const PlotLimit& limit,
                     const Theme& theme, std::vector<QRectF>& taken) {
    const double y = pointAt(frame, picture, picture.x.low, limit.y).y();
    if (limit.label.isEmpty() || !std::isfinite(y) || y < frame.axes.top() || y > frame.axes.bottom())
        return;
    const double above = y - frame.axes.top() > 22.0 ? -11.0 : 12.0;
    const QFont font = plot::font(type::kIndex);
    const double width = plot::textWidth(limit.label, font);
    taken.push_back(boxAround({frame.axes.left() + 8.0 + width / 2.0, y + above}, width, QFontMetricsF(font).height()));
    paintLine(painter, QPointF(frame.axes.left() + 8.0, y + above), Qt::AlignLeft, limit.label, font, theme.warningText,
              theme, theme.surface);
}

void paintNote(QPainter& painter, const PlotPicture& picture, const PlotFrame& frame, const PlotNote& note,
               const Theme& theme, std::vector<QRectF>& taken) {
    const QPointF at = pointAt(frame, picture, note.x, note.y);
    if (!isFinite(at))
        return;
    const QFont font = plot::font(type::kLabel, QFont::DemiBold);
    const double width = plot::textWidth(note.text, font);
    const double height = QFontMetricsF(font).height();
    // Right and below, where a rising curve does not run; else left and above it. Words between curves only shift.
    const bool fitsRight = note.role == PlotRole::Second || at.x() + 14.0 + width < frame.axes.right();
    const double side = fitsRight ? 1.0 : -1.0;
    const auto placeAt = [&](double toSide, double down) {
        return keptInside({at.x() + toSide * (14.0 + width / 2.0), at.y() + down}, width, height, frame.axes);
    };
    QPointF place = placeAt(side, side * 12.0);
    // Where other words stand, the next free place; a note that finds none is left out: the table says it too.
    for (const double down : {12.0, -12.0, 26.0, -26.0, 40.0})
        for (const double other : {side, -side})
            if (isTaken(taken, boxAround(place, width, height)))
                place = placeAt(other, side * down);
    const QRectF box = boxAround(place, width, height);
    if (isTaken(taken, box))
        return;
    taken.push_back(box);
    paintLine(painter, place, Qt::AlignHCenter, note.text, font, roleColor(note.role, theme), theme, theme.surface);
}

}  // namespace

void paintWords(QPainter& painter, const PlotPicture& picture, const PlotFrame& frame, const Theme& theme) {
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    double y = 11.0;
    if (!picture.title.isEmpty()) {
        paintLine(painter, {0.0, y}, Qt::AlignLeft, picture.title, plot::font(15, QFont::DemiBold), theme.text, theme);
        y += 20.0;
    }
    if (!picture.subtitle.isEmpty())
        paintLine(painter, {0.0, y}, Qt::AlignLeft, picture.subtitle, plot::font(type::kIndex), theme.secondText, theme);

    const QRectF axes = frame.axes;
    const QFont axisFont = plot::font(type::kLabel);
    const double ticks = QFontMetricsF(plot::font(type::kIndex)).height();
    if (!picture.x.title.isEmpty())
        paintLine(painter, {axes.center().x(), axes.bottom() + 7.0 + ticks + 14.0}, Qt::AlignHCenter, picture.x.title,
                  axisFont, theme.text, theme);
    if (!picture.y.title.isEmpty()) {
        painter.save();
        painter.translate(9.0, axes.center().y());
        painter.rotate(-90.0);
        paintLine(painter, {0.0, 0.0}, Qt::AlignHCenter, picture.y.title, axisFont, theme.text, theme);
        painter.restore();
    }
    std::vector<QRectF> taken;  // by words; badges keep clear of them
    for (const PlotLimit& limit : picture.limits)
        paintLimitLabel(painter, picture, frame, limit, theme, taken);
    for (const PlotSeries& series : picture.series)
        paintCurveLabel(painter, picture, frame, series, theme, taken);
    for (const PlotNote& note : picture.notes)
        paintNote(painter, picture, frame, note, theme, taken);
    for (const PlotMarker& marker : picture.markers)
        paintMarkerLabel(painter, picture, frame, marker, theme, taken);
    painter.restore();
}

}  // namespace attn::ui
