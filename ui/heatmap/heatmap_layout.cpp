#include <QCoreApplication>
#include <algorithm>
#include <cmath>

#include "ui/figure/figure_text.h"
#include "ui/figure/ticks.h"
#include "ui/heatmap/heatmap_legend.h"
#include "ui/heatmap/heatmap_painter.h"
#include "ui/heatmap/heatmap_parts.h"
#include "ui/heatmap/row_counts.h"

namespace attn::ui {
namespace {

QString say(const char* text) {
    return QCoreApplication::translate("Heatmap", text);
}

/// The figure with parts left out, from nothing to nearly everything, until the cells have room.
HeatmapOptions reduced(HeatmapOptions options, int level) {
    options.notes &= level < 1;
    options.caption &= level < 2;
    options.legend &= level < 2;
    options.title &= level < 3;
    options.axisTitles &= level < 3;
    options.colorBar &= level < 4;
    options.rowCounts &= level < 4;
    options.labels &= level < 5;
    return options;
}

class Placer {
  public:
    Placer(const HeatmapPicture& picture, const HeatmapSurvey& survey, const HeatmapOptions& options, QSizeF size)
        : m_picture(picture),
          m_options(options),
          m_type(figureType(options.paper)),
          m_unit(unitOf(options)),
          m_size(size) {
        m_options.colorBar &= !picture.isPattern;
        m_options.values &= !picture.isPattern;
        m_options.rowCounts &= !picture.rowCounts.empty();
        m_out.size = size;
        m_out.survey = survey;
    }

    /// A part of what place() has placed as a whole.
    HeatmapLayout placePart(const HeatmapLayout& whole, const HeatmapZoom& zoom) {
        const double margin = m_options.paper ? 2.0 : 12.0;
        m_zoom = &zoom;
        m_left = m_right = m_top = m_bottom = margin;
        m_out.isPart = true;
        m_out.fitted = whole.cell;
        m_out.most = std::max(m_options.largestCell, whole.cell);
        m_out.cell = std::clamp(whole.cell * zoom.factor, whole.cell, m_out.most);
        if (const double pixels = m_out.cell * m_options.pixelsPerUnit; pixels >= 6.0)
            m_out.cell = std::floor(pixels + 1e-6) / m_options.pixelsPerUnit;
        m_out.isFlat = m_out.cell < 12 * m_unit;
        measureSides(margin);
        placeLabels();
        fitNumbers(m_picture, m_options, m_out);
        // As high as the line can get, so that the map stays where it is while the part moves.
        const Index rows = m_picture.cells.rows, cols = m_picture.cells.cols;
        m_out.notes = m_options.notes ? notes(partWords({rows - 1, rows}, {cols - 1, cols})) : QString();
        placeFoot(margin);
        m_map = QSizeF(m_out.cell * static_cast<double>(cols), m_out.cell * static_cast<double>(rows));
        const QSizeF room(std::max(1.0, m_size.width() - m_left - m_rowLabels - m_right),
                          std::max(1.0, m_size.height() - m_top - m_colLabels - m_bottom));
        const QSizeF shown(std::min(m_map.width(), snappedDown(room.width())),
                           std::min(m_map.height(), snappedDown(room.height())));
        const auto offset = [&](double middle, double length, double all) {
            return snapped(std::clamp(middle * m_out.cell - length / 2, 0.0, all - length));
        };
        m_out.offset = {offset(zoom.col, shown.width(), m_map.width()),
                        offset(zoom.row, shown.height(), m_map.height())};
        m_map = shown;
        placeAll(false, margin);
        keepShownTicks();
        m_out.notes = m_options.notes ? notes(partWords(m_out.shownRows(rows), m_out.shownCols(cols))) : QString();
        return m_out;
    }

