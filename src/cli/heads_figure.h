#pragma once
#include <CLI/CLI.hpp>

#include "core/evaluate/evaluation.h"
#include "src/export/scene_figure.h"
#include "src/viewmodel/heatmap_pictures.h"

namespace attn::app {

/// What `render --view heads` is told: which heads, in what order, and how several become one map.
struct HeadsWords {
    std::vector<Index> heads;  ///< Empty: all.
    std::string order = "number";
    Index most = 0;  ///< The first so many of the order; 0: all.
    std::string combine = "none";

    bool areGiven() const { return !heads.empty() || most != 0 || order != "number" || combine != "none"; }
};

void addHeadsWords(CLI::App& command, HeadsWords& words);

/// The heads side by side, or the mean, maximum or difference of their weights as one heatmap.
/// Errors    OutOfRange for a head that there is not, a stage that the scene lacks or that cannot be combined, and for
///           a difference of other than two heads.
Result<SceneFigure> headsFigure(const HeadsWords& words, const Scene& scene, const Evaluation& evaluation, Stage stage,
                                const std::string& stageName, Index batch, const Look& look);

}  // namespace attn::app
