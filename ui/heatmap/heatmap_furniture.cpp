// Everything around the cells: labels, titles, frame, colour bar, legend, notes; and the marks over the cells.
#include <QCoreApplication>
#include <QPainterPath>
#include <algorithm>
#include <cmath>

#include "ui/figure/figure_text.h"
#include "ui/heatmap/heatmap_legend.h"
#include "ui/heatmap/heatmap_painter.h"
#include "ui/heatmap/heatmap_parts.h"
#include "ui/heatmap/row_counts.h"

namespace attn::ui {
namespace {

class Furniture {
  public:
    Furniture(QPainter& painter, const HeatmapPicture& picture, const HeatmapOptions& options,
              const HeatmapLayout& layout, const HeatmapMarks& marks)
        : m_painter(painter),
          m_picture(picture),
          m_options(options),
          m_layout(layout),
          m_marks(marks),
          m_theme(options.colors()),
          m_type(figureType(options.paper)),
          m_unit(unitOf(options)) {}

    void paint() {
        m_painter.setRenderHint(QPainter::Antialiasing, true);
        if (m_layout.cell > 0.0) {
            paintTitles();
            const Index row = m_layout.hasMiddleOfRow(m_marks.row) ? m_marks.row : -1;
            const Index col = m_layout.hasMiddleOfCol(m_marks.col) ? m_marks.col : -1;
            const std::vector<Index> rows =
                withChosen(m_layout.rowTicks, row, m_picture.cells.rows, m_layout.rowStep);
            if (!m_layout.counts.isEmpty())
                drawRowCounts(m_painter, m_picture, m_options, m_layout, rows, m_marks.row);
            paintFrame();
            for (const Index at : rows)
                paintRowLabel(at);
            for (const Index at : withChosen(m_layout.colTicks, col, m_picture.cells.cols, m_layout.colStep))
                paintColLabel(at);
        } else
            paintEmpty();
        if (!m_layout.bar.isEmpty())
            paintBar();
        if (!m_layout.legend.isEmpty())
            drawLegend(m_painter, m_layout.legend, legendItems(m_layout.survey, m_layout.isFlat, m_layout.hasValues),
                       m_type.note, m_picture, m_options, m_layout.isFlat);
        drawWrapped(m_painter, m_layout.note.topLeft(), m_layout.note.width(),
                    m_layout.note.isEmpty() ? QString() : m_layout.notes, m_type.note, m_theme.secondText);
        drawWrapped(m_painter, m_layout.caption.topLeft(), m_layout.caption.width(),
                    m_layout.caption.isEmpty() ? QString() : m_picture.caption, m_type.caption, m_theme.text, true);
    }

    void paintBarAlone() { paintBar(); }

  private:
    double lineWidth() const { return m_options.paper ? 0.75 : 1.0; }

    /// On paper the words are black; on screen they carry the colour of their side.
    QColor roleInk(AxisRole role) const {
        if (m_options.paper)
            return m_theme.text;
        switch (role) {
            case AxisRole::Query:
                return m_theme.query;
            case AxisRole::Key:
                return m_theme.key;
            case AxisRole::Value:
                return m_theme.value;
            case AxisRole::None:
                break;
        }
        return m_theme.secondText;
    }
    QColor chosenInk(AxisRole role) const {
        if (role == AxisRole::None)
            return m_theme.accent;
        return role == AxisRole::Query ? m_theme.query : role == AxisRole::Key ? m_theme.key : m_theme.value;
    }

    /// The chosen one is always named; a label that it would collide with gives way.
    static std::vector<Index> withChosen(std::vector<Index> ticks, Index chosen, Index count, Index step) {
        if (ticks.empty() || chosen < 0 || chosen >= count || chosen % step == 0)
            return ticks;
        std::erase_if(ticks, [&](Index tick) { return std::abs(tick - chosen) < step; });
        ticks.push_back(chosen);
        return ticks;
    }

    void centred(const QRectF& box, const QString& text, const QFont& font, const QColor& ink) {
        const QFontMetricsF metrics = metricsOf(font);
        m_painter.setPen(ink);
        drawFigureText(m_painter,
                       {box.center().x() - metrics.horizontalAdvance(text) / 2, box.top() + metrics.ascent()}, text,
                       font);
    }

