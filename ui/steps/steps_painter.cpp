#include "ui/steps/steps_painter.h"

#include <QPainterPath>
#include <algorithm>
#include <cmath>

#include "ui/figure/color_map.h"
#include "ui/figure/figure_text.h"
#include "ui/heatmap/heatmap_parts.h"

namespace attn::ui {
namespace {

/// Query, key and value keep their colour and their line in every view.
QColor inkOf(AxisRole role, const Theme& theme) {
    switch (role) {
        case AxisRole::Query:
            return theme.query;
        case AxisRole::Key:
            return theme.key;
        case AxisRole::Value:
            return theme.value;
        case AxisRole::None:
            break;
    }
    return theme.accent;
}

QPen penOf(AxisRole role, const Theme& theme, double width) {
    QPen pen(inkOf(role, theme), width, Qt::SolidLine, Qt::FlatCap, Qt::MiterJoin);
    if (role == AxisRole::Key)
        pen.setDashPattern({5.0 / width, 3.0 / width});
    else if (role == AxisRole::Value)
        pen.setDashPattern({1.5 / width, 2.5 / width});
    return pen;
}

/// Unbroken stretches of ascending indices: first and last of each.
std::vector<std::pair<Index, Index>> runsOf(const std::vector<Index>& indices) {
    std::vector<std::pair<Index, Index>> runs;
    for (const Index index : indices)
        if (!runs.empty() && runs.back().second + 1 == index)
            runs.back().second = index;
        else
            runs.emplace_back(index, index);
    return runs;
}

class Painter {
  public:
    Painter(QPainter& painter, const StepsPicture& picture, const HeatmapOptions& options, const StepsLayout& layout)
        : m_painter(painter),
          m_picture(picture),
          m_options(options),
          m_layout(layout),
          m_theme(options.colors()),
          m_type(figureType(options.paper)),
          m_unit(unitOf(options)) {}

    void paint() {
        if (!m_picture.empty.isEmpty())
            return paintEmpty();
        for (std::size_t i = 0; i < m_picture.matrices.size(); ++i)
            paintMatrix(m_picture.matrices[i], m_layout.places[i]);
        if (!m_layout.bars.isNull())
            paintBars();
        if (!m_layout.legend.isNull())
            drawLegend(m_painter, m_layout.legend, m_layout.legendItems, m_type.note, m_picture.matrices[0].picture,
                       m_options, m_layout.isFlat);
        if (!m_layout.leftOut.isNull())
            drawWrapped(m_painter, m_layout.leftOut.topLeft(), m_layout.leftOut.width(), m_picture.leftOut,
                        m_type.note, m_theme.secondText);
        if (!m_layout.caption.isNull())
            drawWrapped(m_painter, m_layout.caption.topLeft(), m_layout.caption.width(), m_picture.caption,
                        m_type.caption, m_theme.text, true);
    }

  private:
    void paintEmpty() {
        const double width = std::min(m_layout.size.width() - 24.0, 420.0 * m_unit);
        const double height = wrappedHeight(m_picture.empty, m_type.label, width);
        drawWrapped(m_painter,
                    {(m_layout.size.width() - width) / 2, std::max(4.0, (m_layout.size.height() - height) / 2)},
                    width, m_picture.empty, m_type.label, m_theme.secondText);
    }

    void paintMatrix(const StepMatrix& matrix, const StepPlace& place) {
        const QRectF& map = place.cells.map;
        const QFont name = stepNameFont(m_options.paper);
        drawMath(m_painter, place.name, matrix.name, name,
                 matrix.role == AxisRole::None ? m_theme.text : inkOf(matrix.role, m_theme));
        m_painter.setPen(m_theme.secondText);
        drawFigureText(m_painter, place.shape, matrix.shape, m_type.tick);
        paintHeatmapCells(m_painter, matrix.picture, m_options, place.cells);
        m_painter.save();
        m_painter.setRenderHint(QPainter::Antialiasing, false);
        if (!map.isEmpty()) {
            if (matrix.role != AxisRole::None || matrix.headTo > 0)
                paintTop(matrix, place);
            const double half = m_options.paper ? 0.25 : 0.5;
            m_painter.setRenderHint(QPainter::Antialiasing, true);
            m_painter.setPen(QPen(m_theme.strongLine, 2 * half, Qt::SolidLine, Qt::FlatCap, Qt::MiterJoin));
            m_painter.setBrush(Qt::NoBrush);
            QPainterPath frame;
            frame.addRect(map.adjusted(-half, -half, half, half));
            m_painter.drawPath(frame);
        }
        m_painter.restore();
        if (!place.before.isNull())
            paintOperator(matrix, place.before);
    }

    /// The bar above a matrix, in the colour of its role; over the chosen head's columns where it holds all heads,
    /// which are then parted from each other by lines.
    void paintTop(const StepMatrix& matrix, const StepPlace& place) {
        const QRectF& map = place.cells.map;
        const bool hasHeads = matrix.headTo > matrix.headFrom;
        const QRectF over =
            hasHeads ? place.cells.cellRect(0, matrix.headFrom).united(place.cells.cellRect(0, matrix.headTo - 1))
                     : map;
        m_painter.fillRect(QRectF(over.left(), map.top() - 5 * m_unit, over.width(), 4 * m_unit),
                           inkOf(matrix.role, m_theme));
        if (!hasHeads || matrix.headWidth <= 0 || place.cells.cell * place.cells.wide < 1.5)
            return;
        for (Index col = matrix.headWidth; col < matrix.picture.cells.cols; col += matrix.headWidth) {
            const double x = place.cells.cellRect(0, col).left();
            m_painter.fillRect(QRectF(x - 1.5 * m_unit, map.top(), 3 * m_unit, map.height()), m_theme.surface);
            m_painter.fillRect(
                QRectF(x - 0.5 * m_unit, map.top() - 5 * m_unit, 1 * m_unit, map.height() + 5 * m_unit),
                m_theme.strongLine);
        }
    }

