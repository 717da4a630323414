#include "ui/saturation/softmax_row_painter.h"

#include <algorithm>
#include <cmath>

#include "ui/figure/color_map.h"
#include "ui/figure/figure_text.h"
#include "ui/heatmap/heatmap_legend.h"
#include "ui/heatmap/heatmap_parts.h"

namespace attn::ui {
namespace {

class Painter {
  public:
    Painter(QPainter& painter, const SoftmaxRowPicture& picture, const SoftmaxRowStyle& style,
            const SoftmaxRowLayout& layout, Index chosen, const HeatmapCell& hovered)
        : m_painter(painter),
          m_picture(picture),
          m_style(style),
          m_theme(*style.theme),
          m_layout(layout),
          m_chosen(chosen),
          m_hovered(hovered),
          m_type(figureType(style.isPaper)) {
        m_options.theme = style.theme;
        m_options.paper = style.isPaper;
        m_options.colorBar = m_options.legend = m_options.notes = m_options.rowCounts = false;
        m_options.pixelsPerUnit = style.pixelsPerUnit;
    }

    void paint() {
        if (!m_picture.empty.isEmpty()) {
            drawWrapped(m_painter, m_layout.sentence.topLeft(), m_layout.sentence.width(), m_picture.empty, m_type.caption,
                        m_theme.secondText);
            return;
        }
        paintMap();
        paintBars();
        paintUpstream();
        paintGradient();
        paintFacts();
        if (!m_layout.sentence.isEmpty())
            drawWrapped(m_painter, m_layout.sentence.topLeft(), m_layout.sentence.width(), m_picture.sentences.join(u' '),
                        m_type.caption, m_theme.text, true);
        paintChosen();
    }

  private:
    double u() const { return m_layout.unit; }
    QColor soft() const { return m_style.isPaper ? m_theme.text : m_theme.secondText; }
    static double at(const std::vector<double>& values, Index place) { return values[static_cast<std::size_t>(place)]; }
    double thin() const { return m_style.isPaper ? 0.5 : 1.0; }

    void text(QPointF baseline, const QString& words, const QFont& font, const QColor& ink) {
        m_painter.setPen(ink);
        drawFigureText(m_painter, baseline, words, font);
    }
    void centred(const QRectF& box, const QString& words, const QFont& font, const QColor& ink) {
        const QFontMetricsF metrics = metricsOf(font);
        text({box.center().x() - metrics.horizontalAdvance(words) / 2.0, box.center().y() + metrics.capHeight() / 2.0}, words,
             font, ink);
    }
    /// A title whose foot stands at `bottom`.
    void title(double left, double bottom, const QString& words) { text({left, bottom - 4.0 * u()}, words, m_type.label, soft()); }

    void paintMap() {
        m_painter.save();
        m_painter.translate(m_layout.corner);
        HeatmapMarks marks;
        marks.hover = m_hovered;
        marks.row = marks.col = m_chosen;
        paintHeatmap(m_painter, drawnJacobian(m_picture, m_layout.hasNumberedColumns), m_options, m_layout.heatmap, marks);
        m_painter.restore();
        if (m_layout.colorBar.height() > 20.0 * u())
            paintHeatmapBar(m_painter, m_picture.jacobian, m_layout.heatmap.survey, m_options, m_layout.colorBar);
        const auto items = legendItems(m_layout.heatmap.survey, m_layout.heatmap.isFlat, m_layout.heatmap.hasValues);
        if (!m_layout.legend.isEmpty())
            drawLegend(m_painter, m_layout.legend, items, m_type.note, m_picture.jacobian, m_options, m_layout.heatmap.isFlat);
        m_painter.setRenderHint(QPainter::Antialiasing, true);
    }

    void paintBars() {
        const QRectF& box = m_layout.bars;
        title(box.left(), box.top(), m_picture.weightsTitle);
        m_painter.fillRect(box, m_theme.sunken);
        for (Index place = 0; place < m_picture.count(); ++place)
            paintBar(place);
        m_painter.setPen(QPen(m_theme.strongLine, thin()));
        m_painter.drawLine(box.bottomLeft(), box.bottomRight());
        const QFontMetricsF metrics = metricsOf(m_type.tick);
        for (const auto& [words, y] : {std::pair{QStringLiteral("1"), box.top()}, {QStringLiteral("0"), box.bottom()}})
            text({box.left() - metrics.horizontalAdvance(words) - 6.0 * u(), y + metrics.capHeight() / 2.0}, words, m_type.tick,
                 soft());
    }