    void turned(QPointF centre, const QString& text, const QFont& font, const QColor& ink) {
        const QFontMetricsF metrics = metricsOf(font);
        m_painter.save();
        m_painter.translate(centre);
        m_painter.rotate(-90);
        m_painter.setPen(ink);
        drawFigureText(m_painter, {-metrics.horizontalAdvance(text) / 2, (metrics.ascent() - metrics.descent()) / 2},
                       text, font);
        m_painter.restore();
    }

    QString fitted(const QString& text, const QFont& font, double width) const {
        return metricsOf(font).elidedText(text, Qt::ElideRight, width);
    }

    void paintTitles() {
        if (m_layout.title.height() > 0.0) {
            const QString title = fitted(m_picture.title, m_type.title, m_layout.title.width());
            const double wide = metricsOf(m_type.title).horizontalAdvance(title) + 8 * m_unit;
            const QPointF at(m_layout.title.left(), m_layout.title.top() + metricsOf(m_type.title).ascent());
            m_painter.setPen(m_theme.text);
            drawFigureText(m_painter, at, title, m_type.title);
            m_painter.setPen(m_theme.secondText);
            drawFigureText(m_painter, at + QPointF(wide, 0),
                           fitted(m_picture.subtitle, m_type.axisTitle, m_layout.title.width() - wide),
                           m_type.axisTitle);
        }
        // A title longer than its side is moved inside the figure before it is shortened.
        const auto inside = [](double centre, double length, double whole) {
            return std::clamp(centre, std::min(length, whole) / 2, whole - std::min(length, whole) / 2);
        };
        const QFontMetricsF metrics = metricsOf(m_type.axisTitle);
        if (m_layout.colTitle.height() > 0.0) {
            const double whole = m_layout.size.width();
            const QString text = fitted(m_picture.cols.title, m_type.axisTitle, whole);
            QRectF box = m_layout.colTitle;
            box.moveCenter(
                {inside(box.center().x(), metrics.horizontalAdvance(text), whole), box.center().y() - 2 * m_unit});
            centred(box, text, m_type.axisTitle, roleInk(m_picture.cols.role));
        }
        if (m_layout.rowTitle.width() > 0.0) {
            const double whole = m_layout.size.height();
            const QString text = fitted(m_picture.rows.title, m_type.axisTitle, whole);
            const double y = inside(m_layout.rowTitle.center().y(), metrics.horizontalAdvance(text), whole);
            turned({m_layout.rowTitle.left() + metrics.height() / 2, y}, text, m_type.axisTitle,
                   roleInk(m_picture.rows.role));
        }
    }

    void paintFrame() {
        const double half = lineWidth() / 2;
        m_painter.setPen(QPen(m_theme.strongLine, lineWidth(), Qt::SolidLine, Qt::FlatCap, Qt::MiterJoin));
        m_painter.setBrush(Qt::NoBrush);
        QPainterPath frame;
        frame.addRect(m_layout.map.adjusted(-half, -half, half, half));
        m_painter.drawPath(frame);
    }

    void paintEmpty() {
        const QString text = QCoreApplication::translate("Heatmap", "Nothing to show: %1 rows, %2 columns")
                                 .arg(m_picture.cells.rows)
                                 .arg(m_picture.cells.cols);
        const double width = metricsOf(m_type.label).horizontalAdvance(text);
        m_painter.setPen(m_theme.secondText);
        drawFigureText(m_painter, {std::max(2.0, (m_layout.size.width() - width) / 2), m_layout.size.height() / 2},
                       text, m_type.label);
    }

    void tick(QPointF from, QPointF to) {
        m_painter.setPen(QPen(m_options.paper ? m_theme.text : m_theme.strongLine, m_options.paper ? 0.5 : 1.0,
                              Qt::SolidLine, Qt::FlatCap));
        m_painter.drawLine(from, to);
    }

    QFont labelFont(bool isChosen) const {
        QFont font = m_type.label;
        font.setWeight(isChosen ? QFont::DemiBold : QFont::Normal);
        return font;
    }

    void paintRowLabel(Index row) {
        const bool isChosen = row == m_marks.row;
        const QFont font = labelFont(isChosen);
        const FigureLabel label =
            abbreviated(axisLabel(m_picture.rows, row), font, m_layout.rowLabelWidth + 4 * m_unit);
        const double y = m_layout.cellRect(row, 0).center().y();
        const double x = m_layout.map.left() - (kTick + 3) * m_unit - labelWidth(label, font);
        const QColor ink = isChosen ? chosenInk(m_picture.rows.role) : m_theme.text;
        drawFigureLabel(m_painter, {x, y + metricsOf(font).capHeight() / 2}, label, font, ink,
                        isChosen ? ink : m_theme.secondText);
        if (!isChosen)
            tick({m_layout.map.left() - lineWidth() - 3 * m_unit, y}, {m_layout.map.left() - lineWidth(), y});
    }

