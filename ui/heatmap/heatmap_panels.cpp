#include "ui/heatmap/heatmap_panels.h"

#include <algorithm>
#include <cmath>

#include "ui/figure/figure_text.h"
#include "ui/heatmap/heatmap_legend.h"

namespace attn::ui {
namespace {

constexpr double kLeastWidth = 150.0;  ///< Of a panel, in units; narrower ones stand below each other.
constexpr double kLargestCell = 44.0;
constexpr double kGap = 16.0;

struct Measures {
    FigureType type;
    double u, margin, title;

    explicit Measures(const PanelsStyle& style)
        : type(figureType(style.isPaper)),
          u(style.isPaper ? 0.6 : fontScale()),
          margin(style.isPaper ? 1.0 : 12.0 * u),
          title(std::ceil(metricsOf(type.axisTitle).height()) + 8.0 * u) {}
};

HeatmapOptions mapOptions(const PanelsStyle& style, double u) {
    HeatmapOptions options;
    options.theme = style.theme;
    options.paper = style.isPaper;
    options.colorBar = options.legend = options.notes = false;
    options.largestCell = kLargestCell * u;
    options.pixelsPerUnit = style.pixelsPerUnit;
    return options;
}

HeatmapSurvey surveyOf(const HeatmapPanels& picture) {
    HeatmapSurvey survey;
    bool isFirst = true;
    for (const HeatmapPanel& panel : picture.panels) {
        const HeatmapSurvey one = surveyHeatmap(panel.picture);
        survey = isFirst ? one : united(survey, one);
        isFirst = false;
    }
    return survey;
}

/// Panels in a row, and the width of each.
struct Columns {
    std::size_t count = 1;
    double width = 0.0;