    /// `isFree`: the height is what the figure needs, not what it has.
    HeatmapLayout place(bool isFree) {
        const Index rows = m_picture.cells.rows, cols = m_picture.cells.cols;
        const double margin = m_options.paper ? 2.0 : 12.0;
        m_left = m_right = m_top = m_bottom = margin;
        m_out.isFlat = true;
        measureSides(margin);
        const double width = m_size.width() - m_left - m_right;
        double guess = width / static_cast<double>(std::max<Index>(1, cols));
        if (!isFree)
            guess =
                std::min(guess, (m_size.height() - m_top - m_bottom) / static_cast<double>(std::max<Index>(1, rows)));
        m_out.cell = std::clamp(guess, 0.0, m_options.largestCell);
        // Labels need room, which makes cells smaller, which thins the labels: twice is enough to settle.
        for (int round = 0; round < 3; ++round) {
            placeLabels();
            placeFoot(margin);
            fitCell(isFree);
        }
        fitNumbers(m_picture, m_options, m_out);
        placeFoot(margin);
        m_map = QSizeF(m_out.cell * static_cast<double>(cols), m_out.cell * static_cast<double>(rows));
        m_out.fitted = m_out.cell;
        m_out.most = std::max(m_options.largestCell, m_out.cell);
        placeAll(isFree, margin);
        return m_out;
    }

  private:
    double lineOf(const QFont& font) const { return std::ceil(metricsOf(font).height()); }

    void measureSides(double margin) {
        const double gap = 4 * m_unit;
        if (m_options.title && !(m_picture.title + m_picture.subtitle).isEmpty())
            m_top += m_titleHeight = lineOf(m_type.title) + gap;
        if (m_options.axisTitles && !m_picture.cols.title.isEmpty())
            m_top += m_colTitleHeight = lineOf(m_type.axisTitle) + gap;
        if (m_options.axisTitles && !m_picture.rows.title.isEmpty()) {
            m_left += m_rowTitleWidth = lineOf(m_type.axisTitle) + gap;
            m_rowTitleLength = metricsOf(m_type.axisTitle).horizontalAdvance(m_picture.rows.title);
        }
        if (m_options.colorBar) {
            m_barWidth = kBarGap * m_unit + heatmapBarWidth(m_picture, m_out.survey, m_options);
            m_right = margin + m_barWidth;
        }
        if (m_options.rowCounts) {
            m_countsWidth = rowCountsWidth(m_picture, m_options);
            m_right += kBarGap * m_unit + m_countsWidth;
        }
    }

    QString partWords(HeatmapLayout::Span rows, HeatmapLayout::Span cols) const {
        return say(QT_TRANSLATE_NOOP("Heatmap", "Shown: rows %1 to %2 of %3, columns %4 to %5 of %6."))
            .arg(rows.first)
            .arg(rows.last - 1)
            .arg(m_picture.cells.rows)
            .arg(cols.first)
            .arg(cols.last - 1)
            .arg(m_picture.cells.cols);
    }

    /// Of the labels only those whose row or column has its middle on the map.
    void keepShownTicks() {
        std::erase_if(m_out.rowTicks, [&](Index row) { return !m_out.hasMiddleOfRow(row); });
        std::erase_if(m_out.colTicks, [&](Index col) { return !m_out.hasMiddleOfCol(col); });
    }

