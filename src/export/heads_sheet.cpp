#include "src/export/heads_sheet.h"

#include <QCoreApplication>
#include <QPainter>
#include <algorithm>
#include <cmath>

#include "ui/figure/figure_text.h"

namespace attn::app {
namespace {

constexpr double kGap = 8.0, kName = 12.0, kLongestBar = 150.0, kBarThickness = 7.0;
constexpr std::size_t kMostColumns = 6, kMostColumnsInHeight = 16;

}  // namespace

HeadsSheet::HeadsSheet(const std::vector<ui::Thumbnail>& heads, const QString& caption, const ui::HeatmapOptions& options,
                       QSizeF size)
    : m_heads(heads), m_caption(caption), m_options(options), m_headOptions(options), m_width(size.width()) {
    m_headOptions.title = m_headOptions.caption = m_headOptions.colorBar = m_headOptions.legend = m_headOptions.notes = false;
    const std::size_t count = heads.size();
    if (count == 0)
        return;
    m_survey = ui::surveyHeatmap(first());
    for (const ui::Thumbnail& head : heads)
        m_survey = ui::united(m_survey, ui::surveyHeatmap(head.picture));
    m_barWidth = options.colorBar ? ui::heatmapBarWidth(first(), m_survey, options) : 0.0;
    const ui::FigureType type = ui::figureType(true);
    m_captionHeight = options.caption ? ui::wrappedHeight(caption, type.caption, m_width, true) : 0.0;
    place(std::clamp<std::size_t>(static_cast<std::size_t>(std::ceil(std::sqrt(static_cast<double>(count)))), 1, kMostColumns), 0.0);
    if (size.height() <= 0.0 || height() <= size.height() + 1.0)
        return;
    // Lower than it needs, as on a slide: the number of heads beside one another that leaves them largest.
    std::size_t best = 1;
    double largest = 0.0;
    for (std::size_t columns = 1; columns <= std::min(count, kMostColumnsInHeight); ++columns) {
        place(columns, size.height());
        if (m_side > largest) {
            best = columns;
            largest = m_side;
        }
    }
    place(best, size.height());
}

void HeadsSheet::place(std::size_t columns, double high) {
    m_columns = columns;
    const auto beside = static_cast<double>(columns);
    m_side = (m_width - m_barWidth - kGap * beside) / beside;
    if (high > 0.0) {
        const auto lines = static_cast<double>((m_heads.size() + columns - 1) / columns);
        const double foot = (m_captionHeight > 0.0 ? m_captionHeight + kGap : 0.0) + 2.0 * ui::metricsOf(ui::figureType(true).note).height();
        m_side = std::clamp((high - foot + kGap) / lines - kName - kGap, 10.0, m_side);
    }
    m_left = std::max(0.0, (m_width - m_barWidth - (m_side + kGap) * beside) / 2);
    const ui::HeatmapLayout layout = ui::layoutHeatmap(first(), m_headOptions, QSizeF(m_side, m_side));
    m_isFlat = layout.isFlat;
    m_tall = high > 0.0 ? m_side : std::min(m_side, ui::naturalHeight(first(), m_headOptions, m_side));
    m_items = ui::legendItems(m_survey, m_isFlat, layout.hasValues);
    m_legendHeight = ui::legendHeight(m_items, ui::figureType(true).note, m_width);
}

double HeadsSheet::mapsHeight() const {
    const auto lines = static_cast<double>((m_heads.size() + m_columns - 1) / m_columns);
    return lines * (kName + m_tall + kGap) - kGap;
}

double HeadsSheet::height() const {
    double high = mapsHeight();
    for (const double part : {m_legendHeight, m_captionHeight})
        high += part > 0.0 ? part + kGap : 0.0;
    return std::ceil(high) + 1.0;
}

void HeadsSheet::paint(QPainter& painter) const {
    if (m_heads.empty())
        return;
    for (std::size_t i = 0; i < m_heads.size(); ++i)
        paintHead(painter, m_heads[i], {m_left + static_cast<double>(i % m_columns) * (m_side + kGap),
                                        static_cast<double>(i / m_columns) * (kName + m_tall + kGap)});
    if (m_options.colorBar) {
        const double left = m_left + static_cast<double>(m_columns) * (m_side + kGap);
        const double high = std::min(mapsHeight() - kName, kLongestBar);
        ui::paintHeatmapBar(painter, first(), m_survey, m_options, QRectF(left, kName, kBarThickness, high));
    }
    const ui::FigureType type = ui::figureType(true);
    double y = mapsHeight() + kGap;
    ui::drawLegend(painter, QRectF(0.0, y, m_width, m_legendHeight), m_items, type.note, first(), m_options, m_isFlat);
    y += m_legendHeight > 0.0 ? m_legendHeight + kGap : 0.0;
    if (m_options.caption)
        ui::drawWrapped(painter, QPointF(0.0, y), m_width, m_caption, type.caption, m_options.colors().text, true);
}

void HeadsSheet::paintHead(QPainter& painter, const ui::Thumbnail& head, QPointF corner) const {
    const ui::FigureType type = ui::figureType(true);
    painter.save();
    painter.translate(corner);
    painter.setPen(m_options.colors().text);
    QString name = QCoreApplication::translate("SceneFigure", "head %1").arg(head.id);
    if (!head.caption.isEmpty())
        name += QStringLiteral(", ") + head.caption;
    ui::drawFigureText(painter, QPointF(0.0, ui::metricsOf(type.axisTitle).ascent()),
                       ui::metricsOf(type.axisTitle).elidedText(name, Qt::ElideRight, m_side), type.axisTitle);
    painter.translate(0.0, kName);
    ui::paintHeatmap(painter, head.picture, m_headOptions,
                     ui::layoutHeatmap(head.picture, m_headOptions, QSizeF(m_side, m_tall)));
    painter.restore();
}

}  // namespace attn::app
