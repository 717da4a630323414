#pragma once
#include <CLI/CLI.hpp>
#include <optional>

#include "src/export/scene_animations.h"

namespace attn::app {

/// What `render` is told about animations.
struct AnimationWords {
    std::optional<double> framesPerSecond;  ///< None: what suits the view.
    std::string sweep;                      ///< Empty: the view's own steps.
};

void addAnimationWords(CLI::App& command, AnimationWords& words);

/// One scene as an animation: of --sweep, the figure that `figure` makes of each value; else the steps of the view.
struct AnimationJob {
    SharedScene scene;
    SharedEvaluation evaluation;
    std::string view;
    ui::Selection chosen;
    FlashTiling tiling;
    FigureMaker figure;
};
/// Errors    NotSupported for a view that has no steps of its own; what the animation refuses.
Result<void> renderAnimation(const AnimationWords& words, const AnimationJob& job, FigureRequest request,
                             std::optional<double> widthMm, const QString& output);

}  // namespace attn::app