    void placeLabels() {
        const Index rows = m_picture.cells.rows, cols = m_picture.cells.cols;
        const double pitch = std::ceil(metricsOf(m_type.label).height() * 0.95);
        m_out.rowStep = labelStep(m_out.cell, pitch);
        m_out.colStep = labelStep(m_out.cell, pitch);
        m_out.rowTicks = m_options.labels ? everyNth(rows, m_out.rowStep) : std::vector<Index>{};
        m_out.colTicks = m_options.labels ? everyNth(cols, m_out.colStep) : std::vector<Index>{};
        const double limit = (m_options.paper ? 0.22 : 0.24) * m_size.width();
        const double away = m_options.labels ? kTick * m_unit + 3 * m_unit : 0.0;
        const auto longest = [&](const Axis& axis, const std::vector<Index>& ticks, double all, double most) {
            return m_zoom ? std::min({all, limit, most})
                          : longestLabel(axis, ticks, m_type.label, std::min(limit, most));
        };
        m_out.rowLabelWidth =
            longest(m_picture.rows, m_out.rowTicks, m_zoom ? m_zoom->longestLabels.height() : 0.0, 150 * m_unit);
        const double ground = m_options.rowCounts ? 8 * m_unit : 0.0;  // a warning's, left of its label
        m_rowLabels = m_options.labels && rows > 0 ? m_out.rowLabelWidth + away + ground : 0.0;
        const double length =
            longest(m_picture.cols, m_out.colTicks, m_zoom ? m_zoom->longestLabels.width() : 0.0, 130 * m_unit);
        m_out.colsUpright = length <= m_out.cell * static_cast<double>(m_out.colStep) - 4 * m_unit;
        m_out.colLabelLength = m_out.colsUpright ? m_out.cell * static_cast<double>(m_out.colStep) : length;
        m_colLabels = !m_options.labels || cols == 0 ? 0.0
                      : m_out.colsUpright            ? lineOf(m_type.label) + away
                                                     : length + away;
        if (m_options.rowCounts)
            m_colLabels = std::max(m_colLabels, rowCountsTitleHeight(m_picture, m_options));
        m_out.notes = m_options.notes ? notes({}) : QString();
    }

    QString notes(const QString& first) const {
        QStringList all;
        if (!first.isEmpty())
            all << first;
        if (m_options.labels && std::max(m_out.rowStep, m_out.colStep) > 1)
            all << say(QT_TRANSLATE_NOOP("Heatmap", "Labelled: one row in %1, one column in %2."))
                       .arg(m_out.rowStep)
                       .arg(m_out.colStep);
        if (m_out.cell > 0.0 && m_out.cell * m_options.pixelsPerUnit < 1.0)
            all << (m_picture.isPattern
                        ? say(QT_TRANSLATE_NOOP("Heatmap",
                                                "Several cells share a pixel: it is masked where all of them are."))
                        : say(QT_TRANSLATE_NOOP("Heatmap",
                                                "Several cells share a pixel: the one of largest size is shown.")));
        if (m_picture.perRowRange)
            all << say(QT_TRANSLATE_NOOP("Heatmap", "Each row has its own range of colours."));
        if (m_picture.logRange)
            all << say(QT_TRANSLATE_NOOP("Heatmap", "Colours are spaced by the logarithm."));
        if (!m_picture.rangeNote.isEmpty())
            all << m_picture.rangeNote;
        return all.join(u' ');
    }

    void placeFoot(double margin) {
        const double width = m_size.width() - 2 * margin;
        const double gap = 8 * m_unit;
        m_legendHeight = m_noteHeight = m_captionHeight = 0.0;
        if (m_options.legend)
            m_legendHeight =
                legendHeight(legendItems(m_out.survey, m_out.isFlat, m_out.hasValues), m_type.note, width);
        m_noteHeight = wrappedHeight(m_out.notes, m_type.note, width);
        if (m_options.caption)
            m_captionHeight = wrappedHeight(m_picture.caption, m_type.caption, width, true);
        m_bottom = margin;
        for (const double part : {m_legendHeight, m_noteHeight, m_captionHeight})
            m_bottom += part > 0.0 ? part + gap : 0.0;
    }

    void fitCell(bool isFree) {
        const auto rows = static_cast<double>(m_picture.cells.rows), cols = static_cast<double>(m_picture.cells.cols);
        m_out.cell = 0.0;
        m_out.isFlat = true;
        if (rows <= 0.0 || cols <= 0.0)
            return;
        const double width = std::max(0.0, m_size.width() - m_left - m_rowLabels - m_right);
        const double height = isFree ? 1.25 * m_size.width() : m_size.height() - m_top - m_colLabels - m_bottom;
        double cell = std::min({width / cols, std::max(0.0, height) / rows, m_options.largestCell});
        const double pixels = cell * m_options.pixelsPerUnit;
        if (pixels >= 6.0)
            cell = std::floor(pixels + 1e-6) / m_options.pixelsPerUnit;
        m_out.cell = cell;
        m_out.isFlat = cell < 12 * m_unit;
    }