    void paintOperator(const StepMatrix& matrix, const QRectF& room) {
        const double width = mathWidth(matrix.before, m_type.label);
        const double middle = room.center().y();
        const double lift = matrix.hasArrow ? 5 * m_unit : -metricsOf(m_type.label).capHeight() / 2;
        drawMath(m_painter, {room.center().x() - width / 2, middle - lift}, matrix.before, m_type.label,
                 m_theme.secondText);
        if (!matrix.hasArrow)
            return;
        m_painter.save();
        m_painter.setRenderHint(QPainter::Antialiasing, true);
        m_painter.setPen(QPen(m_theme.strongLine, 1.25 * m_unit, Qt::SolidLine, Qt::FlatCap, Qt::MiterJoin));
        const double y = middle + 4 * m_unit, end = room.right() - 4 * m_unit, tip = 4 * m_unit;
        m_painter.drawLine(QPointF(room.left() + 4 * m_unit, y), QPointF(end, y));
        m_painter.drawLine(QPointF(end - tip, y - tip), QPointF(end, y));
        m_painter.drawLine(QPointF(end - tip, y + tip), QPointF(end, y));
        m_painter.restore();
    }

    double paintBar(double x, const StepsBar& bar) {
        const QFontMetricsF metrics = metricsOf(m_type.note);
        const QRectF& line = m_layout.bars;
        const double base = line.top() + metrics.ascent();
        const auto word = [&](const QString& text) {
            m_painter.setPen(m_theme.secondText);
            drawFigureText(m_painter, {x, base}, text, m_type.note);
            x += metrics.horizontalAdvance(text);
        };
        word(bar.low);
        x += 6 * m_unit;
        const int pieces = 64;
        const double wide = kBarLength * m_unit, high = 9 * m_unit, top = line.top() + (metrics.height() - high) / 2;
        m_painter.save();
        m_painter.setRenderHint(QPainter::Antialiasing, false);
        for (int i = 0; i < pieces; ++i)
            m_painter.fillRect(QRectF(x + wide * i / pieces, top,
                                      std::min(2.0, static_cast<double>(pieces - i)) * wide / pieces, high),
                               QColor(color(bar.map, static_cast<double>(i) / (pieces - 1))));
        m_painter.restore();
        x += wide + 6 * m_unit;
        word(bar.high);
        return x + kBarApart * m_unit;
    }

    void paintBars() {
        double x = m_layout.bars.left();
        for (const StepsBar& bar : stepsBars(m_picture))
            x = paintBar(x, bar);
    }

    QPainter& m_painter;
    const StepsPicture& m_picture;
    const HeatmapOptions& m_options;
    const StepsLayout& m_layout;
    const Theme& m_theme;
    FigureType m_type;
    double m_unit;
};

void paintLit(QPainter& painter, const LitCells& lit, const StepMatrix& matrix, const HeatmapLayout& cells,
              const Theme& theme, double unit) {
    const double width = (lit.isDirect ? 2.0 : 1.0) * unit;
    for (const auto& [firstRow, lastRow] : runsOf(lit.rows))
        for (const auto& [firstCol, lastCol] : runsOf(lit.cols)) {
            QRectF box = cells.cellRect(firstRow, firstCol).united(cells.cellRect(lastRow, lastCol));
            // Narrow cells would vanish under their own frame: it goes around them instead.
            const double out = std::min(box.width(), box.height()) < 8 * unit ? width + unit : 0.0;
            box.adjust(-out, -out, out, out);
            const double inner = width + 0.5 * unit;
            painter.setPen(QPen(theme.surface, unit, Qt::SolidLine, Qt::SquareCap, Qt::MiterJoin));
            painter.drawRect(box.adjusted(inner, inner, -inner, -inner));
            const QRectF ring = box.adjusted(width / 2, width / 2, -width / 2, -width / 2);
            painter.setPen(QPen(theme.surface, width, Qt::SolidLine, Qt::SquareCap, Qt::MiterJoin));
            painter.drawRect(ring);
            painter.setPen(penOf(matrix.role, theme, width));
            painter.drawRect(ring);
        }
}

}  // namespace

void paintSteps(QPainter& painter, const StepsPicture& picture, const HeatmapOptions& options,
                const StepsLayout& layout) {
    painter.save();
    Painter(painter, picture, options, layout).paint();
    painter.restore();
}

void paintStepMarks(QPainter& painter, const StepsPicture& picture, const HeatmapOptions& options,
                    const StepsLayout& layout, const StepMarks& marks, const StepCell& hover,
                    const std::vector<HeatmapCell>& pointed) {
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing, true);
    painter.setBrush(Qt::NoBrush);
    const double unit = unitOf(options);
    for (std::size_t i = 0; i < std::min(marks.lit.size(), layout.places.size()); ++i)
        paintLit(painter, marks.lit[i], picture.matrices[i], layout.places[i].cells, options.colors(), unit);
    for (int i = 0; i < static_cast<int>(layout.places.size()); ++i) {
        HeatmapMarks here;
        if (i == marks.matrix) {
            here.row = marks.cell.row;
            here.col = marks.cell.col;
        }
        const auto at = static_cast<std::size_t>(i);
        if (i == hover.matrix)
            here.hover = hover.cell;
        else if (at < pointed.size())
            here.hover = pointed[at];
        if (here == HeatmapMarks{})
            continue;
        paintHeatmapMarks(painter, picture.matrices[at].picture, options, layout.places[at].cells, here);
    }
    painter.restore();
}

}  // namespace attn::ui