    void paintBar(Index place) {
        const QRectF column = m_layout.columnOf(place);
        const double weight = at(m_picture.weights, place);
        if (m_picture.isMasked(place)) {
            m_painter.fillRect(column, m_theme.maskGround);
            drawHatchBox(m_painter, column, (m_layout.heatmap.isFlat ? 6.0 : 8.0) * u(), thin(), m_theme.maskLine, false);
            return;
        }
        if (!std::isfinite(weight)) {
            m_painter.fillRect(column, m_theme.faultGround);
            if (column.width() >= 26.0 * u())
                centred(column, fixedNumber(weight, 3), m_type.tick, m_theme.fault);
            return;
        }
        const double gap = std::min(column.width() * 0.15, 8.0 * u());
        const double high = std::clamp(weight, 0.0, 1.0) * column.height();
        const QRectF bar(column.left() + gap, column.bottom() - high, column.width() - 2.0 * gap, high);
        m_painter.fillRect(bar, QColor(color(MapName::Cividis, weight)));
        // The line at the end keeps a dark bar visible on a dark ground.
        m_painter.fillRect(QRectF(bar.left(), bar.top(), bar.width(), thin()), m_theme.strongLine);
        const QString number = fixedNumber(weight, 3, true);
        const QFontMetricsF metrics = metricsOf(m_type.tick);
        if (metrics.horizontalAdvance(number) > column.width() - 2.0 * u())
            return;
        const double room = metrics.height();
        if (bar.top() - room >= column.top())
            centred(QRectF(column.left(), bar.top() - room, column.width(), room), number, m_type.tick, m_theme.text);
        else
            centred(QRectF(column.left(), bar.top() + 1.0, column.width(), room), number, m_type.tick,
                    QColor(inkOn(color(MapName::Cividis, weight))));
    }

    void paintUpstream() {
        const QRectF& box = m_layout.upstream;
        title(box.left(), box.top(), m_picture.upstreamTitle);
        double largest = 0.0;
        for (const double value : m_picture.upstream)
            if (std::isfinite(value))
                largest = std::max(largest, std::abs(value));
        for (Index place = 0; place < m_picture.count(); ++place) {
            QRectF cell = m_layout.columnOf(place);
            cell.setTop(box.top());
            cell.setHeight(box.height());
            const double value = at(m_picture.upstream, place);
            if (!std::isfinite(value)) {
                m_painter.fillRect(cell, m_theme.faultGround);
                continue;
            }
            const QRgb ground = color(MapName::Diverging, largest > 0.0 ? 0.5 + 0.5 * value / largest : 0.5);
            m_painter.fillRect(cell, QColor(ground));
            const QString number = fixedNumber(value, 2);
            if (metricsOf(m_type.tick).horizontalAdvance(number) <= cell.width() - 2.0 * u())
                centred(cell, number, m_type.tick, QColor(inkOn(ground)));
        }
        m_painter.setBrush(Qt::NoBrush);
        m_painter.setPen(QPen(m_theme.strongLine, thin()));
        m_painter.drawRect(box);
    }

    /// A full half is a quarter of the upstream's spread: no more can come through a softmax.
    double mostOfGradient() const {
        double low = 0.0, high = 0.0;
        bool isFirst = true;
        for (const double value : m_picture.upstream) {
            if (!std::isfinite(value))
                continue;
            low = isFirst ? value : std::min(low, value);
            high = isFirst ? value : std::max(high, value);
            isFirst = false;
        }
        return 0.25 * (high - low);
    }