    double snappedDown(double x) const { return std::floor(x * m_options.pixelsPerUnit) / m_options.pixelsPerUnit; }
    double snapped(double x) const { return std::round(x * m_options.pixelsPerUnit) / m_options.pixelsPerUnit; }

    void placeAll(bool isFree, double margin) {
        const double mapWidth = m_map.width(), mapHeight = m_map.height();
        const double spareWidth = std::max(0.0, m_size.width() - m_left - m_rowLabels - m_right - mapWidth);
        const double needed = m_top + m_colLabels + mapHeight + m_bottom;
        if (isFree)
            m_out.size.setHeight(std::ceil(std::max(needed, m_rowTitleLength + 2 * margin)));
        const double spareHeight = m_options.paper ? 0.0 : std::max(0.0, m_out.size.height() - needed);
        const QPointF at(snapped(m_left + m_rowLabels + spareWidth / 2),
                         snapped(m_top + m_colLabels + spareHeight / 2));
        m_out.map = QRectF(at, QSizeF(mapWidth, mapHeight));
        const double above = at.y() - m_colLabels, before = at.x() - m_rowLabels;
        m_out.colTitle = QRectF(at.x(), above - m_colTitleHeight, mapWidth, m_colTitleHeight);
        m_out.rowTitle = QRectF(before - m_rowTitleWidth, at.y(), m_rowTitleWidth, mapHeight);
        m_out.title =
            QRectF(margin, above - m_colTitleHeight - m_titleHeight, m_size.width() - 2 * margin, m_titleHeight);
        if (m_options.colorBar && mapHeight > 0.0)
            m_out.bar =
                QRectF(snapped(m_out.map.right() + kBarGap * m_unit), at.y(), snapped(kBarWidth * m_unit), mapHeight);
        if (m_options.rowCounts && mapHeight > 0.0)
            m_out.counts =
                QRectF(m_out.map.right() + m_barWidth + kBarGap * m_unit, at.y(), m_countsWidth, mapHeight);
        double y = m_out.map.bottom() + 8 * m_unit;
        const auto below = [&](QRectF& part, double height, double left) {
            if (height <= 0.0)
                return;
            part = QRectF(left, y, m_size.width() - margin - left, height);
            y += height + 8 * m_unit;
        };
        // Under the map itself, where that costs no further line.
        const double beside = m_size.width() - margin - at.x();
        const auto items = legendItems(m_out.survey, m_out.isFlat, m_out.hasValues);
        below(m_out.legend, m_legendHeight,
              legendHeight(items, m_type.note, beside) <= m_legendHeight ? at.x() : margin);
        below(m_out.note, m_noteHeight,
              wrappedHeight(m_out.notes, m_type.note, beside) <= m_noteHeight ? at.x() : margin);
        below(m_out.caption, m_captionHeight, margin);
    }

