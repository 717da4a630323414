#include "ui/compare/compare_layout.h"

#include <algorithm>
#include <cmath>

#include "ui/figure/figure_text.h"
#include "ui/heatmap/heatmap_parts.h"

namespace attn::ui {
namespace {

constexpr double kGap = 24.0;  ///< Between two maps.

class Placer {
  public:
    Placer(const ComparePicture& picture, const CompareSurvey& survey, const HeatmapOptions& options, QSizeF size)
        : m_picture(picture),
          m_options(options),
          m_size(size),
          m_type(figureType(options.paper)),
          m_unit(unitOf(options)),
          m_margin(options.paper ? 2.0 : 16.0),
          m_survey(survey),
          m_sharesRows(picture.a.cells.rows == picture.b.cells.rows &&
                       picture.a.rows.labels == picture.b.rows.labels) {}

    CompareLayout place(bool isFree) {
        m_out.size = m_size;
        const double width = m_size.width() - 2 * m_margin;
        m_head = lineOf(m_type.title) + 6 * m_unit;
        m_axis =
            m_options.axisTitles && !m_picture.a.cols.title.isEmpty() ? lineOf(m_type.axisTitle) + 2 * m_unit : 0.0;
        m_rowTitle =
            m_options.axisTitles && !m_picture.a.rows.title.isEmpty() ? lineOf(m_type.axisTitle) + 4 * m_unit : 0.0;
        m_bars = lineOf(m_type.note) + 10 * m_unit;
        m_captionHeight = m_options.caption ? wrappedHeight(m_picture.caption, m_type.caption, width, true) : 0.0;
        // Labels need room, which makes cells smaller, which thins the labels: twice is enough to settle. From above,
        // so that a place as high as height() says gets the same cells.
        for (HeatmapLayout& panel : m_out.panels)
            panel.cell = m_options.largestCell;
        for (int round = 0; round < 3; ++round) {
            placeLabels();
            placeFoot(width);
            fitCells(isFree);
            // Numbers in the cells take the legend's entry for zeros away, and with it room from the foot.
            for (int i = 0; i < kPanelCount; ++i)
                fitNumbers(panelPicture(m_picture, i), m_options, m_out.panels[at(i)]);
        }
        placeFoot(width);
        placeAll(isFree);
        return std::move(m_out);
    }

    double height() {
        const CompareLayout layout = place(true);
        return layout.size.height();
    }

  private:
    static std::size_t at(int panel) { return static_cast<std::size_t>(panel); }
    double lineOf(const QFont& font) const { return std::ceil(metricsOf(font).height()); }
    double snapped(double x) const { return std::round(x * m_options.pixelsPerUnit) / m_options.pixelsPerUnit; }
    bool namesRows(int panel) const { return panel == kPanelA || (panel == kPanelB && !m_sharesRows); }

    void placeLabels() {
        const double pitch = std::ceil(metricsOf(m_type.label).height() * 0.95);
        const double away = kTick * m_unit + 3 * m_unit, limit = 0.14 * m_size.width();
        m_colLabels = 0.0;
        for (int i = 0; i < kPanelCount; ++i) {
            const HeatmapPicture& picture = panelPicture(m_picture, i);
            HeatmapLayout& panel = m_out.panels[at(i)];
            panel.rowStep = labelStep(panel.cell, pitch);
            panel.colStep = labelStep(panel.cell, pitch);
            panel.rowTicks = namesRows(i) ? everyNth(picture.cells.rows, panel.rowStep) : std::vector<Index>{};
            panel.colTicks = everyNth(picture.cells.cols, panel.colStep);
            panel.rowLabelWidth =
                longestLabel(picture.rows, panel.rowTicks, m_type.label, std::min(limit, 150 * m_unit));
            m_rowLabels[at(i)] = namesRows(i) && picture.cells.rows > 0 ? panel.rowLabelWidth + away : 0.0;
            const double length =
                longestLabel(picture.cols, panel.colTicks, m_type.label, std::min(limit, 110 * m_unit));
            const double room = panel.cell * static_cast<double>(panel.colStep);
            panel.colsUpright = length <= room - 4 * m_unit;
            panel.colLabelLength = panel.colsUpright ? room : length;
            if (picture.cells.cols > 0)
                m_colLabels = std::max(m_colLabels, (panel.colsUpright ? lineOf(m_type.label) : length) + away);
        }
    }