    void paintColLabel(Index col) {
        const bool isChosen = col == m_marks.col;
        const QFont font = labelFont(isChosen);
        const FigureLabel label =
            abbreviated(axisLabel(m_picture.cols, col), font, m_layout.colLabelLength + 4 * m_unit);
        const double x = m_layout.cellRect(0, col).center().x();
        const double y = m_layout.map.top() - (kTick + 3) * m_unit;
        const QColor ink = isChosen ? chosenInk(m_picture.cols.role) : m_theme.text;
        const QColor indexInk = isChosen ? ink : m_theme.secondText;
        m_painter.save();
        if (m_layout.colsUpright)
            drawFigureLabel(m_painter, {x - labelWidth(label, font) / 2, y - metricsOf(font).descent() * 0.5}, label,
                            font, ink, indexInk);
        else {
            m_painter.translate(x, y);
            m_painter.rotate(-90);
            drawFigureLabel(m_painter, {0.0, metricsOf(font).capHeight() / 2}, label, font, ink, indexInk);
        }
        m_painter.restore();
        if (!isChosen)
            tick({x, m_layout.map.top() - lineWidth() - 3 * m_unit}, {x, m_layout.map.top() - lineWidth()});
    }

    void paintBar() {
        const QRectF& bar = m_layout.bar;
        // Steps of the map, each reaching beneath the next, so that no renderer shows the ground between them.
        m_painter.setRenderHint(QPainter::Antialiasing, false);
        m_painter.setPen(Qt::NoPen);
        const int steps = static_cast<int>(std::clamp(bar.height() * m_options.pixelsPerUnit, 1.0, 256.0));
        const double step = bar.height() / steps;
        for (int i = 0; i < steps; ++i) {
            const double top = bar.top() + i * step;
            const double t = steps == 1 ? 1.0 : 1.0 - static_cast<double>(i) / (steps - 1);
            m_painter.fillRect(QRectF(bar.left(), top, bar.width(), std::min(2 * step, bar.bottom() - top)),
                               QColor(color(m_picture.map, t)));
        }
        m_painter.setRenderHint(QPainter::Antialiasing, true);
        const double half = lineWidth() / 2;
        m_painter.setPen(QPen(m_theme.strongLine, lineWidth(), Qt::SolidLine, Qt::FlatCap, Qt::MiterJoin));
        m_painter.setBrush(Qt::NoBrush);
        QPainterPath frame;
        frame.addRect(bar.adjusted(half, half, -half, -half));
        m_painter.drawPath(frame);
        const QFontMetricsF metrics = metricsOf(m_type.tick);
        double widest = 0.0;
        for (const Tick& mark : barTicks(m_picture, m_layout.survey, bar.height() / metrics.height())) {
            const double y = bar.bottom() - mark.at * bar.height();
            const double ends = std::clamp(y, bar.top() + half, bar.bottom() - half);
            tick({bar.right(), ends}, {bar.right() + 4 * m_unit, ends});
            m_painter.setPen(m_options.paper ? m_theme.text : m_theme.secondText);
            drawFigureText(m_painter, {bar.right() + 7 * m_unit, y + metrics.capHeight() / 2}, mark.text,
                           m_type.tick);
            widest = std::max(widest, metrics.horizontalAdvance(mark.text));
        }
        if (!m_picture.quantity.isEmpty())
            turned({bar.right() + 11 * m_unit + widest + metrics.height() / 2, bar.center().y()},
                   fitted(barName(m_picture), m_type.tick, std::max(bar.height(), 60 * m_unit)), m_type.tick,
                   m_options.paper ? m_theme.text : m_theme.secondText);
    }

