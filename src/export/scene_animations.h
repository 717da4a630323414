#pragma once
#include <memory>
#include <optional>

#include "src/export/animation.h"
#include "src/viewmodel/steps_picture.h"
#include "src/viewmodel/sweep.h"
#include "src/viewmodel/tile_walk_picture.h"

namespace attn::app {

using SharedScene = std::shared_ptr<const Scene>;
using SharedEvaluation = std::shared_ptr<const Evaluation>;

/// The computation of the chosen head, one frame for each matrix of it, with the cells that made the chosen one.
/// Errors    NotSupported where the scene has no steps, with the reason.
Result<Animation> stepsAnimation(const SharedScene& scene, const SharedEvaluation& evaluation,
                                 const ui::Selection& chosen);

/// The walk through the tiles of the chosen head, from before the first tile to after the last.
/// Errors    those of walkThrough().
Result<Animation> tilesAnimation(const SharedScene& scene, const SharedEvaluation& evaluation,
                                 const ui::Selection& chosen, const FlashTiling& tiling,
                                 const Progress& progress = {});

/// `figure` of the scene of every value, each evaluated when its frame is made; the value stands above.
using FigureMaker = std::function<Result<SceneFigure>(const Scene&, const Evaluation&)>;
Animation sweepAnimation(const SharedScene& scene, const Sweep& sweep, FigureMaker figure);

/// The heatmap of one stage and head.
FigureMaker stageMaker(Stage stage, const ui::Selection& chosen, const Look& look);

}  // namespace attn::app