    void placeFoot(double width) {
        m_out.isFlat = true;
        bool hasValues = true;
        for (int i = 0; i < kPanelCount; ++i)
            if (!panelPicture(m_picture, i).cells.values.empty()) {
                m_out.isFlat &= m_out.panels[at(i)].isFlat;
                hasValues &= m_out.panels[at(i)].hasValues;
            }
        m_out.legendItems =
            m_options.legend ? legendItems(m_survey.all, m_out.isFlat, hasValues) : std::vector<LegendItem>{};
        m_legendHeight = legendHeight(m_out.legendItems, m_type.note, width);
        m_foot = m_bars;
        for (const double part : {m_legendHeight, m_captionHeight})
            m_foot += part > 0.0 ? part + 6 * m_unit : 0.0;
    }

    double top() const { return (m_options.paper ? 0.0 : 8.0) + m_head + m_axis + m_colLabels; }
    /// The same for all three, so that the maps of equal shapes are of one size.
    double panelWidth() const {
        double used = 2 * m_margin + m_rowTitle + 2 * kGap * m_unit;
        for (const double labels : m_rowLabels)
            used += labels;
        return std::max(0.0, (m_size.width() - used) / static_cast<double>(kPanelCount));
    }

    void fitCells(bool isFree) {
        const double wide = panelWidth();
        const double high = isFree ? 1.2 * wide : std::max(0.0, m_size.height() - top() - m_foot - m_margin);
        for (int i = 0; i < kPanelCount; ++i) {
            const HeatmapPicture& picture = panelPicture(m_picture, i);
            HeatmapLayout& panel = m_out.panels[at(i)];
            panel.survey = m_survey.each[at(i)];
            panel.cell = 0.0;
            panel.isFlat = true;
            if (picture.cells.rows <= 0 || picture.cells.cols <= 0)
                continue;
            double cell = std::min({wide / static_cast<double>(picture.cells.cols),
                                    high / static_cast<double>(picture.cells.rows), m_options.largestCell});
            const double pixels = cell * m_options.pixelsPerUnit;
            if (pixels >= 6.0)
                cell = std::floor(pixels + 1e-6) / m_options.pixelsPerUnit;
            panel.cell = cell;
            panel.isFlat = cell < 12 * m_unit;
        }
    }

    QSizeF mapOf(int i) const {
        const Matrix& cells = panelPicture(m_picture, i).cells;
        const double cell = m_out.panels[at(i)].cell;
        return {cell * static_cast<double>(cells.cols), cell * static_cast<double>(cells.rows)};
    }

    void placeAll(bool isFree) {
        double highest = 0.0, used = m_rowTitle + 2 * kGap * m_unit;
        std::array<double, kPanelCount> widths{};
        for (int i = 0; i < kPanelCount; ++i) {
            highest = std::max(highest, mapOf(i).height());
            // A name needs room also above a map of one column.
            widths[at(i)] = std::max(mapOf(i).width(), std::min(panelWidth(), 96 * m_unit));
            if (i == kPanelDifference && !m_picture.refusal.isEmpty())
                widths[at(i)] = panelWidth();
            used += m_rowLabels[at(i)] + widths[at(i)];
        }
        const double needed = top() + highest + m_foot + m_margin;
        if (isFree)
            m_out.size.setHeight(std::ceil(needed));
        const double spare = m_options.paper ? 0.0 : std::max(0.0, (m_out.size.height() - needed) / 2);
        const double y = snapped(top() + spare);
        double x = m_margin + std::max(0.0, (m_size.width() - 2 * m_margin - used) / 2) + m_rowTitle;
        for (int i = 0; i < kPanelCount; ++i) {
            x += m_rowLabels[at(i)];
            HeatmapLayout& panel = m_out.panels[at(i)];
            panel.size = m_out.size;
            panel.map = QRectF(QPointF(snapped(x), y), mapOf(i));
            const double above = y - m_colLabels;
            if (m_axis > 0.0 && panel.cell > 0.0)
                panel.colTitle = QRectF(panel.map.left(), above - m_axis, widths[at(i)], m_axis);
            m_out.heads[at(i)] =
                QRectF(snapped(x), above - m_axis - m_head, widths[at(i)] + kGap * m_unit * 0.6, m_head);
            if (i == kPanelA && m_rowTitle > 0.0 && panel.cell > 0.0)
                panel.rowTitle = QRectF(x - m_rowLabels[0] - m_rowTitle, y, m_rowTitle, panel.map.height());
            x += widths[at(i)] + kGap * m_unit;
        }
        if (!m_picture.refusal.isEmpty()) {
            const double left = m_out.heads[kPanelDifference].left();
            m_out.missing = QRectF(left, y, widths[kPanelDifference], std::max(highest, 96 * m_unit));
        }
        placeLines(y + highest);
    }

