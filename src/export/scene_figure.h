#pragma once
#include <vector>

#include "src/export/figure_export.h"
#include "ui/compare/compare_picture.h"
#include "ui/heatmap/heatmap_painter.h"
#include "ui/heatmap/heatmap_panels.h"
#include "ui/heatmap/thumbnail_grid.h"
#include "ui/lines/lines_painter.h"
#include "ui/plots/layer_kinds.h"
#include "ui/plots/plot_picture.h"
#include "ui/saturation/paired_view.h"
#include "ui/saturation/softmax_row_picture.h"
#include "ui/sharing/sharing_painter.h"
#include "ui/steps/steps_picture.h"
#include "ui/tiles/tile_walk_picture.h"

namespace attn::app {

/// A part that a figure has, and whether it usually shows it.
struct PartChoice {
    FigurePart part;
    bool isUsual = true;
};

/// What one view shows, ready to be exported at any size and in any style. The window and the command line make the same
/// ones.
struct SceneFigure {
    QString name;  ///< "weights-head-0": proposed for the file.
    std::function<Figure(const FigureRequest&)> make;
    double widthMm = 88.0;          ///< Proposed.
    std::vector<PartChoice> parts = {};  ///< Those that a style may show or leave out.
    bool hasMap = false;            ///< It has colours of values, so that a style may choose the map;
    bool hasRange = false;          ///< and their range.
};

SceneFigure heatmapSceneFigure(const QString& name, ui::HeatmapPicture picture, ui::HeatmapOptions options,
                               ui::HeatmapMarks marks = {});
/// All heads on one sheet, each with its number and tokens; one colour bar, legend and caption for all.
SceneFigure headsSceneFigure(const QString& name, std::vector<ui::Thumbnail> heads, const QString& caption);
/// Heatmaps side by side, each with its title and words.
SceneFigure panelsSceneFigure(const QString& name, ui::HeatmapPanels panels);
/// All tokens and lines on one sheet, with legend and caption.
SceneFigure linesSceneFigure(ui::LinesPicture picture, ui::LinesMarks marks = {});
/// The row of matrices with the cells that made the chosen one.
SceneFigure stepsSceneFigure(ui::StepsPicture picture, ui::StepMarks marks = {});
SceneFigure saturationSceneFigure(ui::SaturationPicture picture);
/// One row of weights with its Jacobian; `chosen` is a place among its keys, or -1.
SceneFigure softmaxRowSceneFigure(ui::SoftmaxRowPicture picture, Index chosen);
SceneFigure pairedSceneFigure(ui::PairedPicture picture);
/// A quantity over n for both paths, and its values at the chosen n.
SceneFigure growthSceneFigure(const QString& name, ui::GrowthPicture picture);
/// The walk as it stands, with both memories and the rows.
SceneFigure tilesSceneFigure(ui::TileWalkPicture picture);
SceneFigure layerKindsSceneFigure(ui::LayerKindsPicture picture);
/// A, B and their difference side by side, with bars, legend and caption.
SceneFigure compareSceneFigure(ui::ComparePicture picture, ui::HeatmapMarks marks = {});
SceneFigure sharingSceneFigure(ui::SharingPicture picture);

/// What an export of a heatmap shows unless told otherwise: everything but the title.
ui::HeatmapOptions exportOptions();

}  // namespace attn::app
