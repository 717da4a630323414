#pragma once
#include "core/evaluate/evaluation.h"
#include "src/export/scene_figure.h"
#include "src/viewmodel/heatmap_pictures.h"

namespace attn::app {

/// The weights of one head of the scene are too many to be held, or to be drawn cell by cell.
bool hasLongMaps(const Scene& scene);

/// All that the weights of any head follow from, without them: by the flash path.
///
/// Errors    what the evaluation finds.
Result<Evaluation> evaluateLong(const Scene& scene, const Progress& progress);

/// The weights of the chosen head, pooled to about as many cells as the figure has pixels; `evaluation` is that of
/// evaluateLong.
///
/// Errors    NotSupported where the weights do not follow from Q and K; Cancelled.
Result<SceneFigure> longFigure(const Scene& scene, const Evaluation& evaluation, const ui::Selection& chosen,
                               bool isMarked, const Look& look);

}  // namespace attn::app
