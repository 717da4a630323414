#pragma once
#include <QFont>
#include <QPointF>
#include <QRectF>
#include <vector>

#include "ui/plots/plot_picture.h"

namespace attn::ui {

/// Type of plots in design units: everything in a plot is laid out with tick labels 12 high, and scaled as a whole.
namespace plot {
constexpr double kTickPx = 12.0;
QFont font(int pixels, QFont::Weight weight = QFont::Normal);  ///< Not multiplied by the font scale.
double textWidth(const QString& text, const QFont& font);      ///< With subscripts; see plotRuns().
}  // namespace plot

/// Where the parts of one plot stand, in design units.
struct PlotFrame {
    QSize size;           ///< Of all of it.
    QRectF title;         ///< Title and subtitle; empty without them.
    QRect axes;           ///< The frame that the curves are in; whole numbers, so that its lines are crisp.
    QRectF legend;        ///< Empty without a legend.
    std::vector<bool> xShown, yShown;  ///< One per tick: its label has room.
};

PlotFrame framePlot(const PlotPicture& picture, const QSizeF& size);

/// Where a value stands; outside the axes for a value outside their range. Not finite where the value is not drawable
/// (not finite itself, or <= 0 on a log axis).
QPointF pointAt(const PlotFrame& frame, const PlotPicture& picture, double x, double y);

/// The y of the curve at x, interpolated on the axes' scales; nothing outside its points.
std::optional<double> curveAt(const PlotPicture& picture, const PlotSeries& series, double x);

}  // namespace attn::ui
