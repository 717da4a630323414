#include "src/export/scene_figure.h"

#include <QCoreApplication>
#include <QPainter>
#include <algorithm>
#include <cmath>

#include "ui/compare/compare_layout.h"
#include "ui/figure/figure_text.h"
#include "ui/heatmap/heatmap_legend.h"
#include "ui/plots/growth_view.h"
#include "ui/plots/saturation_view.h"
#include "ui/saturation/softmax_row_painter.h"
#include "ui/steps/steps_painter.h"
#include "ui/tiles/tile_walk_painter.h"

namespace attn::app {
namespace {

constexpr double kTickPoints = 7.0;  ///< Size of tick labels on paper.

/// All heads on one sheet: each with its name and tokens; one colour bar, one legend, one caption for all.
class Sheet {
  public:
    Sheet(const std::vector<ui::Thumbnail>& heads, const QString& caption, const ui::HeatmapOptions& options, double width)
        : m_heads(heads), m_caption(caption), m_options(options), m_type(ui::figureType(true)), m_width(width) {
        const std::size_t count = heads.size();
        if (count == 0)
            return;
        m_survey = ui::surveyHeatmap(first());
        for (const ui::Thumbnail& head : heads)
            m_survey = ui::united(m_survey, ui::surveyHeatmap(head.picture));
        m_columns = std::clamp<std::size_t>(static_cast<std::size_t>(std::ceil(std::sqrt(static_cast<double>(count)))), 1, 6);
        m_barWidth = ui::heatmapBarWidth(first(), m_survey, options);
        m_side = (width - m_barWidth - kGap * static_cast<double>(m_columns)) / static_cast<double>(m_columns);
        const ui::HeatmapLayout layout = ui::layoutHeatmap(first(), options, QSizeF(m_side, m_side));
        m_isFlat = layout.isFlat;
        m_items = ui::legendItems(m_survey, m_isFlat, false);
        m_legendHeight = ui::legendHeight(m_items, m_type.note, width);
        m_captionHeight = ui::wrappedHeight(caption, m_type.caption, width, true);
    }

    double height() const {
        double high = mapsHeight();
        for (const double part : {m_legendHeight, m_captionHeight})
            high += part > 0.0 ? part + kGap : 0.0;
        return std::ceil(high) + 1.0;
    }

    void paint(QPainter& painter) const {
        if (m_heads.empty())
            return;
        for (std::size_t i = 0; i < m_heads.size(); ++i)
            paintHead(painter, m_heads[i], {static_cast<double>(i % m_columns) * (m_side + kGap),
                                            static_cast<double>(i / m_columns) * (kName + m_side + kGap)});
        const double left = static_cast<double>(m_columns) * (m_side + kGap);
        const double high = std::min(mapsHeight() - kName, kLongestBar);
        ui::paintHeatmapBar(painter, first(), m_survey, m_options, QRectF(left, kName, kBarThickness, high));
        double y = mapsHeight() + kGap;
        ui::drawLegend(painter, QRectF(0.0, y, m_width, m_legendHeight), m_items, m_type.note, first(), m_options, m_isFlat);
        y += m_legendHeight > 0.0 ? m_legendHeight + kGap : 0.0;
        ui::drawWrapped(painter, QPointF(0.0, y), m_width, m_caption, m_type.caption, m_options.colors().text, true);
    }

  private:
    static constexpr double kGap = 8.0, kName = 12.0, kLongestBar = 150.0, kBarThickness = 7.0;

    const ui::HeatmapPicture& first() const { return m_heads.front().picture; }
    double mapsHeight() const {
        const auto lines = static_cast<double>((m_heads.size() + m_columns - 1) / m_columns);
        return lines * (kName + m_side + kGap) - kGap;
    }
    void paintHead(QPainter& painter, const ui::Thumbnail& head, QPointF corner) const {
        painter.save();
        painter.translate(corner);
        painter.setPen(m_options.colors().text);
        ui::drawFigureText(painter, QPointF(0.0, ui::metricsOf(m_type.axisTitle).ascent()),
                           QCoreApplication::translate("SceneFigure", "head %1").arg(head.id), m_type.axisTitle);
        painter.translate(0.0, kName);
        ui::paintHeatmap(painter, head.picture, m_options, ui::layoutHeatmap(head.picture, m_options, QSizeF(m_side, m_side)));
        painter.restore();
    }

