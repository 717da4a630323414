#include "src/export/scene_figure.h"

#include <QCoreApplication>
#include <QPainter>
#include <algorithm>
#include <cmath>
#include <memory>
#include <span>

#include "src/export/heads_sheet.h"
#include "ui/compare/compare_layout.h"
#include "ui/figure/figure_text.h"
#include "ui/plots/growth_view.h"
#include "ui/plots/saturation_view.h"
#include "ui/saturation/softmax_row_painter.h"
#include "ui/steps/steps_painter.h"
#include "ui/tiles/tile_walk_painter.h"

namespace attn::app {
namespace {

constexpr double kTickPoints = 7.0;  ///< Size of tick labels on paper.

using enum FigurePart;

/// Pictures that are shown together, with the map and the range of the style.
void restyle(std::span<ui::HeatmapPicture> pictures, const FigureLook& look) {
    if (pictures.empty() || pictures.front().isPattern)
        return;
    if (look.range)
        applyRange(pictures, *look.range, look.map);
    else if (look.map)
        for (ui::HeatmapPicture& picture : pictures)
            picture.map = *look.map;
}

/// What must be said of the range wherever it is not the plain one.
QString rangeWords(const ui::HeatmapPicture& picture) {
    QStringList words;
    if (picture.logRange)
        words << QCoreApplication::translate("SceneFigure", "Colours are spaced by the logarithm.");
    if (!picture.rangeNote.isEmpty())
        words << picture.rangeNote;
    return words.join(u' ');
}

QString joined(const QString& first, const QString& second) {
    return first.isEmpty() || second.isEmpty() ? first + second : first + u' ' + second;
}

/// The options that every heatmap on paper begins with.
ui::HeatmapOptions paperOptions(const FigureRequest& request) {
    ui::HeatmapOptions options;
    options.theme = &request.colors();
    options.paper = true;
    options.pixelsPerUnit = request.pixelsPerUnit();
    options.values = request.shows(Values, true);
    options.grid = request.shows(Grid, false);
    options.labels = request.shows(Labels, true);
    options.caption = request.shows(Caption, true);
    options.colorBar = request.shows(ColorBar, true);
    return options;
}

/// The figure with a title above it, where the style asks for one.
Figure titled(Figure figure, const QString& title, const FigureRequest& request) {
    if (title.isEmpty() || !request.shows(Title, false))
        return figure;
    const auto height = [] { return std::ceil(ui::metricsOf(ui::figureType(true).title).height()) + 4.0; };
    return {[paint = figure.paint, title, height, ink = request.colors().text](QPainter& painter, QSizeF size) {
                const QFont font = ui::figureType(true).title;
                const QFontMetricsF metrics = ui::metricsOf(font);
                painter.setPen(ink);
                ui::drawFigureText(painter, {0.0, metrics.ascent()}, metrics.elidedText(title, Qt::ElideRight, size.width()), font);
                painter.translate(0.0, height());
                paint(painter, {size.width(), std::max(1.0, size.height() - height())});
            },
            [heightFor = figure.heightFor, height](double width) { return heightFor(width) + height(); }, figure.isRigid};
}

}  // namespace

ui::HeatmapOptions exportOptions() {
    ui::HeatmapOptions options;
    options.caption = true;
    return options;
}

SceneFigure heatmapSceneFigure(const QString& name, ui::HeatmapPicture picture, ui::HeatmapOptions options,
                               ui::HeatmapMarks marks) {
    std::vector<PartChoice> parts{{Title, options.title}, {Caption, options.caption}, {Labels, options.labels}};
    const bool hasValues = !picture.isPattern;
    marks.hover = {};
    if (hasValues)
        parts.insert(parts.end(), {{Values, options.values}, {Grid, options.grid}, {ColorBar, options.colorBar}});
    if (marks != ui::HeatmapMarks{})
        parts.push_back({Selection, true});
    return {name,
            [picture = std::move(picture), options, marks](const FigureRequest& request) {
                ui::HeatmapPicture styled = picture;
                restyle({&styled, 1}, request);
                return heatmapFigure(std::move(styled), options, request, marks);
            },
            88.0, std::move(parts), hasValues, hasValues};
}

SceneFigure headsSceneFigure(const QString& name, std::vector<ui::Thumbnail> heads, const QString& caption) {
    const QString title = heads.empty() ? QString() : QCoreApplication::translate("SceneFigure", "All heads: %1").arg(heads.front().picture.quantity);
    return {name,
            [heads = std::move(heads), caption, title](const FigureRequest& request) {
                ui::HeatmapOptions options = paperOptions(request);
                options.values = request.shows(Values, false);
                options.rowCounts = false;
                options.largestCell = 1e9;
                std::vector<ui::HeatmapPicture> pictures;
                for (const ui::Thumbnail& head : heads)
                    pictures.push_back(head.picture);
                restyle(pictures, request);
                // What is said of the range stays, whatever else is left out.
                QString words = options.caption ? caption : QString();
                if (!pictures.empty())
                    words = joined(words, rangeWords(pictures.front()));
                options.caption = true;
                std::vector<ui::Thumbnail> styled = heads;
                for (std::size_t i = 0; i < styled.size(); ++i)
                    styled[i].picture = std::move(pictures[i]);
                const auto shared = std::make_shared<const std::vector<ui::Thumbnail>>(std::move(styled));
                return titled({[shared, words, options](QPainter& painter, QSizeF size) {
                                   HeadsSheet(*shared, words, options, size).paint(painter);
                               },
                               [shared, words, options](double width) {
                                   return HeadsSheet(*shared, words, options, {width, 0.0}).height();
                               }},
                              title, request);
            },
            140.0, {{Title, false}, {Caption}, {Labels}, {Values, false}, {Grid, false}, {ColorBar}}, true, true};
}

SceneFigure panelsSceneFigure(const QString& name, ui::HeatmapPanels panels) {
    return {name,
            [panels = std::move(panels)](const FigureRequest& request) {
                ui::HeatmapPanels styled = panels;
                for (ui::HeatmapPanel& panel : styled.panels)
                    restyle({&panel.picture, 1}, request);
                if (!request.shows(Caption, true))
                    styled.caption.clear();
                const ui::PanelsStyle style{&request.colors(), true, request.pixelsPerUnit()};
                return Figure{[styled, style](QPainter& painter, QSizeF size) {
                                  ui::paintPanels(painter, styled, style, ui::layoutPanels(styled, style, size));
                              },
                              [styled, style](double width) { return ui::panelsHeight(styled, style, width); }};
            },
            140.0, {{Caption}}, true};
}

SceneFigure linesSceneFigure(ui::LinesPicture picture, ui::LinesMarks marks) {
    std::vector<PartChoice> parts{{Title, false}, {Caption}};
    if (marks.query >= 0 || marks.key >= 0)
        parts.push_back({Selection});
    return {QStringLiteral("lines"),
            [picture = std::move(picture), marks](const FigureRequest& request) {
                const ui::LinesStyle style{&request.colors(), true};
                ui::LinesPicture styled = picture;
                if (!request.shows(Caption, true))
                    styled.caption.clear();
                const ui::LinesMarks shown = request.shows(Selection, true) ? marks : ui::LinesMarks{};
                return titled({[styled, shown, style](QPainter& painter, QSizeF size) {
                                   ui::paintLines(painter, styled, style, ui::layoutLines(styled, style, size), shown);
                               },
                               [styled, style](double width) { return ui::linesFigureHeight(styled, style, width); }},
                              styled.title, request);
            },
            88.0, std::move(parts)};
}

SceneFigure stepsSceneFigure(ui::StepsPicture picture, ui::StepMarks marks) {
    std::vector<PartChoice> parts{{Title, false}, {Caption}, {Values}, {Grid, false}};
    if (marks.matrix >= 0)
        parts.push_back({Selection});
    return {QStringLiteral("steps"),
            [picture = std::move(picture), marks = std::move(marks)](const FigureRequest& request) {
                ui::HeatmapOptions options = paperOptions(request);
                options.largestCell = 26.0 * 0.58;
                ui::StepsPicture styled = picture;
                if (request.map)
                    for (ui::StepMatrix& matrix : styled.matrices)
                        matrix.picture.map = *request.map;
                const ui::StepMarks shown = request.shows(Selection, true) ? marks : ui::StepMarks{};
                return titled({[styled, shown, options](QPainter& painter, QSizeF size) {
                                   const ui::StepsSurvey survey = ui::surveySteps(styled, true);
                                   const ui::StepsLayout layout = ui::layoutSteps(styled, survey, options, size);
                                   ui::paintSteps(painter, styled, options, layout);
                                   ui::paintStepMarks(painter, styled, options, layout, shown);
                               },
                               [styled, options](double width) {
                                   return ui::stepsHeight(styled, ui::surveySteps(styled, true), options, width);
                               },
                               true},
                              QCoreApplication::translate("SceneFigure", "Steps"), request);
            },
            180.0, std::move(parts), true};
}

SceneFigure saturationSceneFigure(ui::SaturationPicture picture) {
    return {QStringLiteral("saturation"),
            [picture = std::move(picture)](const FigureRequest& request) {
                ui::SaturationPicture styled = picture;
                if (!request.shows(Title, true))
                    styled.title.clear();
                if (!request.shows(Caption, true))
                    styled.sentences.clear();
                return Figure{[styled, &theme = request.colors()](QPainter& painter, QSizeF size) {
                                  ui::paintFigure(painter, QRectF(QPointF(), size), styled, theme, kTickPoints);
                              },
                              [](double width) { return width * 0.75; }};
            },
            180.0, {{Title}, {Caption}}};
}

SceneFigure softmaxRowSceneFigure(ui::SoftmaxRowPicture picture, Index chosen) {
    std::vector<PartChoice> parts{{Title, false}, {Caption}};
    if (chosen >= 0)
        parts.push_back({Selection});
    return {QStringLiteral("saturation"),
            [picture = std::move(picture), chosen](const FigureRequest& request) {
                ui::SoftmaxRowPicture styled = picture;
                if (request.map)
                    styled.jacobian.map = *request.map;
                if (!request.shows(Caption, true))
                    styled.sentences.clear();
                const Index shown = request.shows(Selection, true) ? chosen : -1;
                const ui::SoftmaxRowStyle style{&request.colors(), true, request.pixelsPerUnit()};
                return titled({[styled, shown, style](QPainter& painter, QSizeF size) {
                                   ui::paintSoftmaxRow(painter, styled, style, ui::layoutSoftmaxRow(styled, style, size), shown);
                               },
                               [styled, style](double width) { return ui::softmaxRowHeight(styled, style, width); }, true},
                              styled.weightsTitle, request);
            },
            180.0, std::move(parts), true};
}

SceneFigure pairedSceneFigure(ui::PairedPicture picture) {
    return {QStringLiteral("saturation"),
            [picture = std::move(picture)](const FigureRequest& request) {
                ui::PairedPicture styled = picture;
                if (!request.shows(Title, true))
                    styled.title.clear();
                return Figure{[styled, &theme = request.colors()](QPainter& painter, QSizeF size) {
                                  ui::paintFigure(painter, QRectF(QPointF(), size), styled, theme, kTickPoints);
                              },
                              [styled](double width) { return ui::pairedHeight(styled, width, kTickPoints); }};
            },
            180.0, {{Title}}};
}

SceneFigure growthSceneFigure(const QString& name, ui::GrowthPicture picture) {
    return {name,
            [picture = std::move(picture)](const FigureRequest& request) {
                ui::GrowthPicture styled = picture;
                if (!request.shows(Title, true)) {
                    styled.plot.title.clear();
                    styled.plot.subtitle.clear();
                }
                if (!request.shows(Caption, true)) {
                    styled.sentences.clear();
                    for (ui::ValueTable& table : styled.tables)
                        table.sentences.clear();
                }
                return Figure{[styled, &theme = request.colors()](QPainter& painter, QSizeF size) {
                                  ui::paintFigure(painter, QRectF(QPointF(), size), styled, theme, kTickPoints);
                              },
                              [styled](double width) { return ui::figureHeight(styled, width, kTickPoints); }};
            },
            120.0, {{Title}, {Caption}}};
}

SceneFigure tilesSceneFigure(ui::TileWalkPicture picture) {
    return {QStringLiteral("tiles"),
            [picture = std::move(picture)](const FigureRequest& request) {
                ui::TileWalkPicture styled = picture;
                if (request.map)
                    styled.tile.map = *request.map;
                if (!request.shows(Title, true)) {
                    styled.title.clear();
                    styled.subtitle.clear();
                }
                if (!request.shows(Caption, true))
                    styled.caption.clear();
                return Figure{[styled, &theme = request.colors()](QPainter& painter, QSizeF size) {
                                  ui::paintFigure(painter, QRectF(QPointF(), size), styled, theme, kTickPoints);
                              },
                              [styled](double width) { return ui::figureHeight(styled, width, kTickPoints); }, true};
            },
            180.0, {{Title}, {Caption}}, true};
}

SceneFigure compareSceneFigure(ui::ComparePicture picture, ui::HeatmapMarks marks) {
    std::vector<PartChoice> parts{{Title, false}, {Caption}, {Labels}, {Values}, {Grid, false}};
    if (marks != ui::HeatmapMarks{})
        parts.push_back({Selection});
    return {QStringLiteral("compare"),
            [picture = std::move(picture), marks](const FigureRequest& request) {
                ui::HeatmapOptions options = paperOptions(request);
                options.largestCell = 42.0;
                ui::ComparePicture styled = picture;
                std::array both{std::move(styled.a), std::move(styled.b)};
                restyle(both, request);
                styled.a = std::move(both[0]);
                styled.b = std::move(both[1]);
                if (request.map)
                    styled.difference.map = *request.map;
                // What is said of the range stays, whatever else is left out.
                styled.caption = joined(options.caption ? styled.caption : QString(),
                                        request.range ? rangeWords(styled.a) : QString());
                options.caption = true;
                const ui::HeatmapMarks shown = request.shows(Selection, true) ? marks : ui::HeatmapMarks{};
                return titled({[styled, options, shown](QPainter& painter, QSizeF size) {
                                   ui::paintCompare(painter, styled, options,
                                                    ui::layoutCompare(styled, ui::surveyCompare(styled), options, size), shown);
                               },
                               [styled, options](double width) {
                                   return ui::compareHeight(styled, ui::surveyCompare(styled), options, width);
                               }},
                              QStringLiteral("%1 – %2").arg(styled.aName, styled.bName), request);
            },
            180.0, std::move(parts), true, true};
}

SceneFigure layerKindsSceneFigure(ui::LayerKindsPicture picture) {
    constexpr double kScale = kTickPoints / 12.0;
    return {QStringLiteral("kinds"),
            [picture = std::move(picture)](const FigureRequest& request) {
                ui::LayerKindsPicture styled = picture;
                if (!request.shows(Title, true)) {
                    styled.title.clear();
                    styled.subtitle.clear();
                }
                if (!request.shows(Caption, true))
                    styled.sentences.clear();
                return Figure{[styled, &theme = request.colors()](QPainter& painter, QSizeF size) {
                                  painter.scale(kScale, kScale);
                                  ui::paintLayerKinds(painter, QRectF(QPointF(), size / kScale), styled, theme);
                              },
                              [styled](double width) { return kScale * ui::layerKindsHeight(styled, width / kScale); }, true};
            },
            140.0, {{Title}, {Caption}}};
}

SceneFigure sharingSceneFigure(ui::SharingPicture picture) {
    return {QStringLiteral("sharing"),
            [picture = std::move(picture)](const FigureRequest& request) {
                ui::SharingPicture styled = picture;
                restyle(styled.heads, request);
                if (!request.shows(Caption, true))
                    styled.sentences.clear();
                if (request.range && !styled.heads.empty())
                    styled.sentences << rangeWords(styled.heads.front());
                styled.sentences.removeAll(QString());
                const ui::SharingStyle style{&request.colors(), true, request.pixelsPerUnit()};
                return titled({[styled, style](QPainter& painter, QSizeF size) {
                                   ui::paintSharing(painter, styled, style, ui::layoutSharing(styled, style, size));
                               },
                               [styled, style](double width) { return ui::sharingHeight(styled, style, width); }, true},
                              QCoreApplication::translate("SceneFigure", "Sharing"), request);
            },
            120.0, {{Title, false}, {Caption}}, true, true};
}

}  // namespace attn::app
