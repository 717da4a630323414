#pragma once
// What the layout and the painter of heatmaps share.
#include <vector>

#include "ui/figure/figure_text.h"
#include "ui/figure/ticks.h"
#include "ui/heatmap/heatmap_painter.h"
#include "ui/theme/style.h"

namespace attn::ui {

constexpr double kBarWidth = 12.0;
constexpr double kBarGap = 16.0;
constexpr double kTick = 4.0;

/// Lengths are given for the screen; paper has points, and text of about this part of the screen's size.
inline double unitOf(const HeatmapOptions& options) {
    return options.paper ? 0.58 : static_cast<double>(screenUnit());
}

/// What is drawn beside row or column `index`: its token, with its position where the token repeats; else its
/// position.
FigureLabel axisLabel(const Axis& axis, Index index);

/// Marks of the colour bar; an end beyond which values lie carries "≤" or "≥". `lines`: height of the bar in lines of
/// text.
std::vector<Tick> barTicks(const HeatmapPicture& picture, const HeatmapSurvey& survey, double lines);

/// The quantity beside a colour bar; a scale that is not the plain one says so.
QString barName(const HeatmapPicture& picture);

/// Longest of the labels that are drawn, up to `limit`.
double longestLabel(const Axis& axis, const std::vector<Index>& ticks, const QFont& font, double limit);
/// 0, step, 2 step ... below `count`.
std::vector<Index> everyNth(Index count, Index step);
/// One label in so many (1, 2, 4, 5, 8, 10 ...), where each needs `pitch` and a cell has `cell`.
Index labelStep(double cell, double pitch);

/// Decides with how many decimals and in which size numbers fit the cells of `layout`, or that there are none.
void fitNumbers(const HeatmapPicture& picture, const HeatmapOptions& options, HeatmapLayout& layout);

/// Lines one way over every masked cell, both ways where it was masked by hand; joined across neighbours.
void drawHatch(QPainter& painter, const HeatmapPicture& picture, const HeatmapLayout& layout,
               const HeatmapOptions& options);
/// The same over one box.
void drawHatchBox(QPainter& painter, const QRectF& box, double period, double width, const QColor& ink,
                  bool isCrossed);

/// Fault ground's dashed frame and the word that fits.
void drawFaultCell(QPainter& painter, const QRectF& cell, double value, const HeatmapOptions& options);
void drawPaintedCorner(QPainter& painter, const QRectF& cell, const HeatmapOptions& options);
void drawZeroRing(QPainter& painter, const QRectF& cell, QRgb ground, const HeatmapOptions& options);

}  // namespace attn::ui
