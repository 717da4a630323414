#include "ui/steps/steps_layout.h"

#include <QCoreApplication>
#include <algorithm>
#include <cmath>

#include "ui/figure/figure_text.h"
#include "ui/heatmap/heatmap_parts.h"
#include "ui/widgets/text_runs.h"

namespace attn::ui {
namespace {

constexpr Index kMostNumbers = 1024;  ///< A matrix of more cells shows none.
constexpr double kLowered = 0.22, kSmaller = 0.75;

QString say(const char* text) {
    return QCoreApplication::translate("Steps", text);
}

class Placer {
  public:
    Placer(const StepsPicture& picture, const StepsSurvey& survey, const HeatmapOptions& options, QSizeF size)
        : m_picture(picture),
          m_survey(survey),
          m_options(options),
          m_size(size),
          m_type(figureType(options.paper)),
          m_unit(unitOf(options)),
          m_nameFont(stepNameFont(options.paper)),
          m_margin(options.paper ? 2.0 : 12.0),
          m_head(std::ceil(metricsOf(m_nameFont).height()) + 8 * m_unit) {}

    StepsLayout place(bool isCentred = false) {
        const double width = m_size.width() - 2 * m_margin;
        // Small cells need fewer words than large ones, and only their size tells which they are.
        for (const bool isSmall : {true, false}) {
            const double assumed = legendHeight(legendItems(m_survey.all, isSmall, isSmall), m_type.note, width);
            placeFoot(assumed);
            fit();
            nameLooks();
            m_legendHeight = legendHeight(m_out.legendItems, m_type.note, width);
            if (m_legendHeight <= assumed)
                break;
        }
        placeLines();
        if (isCentred)
            centre();
        return std::move(m_out);
    }

    /// Moves every line of matrices to the middle, and all of them to the middle of the height they have.
    void centre() {
        const double down =
            m_bottom > 0.0 ? snapped(std::max(0.0, m_out.bars.top() - 10 * m_unit - m_bottom) / 2) : 0.0;
        auto& places = m_out.places;
        for (std::size_t first = 0, next = 0; first < places.size(); first = next) {
            double right = 0.0;
            for (next = first; next < places.size() && places[next].box.top() == places[first].box.top(); ++next)
                right = std::max(right, places[next].box.right());
            const QPointF by(snapped((m_size.width() - m_margin - right) / 2), down);
            for (std::size_t i = first; i < next; ++i) {
                StepPlace& place = places[i];
                place.cells.map.translate(by);
                place.box.translate(by);
                place.name += by;
                place.shape += by;
                if (!place.before.isNull())
                    place.before.translate(by);
            }
        }
    }

    double height() {
        m_size.setHeight(0.62 * m_size.width());
        place();
        return std::ceil(m_bottom + m_foot + m_margin);
    }

  private:
    /// The largest cells for which everything fits.
    void fit() {
        const double room = m_size.height() - m_foot - m_margin;
        for (double cell = m_options.largestCell; cell > 0.01; cell *= 0.94) {
            const double high = cell > 3.0 ? snapped(cell) : cell;
            // With its shape below its name a matrix is narrower: worth a line where that saves another.
            if (flow(high, false) <= room || flow(high, true) <= room)
                return;
        }
    }

    double snapped(double x) const { return std::floor(x * m_options.pixelsPerUnit) / m_options.pixelsPerUnit; }

    /// Numbers fit into cells of this height.
    bool canHoldNumbers(double cell) const { return m_options.values && cell >= 16 * m_unit; }

    QSizeF mapSize(std::size_t i, double cell) const {
        const HeatmapPicture& picture = m_picture.matrices[i].picture;
        const double wide = canHoldNumbers(cell) && m_survey.widestNumber[i] > 0.0
                                ? std::max(cell, std::ceil(m_survey.widestNumber[i] + 8 * m_unit))
                                : cell;
        const auto side = [&](Index count, double each, double most) {
            const double whole = each * static_cast<double>(count);
            return count == 0 ? 0.0 : std::max(std::min(whole, most), std::min(16 * m_unit, most));
        };
        return {side(picture.cells.cols, wide, 0.46 * (m_size.width() - 2 * m_margin)),
                side(picture.cells.rows, cell, 0.3 * m_size.width())};
    }

