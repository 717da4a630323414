#pragma once
#include <QColor>
#include <QRectF>

class QPainter;

namespace attn::ui {

/// Small things that the style and the widgets draw alike. Rectangles are in whole pixels; lines lie inside them.

constexpr double kControlRadius = 6.0;
constexpr double kInputRadius = 4.0;

/// `line` may be invalid: no frame.
void paintBox(QPainter& painter, const QRectF& rect, double radius, const QColor& ground, const QColor& line);

/// The box of something one types into: hairline frame with a strong foot; an accent foot when it has the focus.
void paintInput(QPainter& painter, const QRectF& rect, bool isEnabled, bool hasFocus);

/// A dashed 4 4 frame.
void paintDashedBox(QPainter& painter, const QRectF& rect, double radius, const QColor& line);

/// 45 degree lines every 8 px that join across neighbours.
void paintHatch(QPainter& painter, const QRectF& rect, const QColor& ground, const QColor& line);

/// A tick in the middle of `rect`.
void paintTick(QPainter& painter, const QRectF& rect, const QColor& color);

enum class Way { Up, Down, Left, Right };

/// A chevron `width` wide (at 100 %) in the middle of `rect`.
void paintChevron(QPainter& painter, const QRectF& rect, Way way, double width, const QColor& color);

}  // namespace attn::ui
