#include "ui/heatmap/row_counts.h"

#include <QPainterPath>
#include <algorithm>
#include <cmath>

#include "ui/figure/figure_text.h"
#include "ui/heatmap/heatmap_parts.h"

namespace attn::ui {
namespace {

constexpr double kLongestBar = 40.0, kGap = 8.0, kTriangle = 16.0;

QString numberOf(double count) {
    return fixedNumber(count, 0);
}

void drawWarningTriangle(QPainter& painter, const QRectF& box, const HeatmapOptions& options) {
    const double line = box.width() * 0.1;
    painter.setRenderHint(QPainter::Antialiasing, true);
    painter.setPen(QPen(options.colors().warningText, line, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    painter.setBrush(Qt::NoBrush);
    QPainterPath path;
    path.moveTo(box.center().x(), box.top() + line);
    path.lineTo(box.right() - line / 2, box.bottom() - line);
    path.lineTo(box.left() + line / 2, box.bottom() - line);
    path.closeSubpath();
    path.moveTo(box.center().x(), box.top() + box.height() * 0.38);
    path.lineTo(box.center().x(), box.top() + box.height() * 0.6);
    path.moveTo(box.center().x(), box.top() + box.height() * 0.75);
    path.lineTo(box.center().x(), box.top() + box.height() * 0.76);
    painter.drawPath(path);
}

class Column {
  public:
    Column(QPainter& painter, const HeatmapPicture& picture, const HeatmapOptions& options,
           const HeatmapLayout& layout)
        : m_painter(painter),
          m_picture(picture),
          m_options(options),
          m_layout(layout),
          m_theme(options.colors()),
          m_type(figureType(options.paper)),
          m_unit(unitOf(options)),
          m_most(*std::max_element(picture.rowCounts.begin(), picture.rowCounts.end())) {}

    void paint(const std::vector<Index>& labelled, Index chosen) {
        const Index rows = std::min(m_picture.cells.rows, static_cast<Index>(m_picture.rowCounts.size()));
        const auto shown = m_layout.shownRows(rows);
        m_painter.setRenderHint(QPainter::Antialiasing, false);
        m_painter.save();
        if (m_layout.isPart)
            m_painter.setClipRect(QRectF(0, m_layout.map.top(), m_layout.size.width(), m_layout.map.height()));
        for (Index row = shown.first; row < shown.last; ++row)
            if (!m_picture.isEmptyRow(row))
                paintBar(row);
        // After all bars: where rows share a pixel, the warning is what is seen.
        for (Index row = shown.first; row < shown.last; ++row)
            if (m_picture.isEmptyRow(row))
                paintWarning(row);
        m_painter.restore();
        for (const Index row : labelled)
            if (row < rows)
                paintNumber(row, row == chosen);
        paintTitle();
    }

  private:
    /// At least two pixels high, so that one empty row among thousands is seen.
    QRectF band(Index row, double left, double right) const {
        const QRectF cell = m_layout.cellRect(row, 0);
        const double height = std::max(cell.height(), 2 * m_unit);
        return {left, std::min(cell.top(), m_layout.map.bottom() - height), right - left, height};
    }

    void paintWarning(Index row) {
        const double before = m_layout.map.left() - m_layout.rowLabelWidth - (kTick + 3 + kGap) * m_unit;
        const double line = (m_options.paper ? 0.75 : 1.0);
        m_painter.fillRect(band(row, before, m_layout.map.left() - line), m_theme.warningGround);
        m_painter.fillRect(band(row, before, before + 3 * m_unit), m_theme.warningLine);
        m_painter.fillRect(band(row, m_layout.map.right() + line, m_layout.counts.right()), m_theme.warningGround);
        if (m_layout.cell < 4 * m_unit)
            m_painter.fillRect(band(row, m_layout.counts.left(), m_layout.counts.left() + 3 * m_unit),
                               m_theme.warningLine);
    }

    void paintBar(Index row) {
        const QRectF cell = m_layout.cellRect(row, 0);
        const double height = m_layout.cell < 3 * m_unit ? m_layout.cell : std::min(12 * m_unit, m_layout.cell * 0.6);
        const double width = kLongestBar * m_unit * m_picture.rowCounts[static_cast<std::size_t>(row)] / m_most;
        m_painter.fillRect(
            QRectF(m_layout.counts.left(), cell.center().y() - height / 2, std::max(width, 1 * m_unit), height),
            m_theme.accent);
    }

    void paintNumber(Index row, bool isChosen) {
        const double count = m_picture.rowCounts[static_cast<std::size_t>(row)];
        QFont font = m_type.label;
        font.setWeight(isChosen ? QFont::DemiBold : QFont::Normal);
        const QFontMetricsF metrics = metricsOf(font);
        const double y = m_layout.cellRect(row, 0).center().y();
        const double bar = count > 0.0 ? kLongestBar * m_unit * count / m_most + kGap * m_unit : 0.0;
        m_painter.setPen(count > 0.0 ? m_theme.text : m_theme.warningText);
        const QString text = numberOf(count);
        drawFigureText(m_painter, {m_layout.counts.left() + bar, y + metrics.capHeight() / 2}, text, font);
        if (count > 0.0)
            return;
        const double side = std::min(kTriangle * m_unit, metrics.height());
        drawWarningTriangle(
            m_painter,
            {m_layout.counts.left() + metrics.horizontalAdvance(text) + kGap * m_unit, y - side / 2, side, side},
            m_options);
    }

    void paintTitle() {
        const QStringList lines = m_picture.rowCountsTitle.split(u'\n', Qt::SkipEmptyParts);
        double y = m_layout.map.top() - 4 * m_unit;
        for (qsizetype i = lines.size(); i-- > 0;) {
            const QFont& font = i == 0 ? m_type.label : m_type.note;
            const QFontMetricsF metrics = metricsOf(font);
            m_painter.setPen(i == 0 ? m_theme.text : m_theme.secondText);
            drawFigureText(m_painter, {m_layout.counts.left(), y - metrics.descent()}, lines[i], font);
            y -= metrics.height();
        }
    }

    QPainter& m_painter;
    const HeatmapPicture& m_picture;
    const HeatmapOptions& m_options;
    const HeatmapLayout& m_layout;
    const Theme& m_theme;
    FigureType m_type;
    double m_unit;
    double m_most;
};

}  // namespace

double rowCountsWidth(const HeatmapPicture& picture, const HeatmapOptions& options) {
    const FigureType type = figureType(options.paper);
    const double unit = unitOf(options);
    QFont font = type.label;
    font.setWeight(QFont::DemiBold);
    double number = 0.0, title = 0.0;
    for (const double count : picture.rowCounts)
        number = std::max(number, count);
    for (const QString& line : picture.rowCountsTitle.split(u'\n'))
        title = std::max(title, metricsOf(type.label).horizontalAdvance(line));
    return std::max((kLongestBar + kGap) * unit + metricsOf(font).horizontalAdvance(numberOf(number)), title) +
           2 * unit;
}

double rowCountsTitleHeight(const HeatmapPicture& picture, const HeatmapOptions& options) {
    if (picture.rowCountsTitle.isEmpty())
        return 0.0;
    const FigureType type = figureType(options.paper);
    return metricsOf(type.label).height() + metricsOf(type.note).height() + 4 * unitOf(options);
}

void drawRowCounts(QPainter& painter, const HeatmapPicture& picture, const HeatmapOptions& options,
                   const HeatmapLayout& layout, const std::vector<Index>& labelled, Index chosen) {
    if (picture.rowCounts.empty())
        return;
    painter.save();
    Column(painter, picture, options, layout).paint(labelled, chosen);
    painter.restore();
}

}  // namespace attn::ui
