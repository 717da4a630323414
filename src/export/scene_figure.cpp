#include "src/export/scene_figure.h"

#include <QPainter>
#include <algorithm>
#include <cmath>

#include "ui/plots/memory_view.h"
#include "ui/plots/saturation_view.h"

namespace attn::app {
namespace {

constexpr double kTickPoints = 7.0;  ///< Size of tick labels on paper.

/// Where the heads of a sheet stand.
struct Sheet {
    int columns;
    double side;      ///< of one map, points
    double gap = 8.0;
    double caption = 11.0;

    Sheet(std::size_t count, double width) {
        columns = std::clamp(static_cast<int>(std::ceil(std::sqrt(static_cast<double>(count)))), 1, 6);
        side = (width - gap * (columns - 1)) / columns;
    }
    double height(std::size_t count) const {
        const auto lines = static_cast<double>((count + static_cast<std::size_t>(columns) - 1) / static_cast<std::size_t>(columns));
        return lines * (side + caption) + std::max(0.0, lines - 1.0) * gap;
    }
};

void paintSheet(QPainter& painter, QSizeF size, const std::vector<ui::Thumbnail>& heads, const ui::HeatmapOptions& options) {
    const Sheet sheet(heads.size(), size.width());
    QFont font = ui::bodyFont();
    font.setPixelSize(static_cast<int>(kTickPoints));
    for (std::size_t i = 0; i < heads.size(); ++i) {
        const auto column = static_cast<double>(i % static_cast<std::size_t>(sheet.columns));
        const auto line = static_cast<double>(i / static_cast<std::size_t>(sheet.columns));
        const QPointF corner(column * (sheet.side + sheet.gap), line * (sheet.side + sheet.caption + sheet.gap));
        const QSizeF room(sheet.side, sheet.side);
        painter.save();
        painter.translate(corner);
        ui::paintHeatmap(painter, heads[i].picture, options, ui::layoutHeatmap(heads[i].picture, options, room));
        painter.setFont(font);
        painter.setPen(options.colors().text);
        painter.drawText(QRectF(0, sheet.side, sheet.side, sheet.caption), Qt::AlignLeft | Qt::AlignVCenter,
                         QCoreApplication::translate("SceneFigure", "head %1").arg(heads[i].id));
        painter.restore();
    }
}

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

SceneFigure headsSceneFigure(const QString& name, std::vector<ui::Thumbnail> heads) {
    return {name,
            [heads = std::move(heads)](const FigureRequest& request) {
                ui::HeatmapOptions options;
                options.theme = &request.colors();
                options.paper = true;
                options.pixelsPerUnit = request.dpi / 72.0;
                options.labels = options.axisTitles = options.values = options.colorBar = options.legend = options.notes = false;
                options.largestCell = 1e9;
                const std::size_t count = heads.size();
                return Figure{[heads, options](QPainter& painter, QSizeF size) { paintSheet(painter, size, heads, options); },
                              [count](double width) { return Sheet(count, width).height(count); }};
            },
            false, 140.0};
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

SceneFigure memorySceneFigure(ui::MemoryPicture picture) {
    return {QStringLiteral("memory"),
            [picture = std::move(picture)](const FigureRequest& request) {
                return Figure{[picture, &theme = request.colors()](QPainter& painter, QSizeF size) {
                                  ui::paintFigure(painter, QRectF(QPointF(), size), picture, theme, kTickPoints);
                              },
                              [](double width) { return width * 0.95; }};
            },
            false, 120.0};
}

}  // namespace attn::app
