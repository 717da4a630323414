#include "ui/theme/paint.h"

#include <QPainter>
#include <QPainterPath>
#include <cmath>

#include "ui/theme/style.h"

namespace attn::ui {

void paintBox(QPainter& painter, const QRectF& rect, double radius, const QColor& ground, const QColor& line) {
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setBrush(ground.isValid() ? QBrush(ground) : QBrush(Qt::NoBrush));
    if (line.isValid()) {
        painter.setPen(QPen(line, 1.0));
        painter.drawRoundedRect(rect.adjusted(0.5, 0.5, -0.5, -0.5), radius - 0.5, radius - 0.5);
    } else {
        painter.setPen(Qt::NoPen);
        painter.drawRoundedRect(rect, radius, radius);
    }
    painter.restore();
}

void paintInput(QPainter& painter, const QRectF& rect, bool isEnabled, bool hasFocus) {
    const Theme& t = currentTheme();
    paintBox(painter, rect, kInputRadius, isEnabled ? t.surface : t.window, t.hairline);
    if (!isEnabled)
        return;
    const double thickness = hasFocus ? 2.0 : 1.0;
    QPainterPath inside;
    inside.addRoundedRect(rect, kInputRadius, kInputRadius);
    QPainterPath above;
    above.addRoundedRect(rect.translated(0, -thickness), kInputRadius, kInputRadius);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setClipRect(QRectF(rect.left(), rect.bottom() - kInputRadius, rect.width(), kInputRadius));
    painter.fillPath(inside.subtracted(above), hasFocus ? t.accent : t.strongLine);
    painter.restore();
}

void paintDashedBox(QPainter& painter, const QRectF& rect, double radius, const QColor& line) {
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    QPen pen(line, 1.0);
    pen.setDashPattern({4.0, 4.0});
    pen.setCapStyle(Qt::FlatCap);
    painter.setPen(pen);
    painter.setBrush(Qt::NoBrush);
    painter.drawRoundedRect(rect.adjusted(0.5, 0.5, -0.5, -0.5), radius, radius);
    painter.restore();
}

void paintHatch(QPainter& painter, const QRectF& rect, const QColor& ground, const QColor& line) {
    painter.save();
    painter.fillRect(rect, ground);
    painter.setClipRect(rect, Qt::IntersectClip);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(line, 1.0));
    // Lines of x + y = 8 n, wherever the rectangle lies.
    const double first = std::floor((rect.left() + rect.top()) / 8.0) * 8.0;
    for (double sum = first; sum <= rect.right() + rect.bottom(); sum += 8.0)
        painter.drawLine(QPointF(sum - rect.top(), rect.top()), QPointF(sum - rect.bottom(), rect.bottom()));
    painter.restore();
}

void paintTick(QPainter& painter, const QRectF& rect, const QColor& color) {
    const double unit = std::min(rect.width(), rect.height()) / 16.0;
    const QPointF origin = rect.center() - QPointF(8, 8) * unit;
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(color, 2.0 * unit, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    const QPointF points[] = {origin + QPointF(4, 8.25) * unit, origin + QPointF(7, 11.25) * unit,
                              origin + QPointF(12.25, 5.25) * unit};
    painter.drawPolyline(points, 3);
    painter.restore();
}

void paintChevron(QPainter& painter, const QRectF& rect, Way way, double width, const QColor& color) {
    const double half = width * fontScale() / 2.0;
    const double depth = half / 2.0;
    QPolygonF points{{-half, -depth}, {0, depth}, {half, -depth}};
    QTransform turn;
    turn.translate(rect.center().x(), rect.center().y());
    turn.rotate(way == Way::Down ? 0 : way == Way::Left ? 90 : way == Way::Up ? 180 : 270);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(color, width < 8 ? 1.1 : 1.5, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    painter.drawPolyline(turn.map(points));
    painter.restore();
}

}  // namespace attn::ui
