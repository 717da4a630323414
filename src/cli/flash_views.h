#pragma once
#include <CLI/CLI.hpp>

#include "core/evaluate/evaluation.h"
#include "src/export/scene_figure.h"
#include "ui/selection/selection.h"

namespace attn::app {

/// What `render` is told about the views of naive against flash.
struct FlashWords {
    std::string device;       ///< A preset, for the traffic.
    bool backward = false;    ///< The traffic of both passes.
    std::vector<Index> tile;  ///< Queries and keys of a tile of the walk; empty: as the scene proposes.
    bool areKeysOutside = false;
    int step = -1;                  ///< Tiles done in the view tiles; below 0: half of them.
    std::string precision = "f32";  ///< In which the difference is shown.
    Index measureUpTo = 1024;       ///< The longest sequence that the view time runs.
};

bool isFlashView(const std::string& view);
/// "memory, flops, ..."
std::string flashViewsText();
void addFlashWords(CLI::App& command, FlashWords& words);

/// The tiles that the words ask for, or those that the scene proposes.
FlashTiling tilingOf(const Scene& scene, const Dimensions& dims, const FlashWords& words);

/// Errors    OutOfRange for a device that is not a preset; whatever the view's counts refuse.
Result<SceneFigure> flashFigure(const std::string& view, const Scene& scene, const Evaluation& evaluation,
                                const ui::Selection& selection, const FlashWords& words);

}  // namespace attn::app