    /// Places everything with cells `cell` high; returns where the lowest map ends.
    double flow(double cell, bool isStacked) {
        const double gap = 6 * m_unit;
        const double head = m_head + (isStacked ? std::ceil(metricsOf(m_type.tick).height()) + 2 * m_unit : 0.0);
        m_out.places.assign(m_picture.matrices.size(), {});
        double x = m_margin, top = m_options.paper ? 0.0 : 8.0, lineHeight = 0.0;
        for (std::size_t i = 0; i < m_picture.matrices.size(); ++i) {
            const StepMatrix& matrix = m_picture.matrices[i];
            const QSizeF map = mapSize(i, cell);
            const double name = mathWidth(matrix.name, m_nameFont),
                         shape = metricsOf(m_type.tick).horizontalAdvance(matrix.shape);
            const double width = std::max(map.width(), isStacked ? std::max(name, shape) : name + 5 * m_unit + shape);
            double before = matrix.before.isEmpty() ? 0.0 : mathWidth(matrix.before, m_type.label) + 2 * gap;
            if (matrix.hasArrow)
                before = std::max(before, 28 * m_unit);
            double apart = matrix.startsGroup && x > m_margin ? 14 * m_unit : 0.0;
            if (x > m_margin && x + apart + before + width > m_size.width() - m_margin) {
                x = m_margin;
                top += lineHeight + 12 * m_unit;
                lineHeight = apart = 0.0;
            }
            x += apart;
            StepPlace& place = m_out.places[i];
            if (before > 0.0)
                place.before = QRectF(x, top + head, before, std::min(map.height(), 34 * m_unit));
            x += before;
            const double left = m_options.paper ? x : std::round(x);
            place.box = QRectF(left, top, width, head + map.height());
            place.name = QPointF(left, top + metricsOf(m_nameFont).ascent());
            place.shape = place.name + (isStacked ? QPointF(0.0, head - m_head) : QPointF(name + 5 * m_unit, 0.0));
            placeCells(place.cells, i, QRectF(QPointF(left, snapped(top + head)), map), cell);
            lineHeight = std::max(lineHeight, head + map.height());
            x = left + width +
                (i + 1 < m_picture.matrices.size() && m_picture.matrices[i + 1].before.isEmpty() ? 8 * m_unit : 0.0);
        }
        return m_bottom = top + lineHeight;
    }

    void placeCells(HeatmapLayout& cells, std::size_t i, const QRectF& map, double cell) const {
        const HeatmapPicture& picture = m_picture.matrices[i].picture;
        cells.size = m_size;
        cells.map = map;
        cells.survey = m_survey.each[i];
        cells.isFlat = true;
        if (picture.cells.values.empty())
            return;
        cells.cell = map.height() / static_cast<double>(picture.cells.rows);
        const double wide = map.width() / static_cast<double>(picture.cells.cols);
        cells.wide = wide / cells.cell;
        cells.isFlat = std::min(cells.cell, wide) < 12 * m_unit;
        cells.decimals = m_survey.each[i].whole ? 0 : picture.decimals;
        cells.valueSize = fontSize(m_type.tick);
        cells.hasValues = canHoldNumbers(cell) && cells.cell >= 15 * m_unit && m_survey.widestNumber[i] > 0.0 &&
                          wide >= m_survey.widestNumber[i] + 3 * m_unit;
    }

    /// What the legend must name, now that the size of the cells is known.
    void nameLooks() {
        const auto all = [&](auto is) {
            return std::all_of(m_out.places.begin(), m_out.places.end(),
                               [&](const StepPlace& place) { return is(place.cells); });
        };
        m_out.isFlat = all([](const HeatmapLayout& cells) { return cells.isFlat; });
        m_out.legendItems =
            legendItems(m_survey.all, m_out.isFlat,
                        all([](const HeatmapLayout& cells) { return cells.hasValues || cells.isFlat; }));
    }

    /// Heights of the foot's lines.
    void placeFoot(double legend) {
        const double line = std::ceil(metricsOf(m_type.note).height()) + 4 * m_unit;
        const double width = m_size.width() - 2 * m_margin;
        m_legendHeight = legend;
        m_barsWidth = barsWidth();
        const double beside = metricsOf(m_type.note).horizontalAdvance(m_picture.leftOut);
        m_isBesideBars = m_barsWidth + beside <= width;
        m_leftOutHeight = m_picture.leftOut.isEmpty() || m_isBesideBars
                              ? 0.0
                              : wrappedHeight(m_picture.leftOut, m_type.note, width);
        m_captionHeight = m_options.caption ? wrappedHeight(m_picture.caption, m_type.caption, width, true) : 0.0;
        m_foot = 10 * m_unit + line + 4 * m_unit;
        m_barsHeight = line;
        for (const double height : {m_legendHeight, m_leftOutHeight, m_captionHeight})
            m_foot += height > 0.0 ? height + 4 * m_unit : 0.0;
    }

    double barsWidth() const {
        double width = 0.0;
        for (const StepsBar& bar : stepsBars(m_picture))
            width += metricsOf(m_type.note).horizontalAdvance(bar.low + bar.high) +
                     (kBarLength + 12.0 + kBarApart) * m_unit;
        return width;
    }