    Columns(std::size_t panels, double wide, double u) {
        count = std::max<std::size_t>(1, panels);
        if (wide < kLeastWidth * u * static_cast<double>(count))
            count = 1;
        width = (wide - kGap * u * static_cast<double>(count - 1)) / static_cast<double>(count);
    }
};

double wordsHeight(const HeatmapPanels& picture, const Measures& m, double width) {
    double most = 0.0;
    for (const HeatmapPanel& panel : picture.panels)
        most = std::max(most, wrappedHeight(panel.words, m.type.caption, width));
    return most;
}

double captionHeight(const HeatmapPanels& picture, const PanelsStyle& style, const Measures& m, double wide) {
    return style.isPaper ? wrappedHeight(picture.caption, m.type.caption, wide, true) + 8.0 * m.u : 0.0;
}

}  // namespace

PanelsLayout layoutPanels(const HeatmapPanels& picture, const PanelsStyle& style, QSizeF size) {
    const Measures m(style);
    PanelsLayout out;
    out.size = size;
    out.unit = m.u;
    const double wide = std::max(1.0, size.width() - 2.0 * m.margin);
    double bottom = size.height() - m.margin;
    if (!picture.empty.isEmpty()) {
        out.sentence = QRectF(m.margin, m.margin, wide, bottom - m.margin);
        return out;
    }
    out.survey = surveyOf(picture);
    if (const double caption = captionHeight(picture, style, m, wide); caption > 0.0) {
        out.sentence = QRectF(m.margin, bottom - caption + 8.0 * m.u, wide, caption);
        bottom -= caption;
    }
    const double legend = legendHeight(legendItems(out.survey, false, true), m.type.note, wide);
    if (legend > 0.0) {
        out.legend = QRectF(m.margin, bottom - legend, wide, legend);
        bottom -= legend + 8.0 * m.u;
    }
    const Columns columns(picture.panels.size(), wide, m.u);
    const auto rows = static_cast<double>((picture.panels.size() + columns.count - 1) / columns.count);
    const double words = wordsHeight(picture, m, columns.width);
    const double high = (bottom - m.margin - kGap * m.u * (rows - 1.0)) / std::max(1.0, rows);
    const HeatmapOptions options = mapOptions(style, m.u);
    for (std::size_t i = 0; i < picture.panels.size(); ++i) {
        PanelsLayout::Place place;
        const double left = m.margin + static_cast<double>(i % columns.count) * (columns.width + kGap * m.u);
        const double top = m.margin + static_cast<double>(i / columns.count) * (high + kGap * m.u);
        place.title = QRectF(left, top, columns.width, m.title);
        place.corner = QPointF(left, top + m.title);
        const double room = std::max(20.0, high - m.title - words - 8.0 * m.u);
        place.map = layoutHeatmap(picture.panels[i].picture, options, QSizeF(columns.width, room));
        // The words follow the map, wherever that ends.
        const double foot = std::min(place.corner.y() + room, place.corner.y() + place.map.map.bottom() + 12.0 * m.u);
        place.words = QRectF(left, foot, columns.width, words);
        place.box = QRectF(left, top, columns.width, place.words.bottom() - top);
        out.places.push_back(place);
    }
    return out;
}

double panelsHeight(const HeatmapPanels& picture, const PanelsStyle& style, double width) {
    const Measures m(style);
    const double wide = std::max(1.0, width - 2.0 * m.margin);
    if (!picture.empty.isEmpty())
        return wrappedHeight(picture.empty, m.type.caption, wide) + 2.0 * m.margin;
    const Columns columns(picture.panels.size(), wide, m.u);
    const auto rows = static_cast<double>((picture.panels.size() + columns.count - 1) / columns.count);
    double map = 150.0 * m.u;
    if (style.isPaper) {
        map = 0.0;
        for (const HeatmapPanel& panel : picture.panels)
            map = std::max(map, naturalHeight(panel.picture, mapOptions(style, m.u), columns.width));
    }
    const double one = m.title + map + 12.0 * m.u + wordsHeight(picture, m, columns.width);
    const double legend = legendHeight(legendItems(surveyOf(picture), false, true), m.type.note, wide);
    return std::ceil(2.0 * m.margin + rows * one + (rows - 1.0) * kGap * m.u + (legend > 0.0 ? legend + 8.0 * m.u : 0.0) +
                     captionHeight(picture, style, m, wide));
}

void paintPanels(QPainter& painter, const HeatmapPanels& picture, const PanelsStyle& style, const PanelsLayout& layout,
                 int focused) {
    const FigureType type = figureType(style.isPaper);
    const Theme& theme = *style.theme;
    painter.save();
    if (!picture.empty.isEmpty()) {
        drawWrapped(painter, layout.sentence.topLeft(), layout.sentence.width(), picture.empty, type.caption, theme.secondText);
        painter.restore();
        return;
    }
    const HeatmapOptions options = mapOptions(style, layout.unit);
    for (std::size_t i = 0; i < picture.panels.size(); ++i) {
        const HeatmapPanel& panel = picture.panels[i];
        const PanelsLayout::Place& place = layout.places[i];
        const QFont font = style.isPaper        ? paperFont(fontSize(type.axisTitle), panel.isCurrent ? QFont::DemiBold : QFont::Normal)
                           : panel.isCurrent    ? sizedFont(type.axisTitle.pixelSize(), QFont::DemiBold)
                                                : type.axisTitle;
        const QFontMetricsF metrics = metricsOf(font);
        const QPointF baseline(place.title.left() + (style.isPaper ? 0.0 : 8.0 * layout.unit), place.title.top() + 4.0 * layout.unit + metrics.ascent());
        if (panel.isCurrent && !style.isPaper) {
            const QRectF ground(place.title.left(), place.title.top(), metrics.horizontalAdvance(panel.title) + 16.0 * layout.unit,
                                place.title.height());
            painter.fillRect(ground, theme.accentGround);
            painter.fillRect(QRectF(ground.left(), ground.bottom() - 2.0, ground.width(), 2.0), theme.accent);
        }
        painter.setPen(panel.isCurrent && !style.isPaper ? theme.accent : theme.text);
        drawFigureText(painter, baseline, panel.title, font);
        painter.save();
        painter.translate(place.corner);
        paintHeatmap(painter, panel.picture, options, place.map);
        painter.restore();
        drawWrapped(painter, place.words.topLeft(), place.words.width(), panel.words, type.caption, style.isPaper ? theme.text : theme.secondText);
        if (static_cast<int>(i) == focused) {
            painter.setBrush(Qt::NoBrush);
            painter.setPen(QPen(theme.accent, 2.0, Qt::SolidLine, Qt::SquareCap, Qt::MiterJoin));
            painter.drawRect(place.title);
        }
    }
    if (!layout.legend.isEmpty())
        drawLegend(painter, layout.legend, legendItems(layout.survey, false, true), type.note, picture.panels.front().picture, options, false);
    if (!layout.sentence.isEmpty())
        drawWrapped(painter, layout.sentence.topLeft(), layout.sentence.width(), picture.caption, type.caption, theme.text, true);
    painter.restore();
}

}  // namespace attn::ui
