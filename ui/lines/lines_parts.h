#pragma once
// What layout and painter of lines share; for ui/lines only.
#include "ui/lines/lines_painter.h"

namespace attn::ui {

/// One entry of the legend: a line as it is drawn, and its words.
struct LinesKey {
    AttentionLine line;
    QString text;
};
std::vector<LinesKey> linesLegend(const LinesPicture& picture, const LinesStyle& style);
double linesLegendHeight(const std::vector<LinesKey>& keys, const LinesStyle& style, double width);
void paintLinesLegend(QPainter& painter, const QRectF& box, const LinesPicture& picture, const LinesStyle& style);

/// A line with, where its colour is close to the ground, an edge in the colour of strong lines.
void strokeLine(QPainter& painter, const LinesPicture& picture, const AttentionLine& line, const LinesStyle& style,
                bool isLit, QPointF from, QPointF to);

}  // namespace attn::ui
