#pragma once
#include "core/evaluate/evaluation.h"
#include "core/scene/scene.h"
#include "ui/heatmap/heatmap_panels.h"
#include "ui/selection/selection.h"

namespace attn::app {

/// The scene's mask with the causal rule aligned at the start and at the end, all else as it is. With as many queries as
/// keys both are the same, and a sentence says so.
ui::HeatmapPanels alignmentPanels(const Scene&, const Evaluation&, const ui::Selection&);

/// The rows of the chosen head that may attend nothing, with the weights and the output that each convention gives them.
/// Without such rows, and with a sink, a sentence says why there is nothing to compare.
ui::HeatmapPanels emptyRowPanels(const Scene&, const Evaluation&, const ui::Selection&);

}  // namespace attn::app