    void placeLines() {
        const double spare = m_options.paper ? 0.0 : std::max(0.0, m_size.height() - m_bottom - m_foot);
        double y = m_bottom + 10 * m_unit + spare;
        m_out.size = m_size;
        const auto line = [&](QRectF& part, double height) {
            if (height <= 0.0)
                return;
            part = QRectF(m_margin, y, m_size.width() - 2 * m_margin, height);
            y += height + 4 * m_unit;
        };
        line(m_out.bars, m_barsHeight);
        if (m_isBesideBars && !m_picture.leftOut.isEmpty())
            m_out.leftOut = m_out.bars.adjusted(m_barsWidth, 0.0, 0.0, 0.0);
        line(m_out.legend, m_legendHeight);
        line(m_out.leftOut, m_leftOutHeight);
        line(m_out.caption, m_captionHeight);
    }

    const StepsPicture& m_picture;
    const StepsSurvey& m_survey;
    const HeatmapOptions& m_options;
    QSizeF m_size;
    FigureType m_type;
    double m_unit;
    QFont m_nameFont;
    double m_margin;
    double m_head;  ///< Above a map: its name and its bar.
    double m_bottom = 0.0, m_foot = 0.0, m_barsHeight = 0.0, m_legendHeight = 0.0, m_leftOutHeight = 0.0,
           m_captionHeight = 0.0, m_barsWidth = 0.0;
    bool m_isBesideBars = false;  ///< What is left out stands on the line of the bars.
    StepsLayout m_out;
};

}  // namespace

QFont stepNameFont(bool isPaper) {
    QFont font = figureType(isPaper).label;
    font.setWeight(QFont::DemiBold);
    return font;
}

double mathWidth(const QString& text, const QFont& font) {
    double width = 0.0;
    for (const TextRun& run : proseRuns(text))
        width += metricsOf(run.kind == TextRun::Subscript ? resized(font, fontSize(font) * kSmaller) : font)
                     .horizontalAdvance(run.text);
    return width;
}

void drawMath(QPainter& painter, QPointF baseline, const QString& text, const QFont& font, const QColor& ink) {
    painter.setPen(ink);
    for (const TextRun& run : proseRuns(text)) {
        const bool isLow = run.kind == TextRun::Subscript;
        const QFont type = isLow ? resized(font, fontSize(font) * kSmaller) : font;
        drawFigureText(painter, baseline + QPointF(0.0, isLow ? fontSize(font) * kLowered : 0.0), run.text, type);
        baseline.rx() += metricsOf(type).horizontalAdvance(run.text);
    }
}

std::vector<StepsBar> stepsBars(const StepsPicture& picture) {
    std::vector<StepsBar> bars;
    for (const bool isSigned : {true, false})
        for (const StepMatrix& matrix : picture.matrices)
            if ((matrix.picture.low < 0.0) == isSigned) {
                bars.push_back(
                    isSigned ? StepsBar{matrix.picture.map, say("−m"), say("m, the largest size in each matrix")}
                             : StepsBar{matrix.picture.map, QStringLiteral("0"), say("1, a weight")});
                break;
            }
    return bars;
}

StepsSurvey surveySteps(const StepsPicture& picture, bool isPaper) {
    StepsSurvey survey;
    const FigureType type = figureType(isPaper);
    const QFontMetricsF metrics = metricsOf(type.tick);
    for (const StepMatrix& matrix : picture.matrices) {
        const HeatmapPicture& cells = matrix.picture;
        survey.each.push_back(surveyHeatmap(cells));
        survey.all = survey.each.size() == 1 ? survey.each[0] : united(survey.all, survey.each.back());
        double widest = 0.0;
        if (cells.cells.rows * cells.cells.cols <= kMostNumbers)
            for (const double value : cells.cells.values)
                if (std::isfinite(value))
                    widest = std::max(widest, metrics.horizontalAdvance(
                                                  fixedNumber(value, survey.each.back().whole ? 0 : cells.decimals)));
        survey.widestNumber.push_back(widest);
    }
    return survey;
}

StepsLayout layoutSteps(const StepsPicture& picture, const StepsSurvey& survey, const HeatmapOptions& options,
                        QSizeF size, bool isCentred) {
    Placer placer(picture, survey, options, size);
    return placer.place(isCentred);
}

double stepsHeight(const StepsPicture& picture, const StepsSurvey& survey, const HeatmapOptions& options,
                   double width) {
    return Placer(picture, survey, options, QSizeF(width, 0.0)).height();
}

std::optional<StepCell> stepCellAt(const StepsPicture& picture, const StepsLayout& layout, QPointF point) {
    for (std::size_t i = 0; i < layout.places.size(); ++i)
        if (const auto cell = layout.places[i].cells.cellAt(point, picture.matrices[i].picture))
            return StepCell{static_cast<int>(i), *cell};
    return std::nullopt;
}

}  // namespace attn::ui