    void paintGradient() {
        const QRectF& box = m_layout.gradient;
        const double most = mostOfGradient();
        const double numbers = 56.0 * u();
        const QRectF room(box.left(), box.top(), box.width() - numbers - 4.0 * u(), box.height());
        const double high = wrappedHeight(m_picture.gradientTitle, m_type.label, box.width());
        drawWrapped(m_painter, {box.left(), box.top() - high - 4.0 * u()}, box.width(), m_picture.gradientTitle, m_type.label, soft());
        m_painter.fillRect(room, m_theme.sunken);
        const double middle = room.center().x();
        for (Index place = 0; place < m_picture.count(); ++place) {
            const QRectF row = m_layout.rowOf(place);
            const QRectF part(room.left(), row.top(), room.width(), row.height());
            const double value = at(m_picture.gradient, place);
            if (m_picture.isMasked(place)) {
                m_painter.fillRect(part, m_theme.maskGround);
                drawHatchBox(m_painter, part, (m_layout.heatmap.isFlat ? 6.0 : 8.0) * u(), thin(), m_theme.maskLine, false);
                continue;
            }
            if (!std::isfinite(value)) {
                m_painter.fillRect(part, m_theme.faultGround);
            } else if (most > 0.0) {
                const double way = std::clamp(value / most, -1.0, 1.0) * room.width() / 2.0;
                const double gap = std::min(row.height() * 0.15, 4.0 * u());
                const QRectF bar = QRectF(middle, row.top() + gap, way, row.height() - 2.0 * gap).normalized();
                m_painter.fillRect(bar, QColor(color(MapName::Diverging, value > 0.0 ? 0.85 : 0.15)));
            }
            if (row.height() >= metricsOf(m_type.tick).capHeight() + 3.0 * u())
                rightNumber(row, value);
        }
        m_painter.setPen(QPen(m_theme.strongLine, thin()));
        m_painter.drawLine(QPointF(middle, room.top()), QPointF(middle, room.bottom()));
    }

    /// "0.152", "3.1e−05"
    static QString shortNumber(double value) {
        if (!std::isfinite(value) || value == 0.0 || std::abs(value) >= 0.001)
            return fixedNumber(value, 3);
        return QString::number(value, 'e', 1).replace(u'-', QChar(0x2212));
    }
    void rightNumber(const QRectF& row, double value) {
        const QFontMetricsF metrics = metricsOf(m_type.tick);
        const QString number = shortNumber(value);
        text({row.right() - metrics.horizontalAdvance(number), row.center().y() + metrics.capHeight() / 2.0}, number, m_type.tick,
             std::isfinite(value) ? m_theme.text : m_theme.fault);
    }

    void paintFacts() {
        const QFontMetricsF metrics = metricsOf(m_type.label);
        double baseline = m_layout.facts.top() + metrics.ascent();
        for (const SoftmaxRowPicture::Fact& fact : m_picture.facts) {
            text({m_layout.facts.left(), baseline}, fact.name, m_type.label, soft());
            text({m_layout.facts.right() - metrics.horizontalAdvance(fact.value), baseline}, fact.value, m_type.label, m_theme.text);
            baseline += m_layout.line + 2.0 * u();
        }
    }

    void paintChosen() {
        if (m_chosen < 0 || m_chosen >= m_picture.count())
            return;
        m_painter.setBrush(Qt::NoBrush);
        m_painter.setPen(QPen(m_theme.accent, m_style.isPaper ? 1.0 : 2.0, Qt::SolidLine, Qt::SquareCap, Qt::MiterJoin));
        QRectF cell = m_layout.columnOf(m_chosen);
        m_painter.drawRect(cell);
        cell.setTop(m_layout.upstream.top());
        cell.setHeight(m_layout.upstream.height());
        m_painter.drawRect(cell);
        const QRectF row = m_layout.rowOf(m_chosen);
        m_painter.drawRect(QRectF(row.left(), row.top(), row.width() - 60.0 * u(), row.height()));
    }

    QPainter& m_painter;
    const SoftmaxRowPicture& m_picture;
    const SoftmaxRowStyle& m_style;
    const Theme& m_theme;
    const SoftmaxRowLayout& m_layout;
    Index m_chosen;
    HeatmapCell m_hovered;
    FigureType m_type;
    HeatmapOptions m_options;
};

}  // namespace

void paintSoftmaxRow(QPainter& painter, const SoftmaxRowPicture& picture, const SoftmaxRowStyle& style,
                     const SoftmaxRowLayout& layout, Index chosen, const HeatmapCell& hovered) {
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing, true);
    Painter(painter, picture, style, layout, chosen, hovered).paint();
    painter.restore();
}

}  // namespace attn::ui
