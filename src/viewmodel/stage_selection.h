#pragma once
#include "src/viewmodel/heatmap_pictures.h"
#include "ui/heatmap/heatmap_painter.h"
#include "ui/heatmap/thumbnail_grid.h"

namespace attn::app {

// How the one selection (query, key) and the cells of a stage's picture name each other: rows of X, Q, outputs are
// queries, rows of the context, K and V are keys, and only the n x n stages have both.

/// The row and column that are chosen in the picture of `stage`; -1 where the stage has no such axis.
ui::HeatmapCell chosenCell(const Scene& scene, Stage stage, const ui::Selection& selection);
/// The selection after a cell of that picture was chosen.
ui::Selection selectionAt(const Scene& scene, Stage stage, ui::Selection selection, Index row, Index col);
/// The cell to light when token `token` (of the context, if `isContext`) is pointed at; row only, or column only.
ui::HeatmapCell pointedCell(const Scene& scene, Stage stage, Index token, bool isContext);
/// The query (row) and key (column) that a cell of the picture of `stage` belongs to; -1 where it has none.
ui::HeatmapCell pointedTokens(Stage stage, Index row, Index col);

/// One or two true sentences on what the stage shows in this scene.
QString stageNote(const Scene& scene, const Evaluation& evaluation, Stage stage, const ui::Selection& selection);

/// Head pictures with their true numbers.
std::vector<ui::Thumbnail> numberedHeads(std::vector<ui::HeatmapPicture> pictures);

}  // namespace attn::app
