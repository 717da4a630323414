#include "ui/lines/lines_painter.h"

#include <algorithm>
#include <cmath>

#include "ui/figure/figure_text.h"
#include "ui/lines/lines_parts.h"

namespace attn::ui {
namespace {

constexpr double kLeastContrast = 3.0;  ///< Of a line on its ground; below it has an edge.

QVector<qreal> dashes(LineDash dash, double width) {
    // Qt counts dashes in widths of the pen; these are px, longer for a wide line so that gaps stay gaps.
    const double one = std::max(1.0, 0.6 * width) / width;
    switch (dash) {
        case LineDash::Solid:
            break;
        case LineDash::Dashed:
            return {9 * one, 5 * one};
        case LineDash::Dotted:
            return {2 * one, 4 * one};
        case LineDash::DashDot:
            return {9 * one, 4 * one, 2 * one, 4 * one};
    }
    return {};
}

class Painter {
  public:
    Painter(QPainter& painter, const LinesPicture& picture, const LinesStyle& style, const LinesLayout& layout,
            const LinesMarks& marks, double scroll)
        : m_painter(painter),
          m_picture(picture),
          m_style(style),
          m_layout(layout),
          m_marks(marks),
          m_type(figureType(style.isPaper)),
          m_scroll(scroll) {}

    void paint() {
        m_painter.setRenderHint(QPainter::Antialiasing, true);
        paintTitle(m_picture.queries, false);
        paintTitle(m_picture.keys, true);
        m_painter.save();
        m_painter.setClipRect(m_layout.rows, Qt::IntersectClip);
        paintAllLines();
        paintSide(false);
        paintSide(true);
        m_painter.restore();
        paintLinesLegend(m_painter, m_layout.legend, m_picture, m_style);
        drawWrapped(m_painter, m_layout.caption.topLeft(), m_layout.caption.width(), m_picture.caption,
                    m_type.caption, m_style.isPaper ? m_style.theme->text : m_style.theme->secondText,
                    m_style.isPaper);
    }

  private:
    double yOf(const LinesToken& token) const {
        return m_layout.rows.top() + m_layout.rowMiddle(m_picture, token) - m_scroll;
    }

    QColor roleInk(bool isKey) const {
        if (m_style.isPaper)
            return m_style.theme->text;
        return isKey ? m_style.theme->key : m_style.theme->query;
    }

    void paintTitle(const Axis& axis, bool isKey) {
        const QFontMetricsF metrics = metricsOf(m_type.axisTitle);
        const QString text = metrics.elidedText(axis.title, Qt::ElideRight, m_layout.head.width() / 2.0);
        const double x = isKey ? m_layout.head.right() - metrics.horizontalAdvance(text) : m_layout.head.left();
        m_painter.setPen(roleInk(isKey));
        drawFigureText(m_painter, {x, m_layout.head.top() + metrics.ascent()}, text, m_type.axisTitle);
    }

    bool isShown(const AttentionLine& line) const {
        if (!m_marks.isolated)
            return true;
        return (m_marks.isolated->isKey ? line.key : line.query) == m_marks.isolated->index;
    }

    bool isLit(const AttentionLine& line) const {
        return line.query == m_marks.query && line.key == m_marks.key &&
               m_picture.heads[static_cast<std::size_t>(line.head)].isChosen;
    }

    void paintOne(const AttentionLine& line, bool isLitLine) {
        const double from = yOf({false, line.query}), to = yOf({true, line.key});
        if (std::max(from, to) < m_layout.rows.top() - 4.0 || std::min(from, to) > m_layout.rows.bottom() + 4.0)
            return;
        strokeLine(m_painter, m_picture, line, m_style, isLitLine, {m_layout.left, from}, {m_layout.right, to});
    }

    void paintAllLines() {
        for (const AttentionLine& line : m_picture.lines)
            if (isShown(line) && !isLit(line))
                paintOne(line, false);
        for (const AttentionLine& line : m_picture.lines)
            if (isShown(line) && isLit(line))
                paintOne(line, true);
    }

    /// Tokens that a line of the isolated one reaches, and that one itself; all where nothing is isolated.
    std::vector<bool> reached(bool isKey) const {
        const Index count = isKey ? m_picture.keyCount : m_picture.queryCount;
        std::vector<bool> is(static_cast<std::size_t>(count), !m_marks.isolated);
        if (!m_marks.isolated)
            return is;
        if (m_marks.isolated->isKey == isKey) {
            if (m_marks.isolated->index < count)
                is[static_cast<std::size_t>(m_marks.isolated->index)] = true;
            return is;
        }
        for (const AttentionLine& line : m_picture.lines)
            if (isShown(line))
                is[static_cast<std::size_t>(isKey ? line.key : line.query)] = true;
        return is;
    }

    void paintSide(bool isKey) {
        const Index count = isKey ? m_picture.keyCount : m_picture.queryCount;
        const Index chosen = isKey ? m_marks.key : m_marks.query;
        const std::vector<bool> is = reached(isKey);
        const Index isolated = m_marks.isolated && m_marks.isolated->isKey == isKey ? m_marks.isolated->index : -1;
        const Index step = m_layout.step;
        for (Index i = 0; i < count; ++i) {
            const double y = yOf({isKey, i});
            if (y < m_layout.rows.top() - m_layout.rowHeight - 16.0 ||
                y > m_layout.rows.bottom() + m_layout.rowHeight + 16.0)
                continue;
            const bool isNamed = i == chosen || i == isolated;
            // A label that the chosen or the isolated one would collide with gives way.
            const auto isNear = [&](Index other) { return other >= 0 && other != i && std::abs(other - i) < step; };
            if (isNamed || (i % step == 0 && !isNear(chosen) && !isNear(isolated)))
                paintLabel({isKey, i}, y, i == chosen, is[static_cast<std::size_t>(i)]);
            else
                paintTickMark(isKey, y);
        }
    }