    void placeLines(double bottom) {
        double y = bottom + 8 * m_unit;
        const double line = lineOf(m_type.note);
        if (m_out.panels[kPanelA].cell > 0.0)
            m_out.sharedBar = QRectF(m_out.panels[kPanelA].map.left(), y, 0.0, line);
        if (m_out.panels[kPanelA].cell > 0.0)
            m_out.sharedBar.setRight(m_out.panels[kPanelB].map.right());
        if (m_out.panels[kPanelDifference].cell > 0.0) {
            const double left = m_out.panels[kPanelDifference].map.left();
            m_out.differenceBar = QRectF(left, y, m_size.width() - m_margin - left, line);
        }
        y += m_bars - 8 * m_unit + 2 * m_unit;
        const auto below = [&](QRectF& part, double height, double left) {
            if (height <= 0.0)
                return;
            part = QRectF(left, y, m_size.width() - m_margin - left, height);
            y += height + 6 * m_unit;
        };
        const double beside = m_out.panels[kPanelA].map.left();
        const bool fitsBeside =
            legendHeight(m_out.legendItems, m_type.note, m_size.width() - m_margin - beside) <= m_legendHeight;
        below(m_out.legend, m_legendHeight, fitsBeside ? beside : m_margin);
        below(m_out.caption, m_captionHeight, m_margin);
    }

    const ComparePicture& m_picture;
    const HeatmapOptions& m_options;
    QSizeF m_size;
    FigureType m_type;
    double m_unit, m_margin;
    const CompareSurvey& m_survey;
    bool m_sharesRows;
    CompareLayout m_out;
    std::array<double, kPanelCount> m_rowLabels{};
    double m_colLabels = 0.0, m_head = 0.0, m_axis = 0.0, m_rowTitle = 0.0, m_bars = 0.0, m_foot = 0.0;
    double m_legendHeight = 0.0, m_captionHeight = 0.0;
};

}  // namespace

const HeatmapPicture& panelPicture(const ComparePicture& picture, int panel) {
    return panel == kPanelA ? picture.a : panel == kPanelB ? picture.b : picture.difference;
}

CompareSurvey surveyCompare(const ComparePicture& picture) {
    CompareSurvey survey;
    for (int i = 0; i < kPanelCount; ++i) {
        HeatmapSurvey& each = survey.each[static_cast<std::size_t>(i)] = surveyHeatmap(panelPicture(picture, i));
        survey.all = i == 0 ? each : united(survey.all, each);
    }
    // A and B are read against each other: their numbers have one form.
    survey.each[kPanelA] = survey.each[kPanelB] = united(survey.each[kPanelA], survey.each[kPanelB]);
    return survey;
}

CompareLayout layoutCompare(const ComparePicture& picture, const CompareSurvey& survey, const HeatmapOptions& options,
                            QSizeF size) {
    return Placer(picture, survey, options, size).place(false);
}

double compareHeight(const ComparePicture& picture, const CompareSurvey& survey, const HeatmapOptions& options,
                     double width) {
    return Placer(picture, survey, options, {width, 0.0}).height();
}

std::optional<CompareCell> compareCellAt(const ComparePicture& picture, const CompareLayout& layout, QPointF point) {
    for (int i = 0; i < kPanelCount; ++i)
        if (const auto cell = layout.panels[static_cast<std::size_t>(i)].cellAt(point, panelPicture(picture, i)))
            return CompareCell{i, *cell};
    return std::nullopt;
}

}  // namespace attn::ui