    const std::vector<ui::Thumbnail>& m_heads;
    const QString& m_caption;
    const ui::HeatmapOptions& m_options;
    ui::FigureType m_type;
    double m_width;
    ui::HeatmapSurvey m_survey;
    std::size_t m_columns = 1;
    double m_side = 0.0, m_barWidth = 0.0, m_legendHeight = 0.0, m_captionHeight = 0.0;
    bool m_isFlat = false;
    std::vector<ui::LegendItem> m_items;
};

}  // namespace

ui::HeatmapOptions exportOptions() {
    ui::HeatmapOptions options;
    options.caption = true;
    return options;
}

SceneFigure heatmapSceneFigure(const QString& name, ui::HeatmapPicture picture, ui::HeatmapOptions options,
                               ui::HeatmapMarks marks) {
    return {name,
            [picture = std::move(picture), options, marks](const FigureRequest& request) {
                return heatmapFigure(picture, options, request, marks);
            },
            true, 88.0};
}

SceneFigure headsSceneFigure(const QString& name, std::vector<ui::Thumbnail> heads, const QString& caption) {
    return {name,
            [heads = std::move(heads), caption](const FigureRequest& request) {
                ui::HeatmapOptions options;
                options.theme = &request.colors();
                options.paper = true;
                options.pixelsPerUnit = request.dpi / 72.0;
                options.values = options.colorBar = options.legend = options.notes = options.rowCounts = false;
                options.largestCell = 1e9;
                return Figure{[heads, caption, options](QPainter& painter, QSizeF size) {
                                  Sheet(heads, caption, options, size.width()).paint(painter);
                              },
                              [heads, caption, options](double width) { return Sheet(heads, caption, options, width).height(); }};
            },
            false, 140.0};
}

SceneFigure panelsSceneFigure(const QString& name, ui::HeatmapPanels panels) {
    return {name,
            [panels = std::move(panels)](const FigureRequest& request) {
                const ui::PanelsStyle style{&request.colors(), true, request.dpi / 72.0};
                return Figure{[panels, style](QPainter& painter, QSizeF size) {
                                  ui::paintPanels(painter, panels, style, ui::layoutPanels(panels, style, size));
                              },
                              [panels, style](double width) { return ui::panelsHeight(panels, style, width); }};
            },
            false, 140.0};
}

SceneFigure linesSceneFigure(ui::LinesPicture picture, ui::LinesMarks marks) {
    return {QStringLiteral("lines"),
            [picture = std::move(picture), marks](const FigureRequest& request) {
                const ui::LinesStyle style{&request.colors(), true};
                return Figure{[picture, marks, style](QPainter& painter, QSizeF size) {
                                  ui::paintLines(painter, picture, style, ui::layoutLines(picture, style, size), marks);
                              },
                              [picture, style](double width) { return ui::linesFigureHeight(picture, style, width); }};
            },
            false, 88.0};
}

SceneFigure stepsSceneFigure(ui::StepsPicture picture, ui::StepMarks marks) {
    return {QStringLiteral("steps"),
            [picture = std::move(picture), marks = std::move(marks)](const FigureRequest& request) {
                ui::HeatmapOptions options;
                options.theme = &request.colors();
                options.paper = options.caption = true;
                options.pixelsPerUnit = request.dpi / 72.0;
                options.largestCell = 26.0 * 0.58;
                const ui::StepsSurvey survey = ui::surveySteps(picture, true);
                return Figure{[picture, marks, survey, options](QPainter& painter, QSizeF size) {
                                  const ui::StepsLayout layout = ui::layoutSteps(picture, survey, options, size);
                                  ui::paintSteps(painter, picture, options, layout);
                                  ui::paintStepMarks(painter, picture, options, layout, marks);
                              },
                              [picture, survey, options](double width) { return ui::stepsHeight(picture, survey, options, width); }};
            },
            false, 180.0};
}

SceneFigure saturationSceneFigure(ui::SaturationPicture picture) {
    return {QStringLiteral("saturation"),
            [picture = std::move(picture)](const FigureRequest& request) {
                return Figure{[picture, &theme = request.colors()](QPainter& painter, QSizeF size) {
                                  ui::paintFigure(painter, QRectF(QPointF(), size), picture, theme, kTickPoints);
                              },
                              [](double width) { return width * 0.75; }};
            },
            false, 180.0};
}

SceneFigure softmaxRowSceneFigure(ui::SoftmaxRowPicture picture, Index chosen) {
    return {QStringLiteral("saturation"),
            [picture = std::move(picture), chosen](const FigureRequest& request) {
                const ui::SoftmaxRowStyle style{&request.colors(), true, request.dpi / 72.0};
                return Figure{[picture, chosen, style](QPainter& painter, QSizeF size) {
                                  ui::paintSoftmaxRow(painter, picture, style, ui::layoutSoftmaxRow(picture, style, size), chosen);
                              },
                              [picture, style](double width) { return ui::softmaxRowHeight(picture, style, width); }};
            },
            false, 180.0};
}

SceneFigure pairedSceneFigure(ui::PairedPicture picture) {
    return {QStringLiteral("saturation"),
            [picture = std::move(picture)](const FigureRequest& request) {
                return Figure{[picture, &theme = request.colors()](QPainter& painter, QSizeF size) {
                                  ui::paintFigure(painter, QRectF(QPointF(), size), picture, theme, kTickPoints);
                              },
                              [picture](double width) { return ui::pairedHeight(picture, width, kTickPoints); }};
            },
            false, 180.0};
}

SceneFigure growthSceneFigure(const QString& name, ui::GrowthPicture picture) {
    return {name,
            [picture = std::move(picture)](const FigureRequest& request) {
                return Figure{[picture, &theme = request.colors()](QPainter& painter, QSizeF size) {
                                  ui::paintFigure(painter, QRectF(QPointF(), size), picture, theme, kTickPoints);
                              },
                              [picture](double width) { return ui::figureHeight(picture, width, kTickPoints); }};
            },
            false, 120.0};
}

SceneFigure tilesSceneFigure(ui::TileWalkPicture picture) {
    return {QStringLiteral("tiles"),
            [picture = std::move(picture)](const FigureRequest& request) {
                return Figure{[picture, &theme = request.colors()](QPainter& painter, QSizeF size) {
                                  ui::paintFigure(painter, QRectF(QPointF(), size), picture, theme, kTickPoints);
                              },
                              [picture](double width) { return ui::figureHeight(picture, width, kTickPoints); }};
            },
            false, 180.0};
}

SceneFigure compareSceneFigure(ui::ComparePicture picture, ui::HeatmapMarks marks) {
    return {QStringLiteral("compare"),
            [picture = std::move(picture), marks](const FigureRequest& request) {
                ui::HeatmapOptions options;
                options.theme = &request.colors();
                options.paper = options.caption = true;
                options.pixelsPerUnit = request.dpi / 72.0;
                options.largestCell = 42.0;
                const ui::CompareSurvey survey = ui::surveyCompare(picture);
                return Figure{[picture, survey, options, marks](QPainter& painter, QSizeF size) {
                                  ui::paintCompare(painter, picture, options,
                                                   ui::layoutCompare(picture, survey, options, size), marks);
                              },
                              [picture, survey, options](double width) {
                                  return ui::compareHeight(picture, survey, options, width);
                              }};
            },
            false, 180.0};
}

SceneFigure layerKindsSceneFigure(ui::LayerKindsPicture picture) {
    constexpr double kScale = kTickPoints / 12.0;
    return {QStringLiteral("kinds"),
            [picture = std::move(picture)](const FigureRequest& request) {
                return Figure{[picture, &theme = request.colors()](QPainter& painter, QSizeF size) {
                                  painter.scale(kScale, kScale);
                                  ui::paintLayerKinds(painter, QRectF(QPointF(), size / kScale), picture, theme);
                              },
                              [picture](double width) { return kScale * ui::layerKindsHeight(picture, width / kScale); }};
            },
            false, 140.0};
}

SceneFigure sharingSceneFigure(ui::SharingPicture picture) {
    return {QStringLiteral("sharing"),
            [picture = std::move(picture)](const FigureRequest& request) {
                const ui::SharingStyle style{&request.colors(), true, request.dpi / 72.0};
                return Figure{[picture, style](QPainter& painter, QSizeF size) {
                                  ui::paintSharing(painter, picture, style, ui::layoutSharing(picture, style, size));
                              },
                              [picture, style](double width) { return ui::sharingHeight(picture, style, width); }};
            },
            false, 120.0};
}

}  // namespace attn::app