    QPainter& m_painter;
    const HeatmapPicture& m_picture;
    const HeatmapOptions& m_options;
    const HeatmapLayout& m_layout;
    const HeatmapMarks& m_marks;
    const Theme& m_theme;
    FigureType m_type;
    double m_unit;
};

void drawRing(QPainter& painter, const QRectF& box, double width, const QColor& ink) {
    painter.setPen(QPen(ink, width, Qt::SolidLine, Qt::SquareCap, Qt::MiterJoin));
    painter.drawRect(box);
}

}  // namespace

void paintHeatmapFurniture(QPainter& painter, const HeatmapPicture& picture, const HeatmapOptions& options,
                           const HeatmapLayout& layout, const HeatmapMarks& marks) {
    painter.save();
    Furniture(painter, picture, options, layout, marks).paint();
    painter.restore();
}

void paintHeatmapBar(QPainter& painter, const HeatmapPicture& picture, const HeatmapSurvey& survey,
                     const HeatmapOptions& options, const QRectF& bar) {
    HeatmapLayout layout;
    layout.survey = survey;
    layout.bar = bar;
    painter.save();
    const HeatmapMarks none;
    Furniture(painter, picture, options, layout, none).paintBarAlone();
    painter.restore();
}

void paintHeatmapMarks(QPainter& painter, const HeatmapPicture& picture, const HeatmapOptions& options,
                       const HeatmapLayout& layout, const HeatmapMarks& marks) {
    if (layout.cell <= 0.0)
        return;
    const Index rows = picture.cells.rows, cols = picture.cells.cols;
    const bool hasRow = marks.row >= 0 && marks.row < rows, hasCol = marks.col >= 0 && marks.col < cols;
    const bool hasHover = marks.hover != HeatmapCell{} && marks.hover.row < rows && marks.hover.col < cols;
    const Theme& theme = options.colors();
    const double unit = unitOf(options);
    const auto roleInk = [&](AxisRole role) {
        return role == AxisRole::Query   ? theme.query
               : role == AxisRole::Key   ? theme.key
               : role == AxisRole::Value ? theme.value
                                         : theme.accent;
    };
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing, true);
    painter.setBrush(Qt::NoBrush);
    const double thick = 3 * unit, away = options.paper ? 0.75 : 1.0;
    if (layout.isPart) {
        const double edge = away + thick;
        painter.setClipRect(layout.map.adjusted(-edge, -edge, 2 * unit, 2 * unit), Qt::IntersectClip);
    }
    if (hasRow && layout.shownRows(rows).holds(marks.row)) {
        const QRectF cell = layout.cellRect(marks.row, 0);
        painter.fillRect(
            QRectF(layout.map.left() - away - thick, cell.top(), thick, std::max(cell.height(), 2 * unit)),
            roleInk(picture.rows.role));
    }
    if (hasCol && layout.shownCols(cols).holds(marks.col)) {
        const QRectF cell = layout.cellRect(0, marks.col);
        painter.fillRect(
            QRectF(cell.left(), layout.map.top() - away - thick, std::max(cell.width(), 2 * unit), thick),
            roleInk(picture.cols.role));
    }
    if (hasRow || hasCol) {
        const QRectF first = layout.cellRect(hasRow ? marks.row : 0, hasCol ? marks.col : 0);
        const QRectF box =
            first.united(layout.cellRect(hasRow ? marks.row : rows - 1, hasCol ? marks.col : cols - 1));
        const double width = (layout.cell >= 28 * unit ? 3.0 : 2.0) * unit, inner = 1.5 * unit;
        // Tiny cells would vanish under their own ring: it goes around them instead.
        const double out = layout.cell < 8 * unit ? width / 2 + inner : 0.0;
        const double inset = width / 2 + inner / 2 - out;
        drawRing(painter, box.adjusted(inset, inset, -inset, -inset), inner, theme.surface);
        drawRing(painter, box.adjusted(-out, -out, out, out), width, theme.accent);
    }
    if (hasHover) {
        const HeatmapCell& at = marks.hover;
        const QRectF box =
            layout.cellRect(std::max<Index>(at.row, 0), std::max<Index>(at.col, 0))
                .united(layout.cellRect(at.row < 0 ? rows - 1 : at.row, at.col < 0 ? cols - 1 : at.col));
        const double out = layout.cell < 8 * unit ? 2 * unit : 0.0, line = 1.0 * unit;
        drawRing(painter, box.adjusted(0.5 * line - out, 0.5 * line - out, out - 0.5 * line, out - 0.5 * line), line,
                 Qt::black);
        drawRing(painter, box.adjusted(1.5 * line - out, 1.5 * line - out, out - 1.5 * line, out - 1.5 * line), line,
                 Qt::white);
    }
    painter.restore();
}

}  // namespace attn::ui
