#include "ui/plots/plot_chart.h"

#include <qcustomplot.h>

#include <cmath>

#include "ui/plots/plot_legend.h"

namespace attn::ui {
namespace {

void setUpAxis(QCPAxis& axis, QCPAxis& opposite, const PlotAxis& wanted, const std::vector<bool>& shown,
               const Theme& theme) {
    axis.setScaleType(wanted.isLog ? QCPAxis::stLogarithmic : QCPAxis::stLinear);
    axis.setRange(wanted.low, wanted.high);
    const QSharedPointer<QCPAxisTickerText> ticker(new QCPAxisTickerText);
    for (std::size_t i = 0; i < wanted.ticks.size(); ++i)
        ticker->addTick(wanted.ticks[i].at, shown[i] ? wanted.ticks[i].text : QString());
    axis.setTicker(ticker);
    axis.setSubTicks(false);
    axis.setTickLength(0, 4);
    axis.setTickLabelPadding(7 - 4);
    axis.setTickLabelFont(plot::font(type::kIndex));
    axis.setTickLabelColor(theme.secondText);
    const QPen line(theme.strongLine, 1);
    axis.setBasePen(line);
    axis.setTickPen(line);
    axis.grid()->setPen(QPen(theme.hairline, 1));
    axis.grid()->setZeroLinePen(Qt::NoPen);
    opposite.setVisible(true);
    opposite.setTicks(false);
    opposite.setTickLabels(false);
    opposite.setBasePen(line);
}

QCPScatterStyle scatter(PlotMark mark, const QColor& color, const QColor& ground) {
    const QPen pen(color, 1.75);
    switch (mark) {
    case PlotMark::None: return QCPScatterStyle(QCPScatterStyle::ssNone);
    case PlotMark::Circle: return {QCPScatterStyle::ssCircle, pen, ground, 9};
    case PlotMark::Square: return {QCPScatterStyle::ssSquare, pen, ground, 8};
    case PlotMark::Cross: return {QCPScatterStyle::ssCross, pen, Qt::NoBrush, 9};
    case PlotMark::Diamond: return {QCPScatterStyle::ssDiamond, pen, ground, 12};
    }
    return QCPScatterStyle(QCPScatterStyle::ssNone);
}

void addSeries(QCustomPlot& plot, const PlotSeries& series, const Theme& theme) {
    QCPGraph* graph = plot.addGraph();
    QVector<double> xs, ys;
    for (const PlotPoint& point : series.points) {
        xs.append(point.x);
        // QCustomPlot leaves a gap for NaN, but draws an infinity at the edge of the painter's range.
        ys.append(std::isfinite(point.y) ? point.y : std::nan(""));
    }
    graph->setData(xs, ys, true);
    graph->setAdaptiveSampling(false);
    graph->setPen(rolePen(series.role, series.line, series.isThin, theme));
    graph->setLineStyle(series.line == LineKind::None ? QCPGraph::lsNone : QCPGraph::lsLine);
    graph->setScatterStyle(scatter(series.mark, roleColor(series.role, theme), theme.surface));
}

void addLine(QCustomPlot& plot, const QPointF& from, const QPointF& to, const QPen& pen) {
    auto* line = new QCPItemLine(&plot);
    for (QCPItemPosition* position : {line->start, line->end})
        position->setType(QCPItemPosition::ptAbsolute);
    line->start->setPixelPosition(from);
    line->end->setPixelPosition(to);
    line->setPen(pen);
}

void addLines(QCustomPlot& plot, const PlotPicture& picture, const PlotFrame& frame, const Theme& theme) {
    const QRectF axes = frame.axes;
    for (const PlotLimit& limit : picture.limits) {
        const double y = pointAt(frame, picture, picture.x.low, limit.y).y();
        QPen pen(theme.warningLine, 1.25);
        pen.setDashPattern({5.0, 3.0});
        if (y >= axes.top() && y <= axes.bottom())
            addLine(plot, {axes.left(), y}, {axes.right(), y}, pen);
    }
    for (const PlotMarker& marker : picture.markers) {
        const double x = pointAt(frame, picture, marker.x, picture.y.low).x();
        QPen pen(theme.text, 1.25);
        pen.setDashPattern({1.5, 3.0});
        if (x >= axes.left() && x <= axes.right())
            addLine(plot, {x, axes.top()}, {x, axes.bottom()}, pen);
    }
}

}  // namespace

QPicture recordChart(const PlotPicture& picture, const PlotFrame& frame, const Theme& theme) {
    QCustomPlot plot;
    plot.setBackground(Qt::NoBrush);
    plot.setNoAntialiasingOnDrag(false);
    QCPAxisRect& rect = *plot.axisRect();
    rect.setMinimumSize(1, 1);
    rect.setAutoMargins(QCP::msNone);
    rect.setMargins(QMargins(frame.axes.left(), frame.axes.top(), frame.size.width() - frame.axes.right() - 1,
                             frame.size.height() - frame.axes.bottom() - 1));
    setUpAxis(*plot.xAxis, *plot.xAxis2, picture.x, frame.xShown, theme);
    setUpAxis(*plot.yAxis, *plot.yAxis2, picture.y, frame.yShown, theme);
    addLines(plot, picture, frame, theme);
    for (const PlotSeries& series : picture.series)
        addSeries(plot, series, theme);

    QPicture recorded;
    QCPPainter painter(&recorded);
    // Else QCustomPlot draws its labels as cached pixmaps, and they would be pictures in SVG and PDF.
    painter.setModes(QCPPainter::pmVectorized | QCPPainter::pmNoCaching);
    plot.toPainter(&painter, frame.size.width(), frame.size.height());
    painter.end();
    return recorded;
}

void drawChart(QPainter& painter, const QPicture& chart) {
    painter.save();
    // QPicture enlarges itself by the dots per inch of the device over its own; here the painter says the scale.
    painter.scale(static_cast<double>(chart.logicalDpiX()) / painter.device()->logicalDpiX(),
                  static_cast<double>(chart.logicalDpiY()) / painter.device()->logicalDpiY());
    painter.drawPicture(0, 0, chart);
    painter.restore();
}

}  // namespace attn::ui