    /// What is left of a label that has no room.
    void paintTickMark(bool isKey, double y) {
        const double u = m_layout.unit;
        const double x = isKey ? m_layout.right + 2.0 * u : m_layout.left - 6.0 * u;
        m_painter.fillRect(QRectF(x, y - 0.5, 4.0 * u, 1.0), m_style.theme->strongLine);
    }

    void paintLabel(const LinesToken& token, double y, bool isChosen, bool isReached) {
        const double u = m_layout.unit;
        const Axis& axis = token.isKey ? m_picture.keys : m_picture.queries;
        const QFont font = isChosen ? semibold(m_type.label) : m_type.label;
        const QFontMetricsF metrics = metricsOf(font);
        const double base = y + (metrics.ascent() - metrics.descent()) / 2.0;
        const FigureLabel letter{axis.letter, token.index};
        const double letterWidth = labelWidth(letter, m_type.label);
        const double letterX = token.isKey ? m_layout.right + 6.0 * u : m_layout.left - 6.0 * u - letterWidth;
        drawFigureLabel(m_painter, {letterX, base}, letter, m_type.label, roleInk(token.isKey), roleInk(token.isKey));
        if (isChosen) {
            const double high = std::min(m_layout.rowHeight, 20.0 * u);
            const double x = token.isKey ? m_layout.size.width() - 7.0 * u : 4.0 * u;
            m_painter.fillRect(QRectF(x, y - high / 2.0, 3.0 * u, high),
                               token.isKey ? m_style.theme->key : m_style.theme->query);
        }
        if (token.index >= static_cast<Index>(axis.labels.size()))
            return;
        const AxisLabel& label = axis.labels[static_cast<std::size_t>(token.index)];
        const FigureLabel text =
            abbreviated({visibleToken(label.text), -1}, font, m_layout.labelWidth + (isChosen ? 6.0 * u : 0.5));
        const double x = token.isKey ? m_layout.right + 6.0 * u + m_layout.letterWidth + 6.0 * u
                                     : m_layout.left - 12.0 * u - m_layout.letterWidth - labelWidth(text, font);
        const QColor ink = isChosen    ? roleInk(token.isKey)
                           : isReached ? m_style.theme->text
                                       : m_style.theme->secondText;
        drawFigureLabel(m_painter, {x, base}, text, font, ink, ink);
    }

    QFont semibold(const QFont& font) const {
        return m_style.isPaper ? paperFont(fontSize(font), QFont::DemiBold) : bodyFont(type::kLabel, QFont::DemiBold);
    }

    QPainter& m_painter;
    const LinesPicture& m_picture;
    const LinesStyle& m_style;
    const LinesLayout& m_layout;
    const LinesMarks& m_marks;
    FigureType m_type;
    double m_scroll;
};

}  // namespace

QPen linePen(const LinesPicture& picture, const AttentionLine& line, const LinesStyle& style, bool isLit) {
    const LinesHead& head = picture.heads[static_cast<std::size_t>(line.head)];
    if (!std::isfinite(line.weight)) {
        QPen pen(style.theme->fault, 2.0 * style.thinnest(), Qt::CustomDashLine, Qt::FlatCap);
        pen.setDashPattern({3.0, 2.0});
        return pen;
    }
    const double width = std::max(style.thinnest(), style.widest() * line.weight);
    QColor ink = isLit               ? style.theme->accent
                 : head.sample < 0.0 ? style.theme->text
                                     : QColor(color(picture.map, head.sample));
    if (!isLit)
        ink.setAlphaF(static_cast<float>(std::clamp(0.3 + 0.7 * line.weight, 0.0, 1.0)));
    QPen pen(ink, width, Qt::SolidLine, Qt::FlatCap);
    if (const QVector<qreal> pattern = dashes(head.dash, width); !pattern.isEmpty())
        pen.setDashPattern(pattern);
    return pen;
}

void strokeLine(QPainter& painter, const LinesPicture& picture, const AttentionLine& line, const LinesStyle& style,
                bool isLit, QPointF from, QPointF to) {
    painter.setRenderHint(QPainter::Antialiasing, true);
    const QPen pen = linePen(picture, line, style, isLit);
    if (std::isfinite(line.weight) && contrast(pen.color().rgb(), style.theme->surface.rgb()) < kLeastContrast) {
        // The edge has the dashes of the line: they are counted in widths, so those of the wider pen are shortened.
        QPen edge = pen;
        const double wider = pen.widthF() + (style.isPaper ? 1.0 : 2.0);
        QColor ink = style.theme->strongLine;
        ink.setAlphaF(pen.color().alphaF());
        edge.setColor(ink);
        edge.setWidthF(wider);
        QVector<qreal> pattern = pen.dashPattern();
        if (pen.style() == Qt::CustomDashLine) {
            for (qreal& dash : pattern)
                dash *= pen.widthF() / wider;
            edge.setDashPattern(pattern);
        }
        painter.setPen(edge);
        painter.drawLine(from, to);
    }
    painter.setPen(pen);
    painter.drawLine(from, to);
}

void paintLines(QPainter& painter, const LinesPicture& picture, const LinesStyle& style, const LinesLayout& layout,
                const LinesMarks& marks, double scroll) {
    Painter(painter, picture, style, layout, marks, scroll).paint();
}

}  // namespace attn::ui