    const HeatmapPicture& m_picture;
    HeatmapOptions m_options;
    FigureType m_type;
    double m_unit;
    QSizeF m_size;
    HeatmapLayout m_out;
    const HeatmapZoom* m_zoom = nullptr;
    QSizeF m_map;
    double m_left = 0, m_right = 0, m_top = 0, m_bottom = 0;
    double m_titleHeight = 0, m_colTitleHeight = 0, m_rowTitleWidth = 0, m_rowTitleLength = 0, m_barWidth = 0,
           m_countsWidth = 0;
    double m_rowLabels = 0, m_colLabels = 0;
    double m_legendHeight = 0, m_noteHeight = 0, m_captionHeight = 0;
};

}  // namespace

double longestLabel(const Axis& axis, const std::vector<Index>& ticks, const QFont& font, double limit) {
    double longest = 0.0;
    for (const Index i : ticks)
        longest = std::max(longest, labelWidth(axisLabel(axis, i), font));
    return std::min(longest, limit);
}

std::vector<Index> everyNth(Index count, Index step) {
    std::vector<Index> ticks;
    for (Index i = 0; i < count; i += step)
        ticks.push_back(i);
    return ticks;
}

Index labelStep(double cell, double pitch) {
    if (!(cell > 0.0))
        return 1;
    const double least = pitch / cell;
    Index step = 1;
    for (Index factor = 1; static_cast<double>(step) < least; factor *= 10)
        for (const Index nice : {factor, 2 * factor, 4 * factor, 5 * factor, 8 * factor})
            if (static_cast<double>(step) < least)
                step = nice;
    return step;
}

void fitNumbers(const HeatmapPicture& picture, const HeatmapOptions& options, HeatmapLayout& layout) {
    const FigureType type = figureType(options.paper);
    if (!options.values || layout.isFlat)
        return;
    const double room = layout.cell - (options.paper ? 2.5 : 5.0);
    const HeatmapSurvey& survey = layout.survey;
    const int most = survey.whole ? 0 : std::clamp(picture.decimals, 0, 12);
    for (const double size :
         {type.largestValue, (type.largestValue + type.smallestValue) / 2, type.smallestValue}) {
        const QFontMetricsF metrics = metricsOf(resized(type.label, size));
        if (metrics.ascent() * 0.8 > room)
            continue;
        for (int decimals = most; decimals >= std::min(most, 2); --decimals)
            for (const bool drops : {false, true}) {
                const QString sign = survey.negative ? QString(QChar(0x2212)) : QString();
                const QString largest = sign + fixedNumber(survey.largest, decimals, drops);
                const QString usual = survey.whole ? largest : sign + fixedNumber(0.88, decimals, drops);
                // A lone 1.00 among .77s may come closer to its cell's edges.
                const double edge = drops ? layout.cell - (options.paper ? 0.8 : 1.5) : room;
                if (metrics.horizontalAdvance(usual) > room || metrics.horizontalAdvance(largest) > edge)
                    continue;
                layout.hasValues = true;
                layout.decimals = decimals;
                layout.dropsZero = drops;
                layout.valueSize = size;
                return;
            }
    }
}

HeatmapLayout layoutHeatmap(const HeatmapPicture& picture, const HeatmapSurvey& survey, const HeatmapOptions& options,
                            QSizeF size, const HeatmapZoom& zoom) {
    const double enough = std::min(40 * unitOf(options), std::min(size.width(), size.height()) / 3);
    for (int level = 0;; ++level) {
        const HeatmapLayout layout = Placer(picture, survey, reduced(options, level), size).place(false);
        if (level < 5 && !picture.cells.values.empty() && std::max(layout.map.height(), layout.map.width()) < enough)
            continue;
        if (zoom.isPart() && layout.cell > 0.0)
            return Placer(picture, survey, reduced(options, level), size).placePart(layout, zoom);
        return layout;
    }
}

HeatmapLayout layoutHeatmap(const HeatmapPicture& picture, const HeatmapSurvey& survey, const HeatmapOptions& options,
                            QSizeF size) {
    return layoutHeatmap(picture, survey, options, size, HeatmapZoom{});
}

HeatmapLayout layoutHeatmap(const HeatmapPicture& picture, const HeatmapOptions& options, QSizeF size) {
    return layoutHeatmap(picture, surveyHeatmap(picture), options, size);
}

double naturalHeight(const HeatmapPicture& picture, const HeatmapOptions& options, double width) {
    return Placer(picture, surveyHeatmap(picture), options, {width, 0.0}).place(true).size.height();
}

}  // namespace attn::ui
