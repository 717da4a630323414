#pragma once
#include <optional>

#include "core/analysis/saturation.h"
#include "core/evaluate/evaluation.h"
#include "ui/plots/plot_picture.h"

namespace attn::app {

/// The current scene in the study's plots.
struct SceneMark {
    Index dk = 1;
    Index keys = 1;      ///< nk of the scene
    double factor = 1.0; ///< The factor on its raw scores.
    RowSpread spread;
};

/// From the naive path's weights: all batch items and heads, or one head. Nothing where there are no weights.
std::optional<SceneMark> sceneMark(const Evaluation& evaluation, std::optional<Index> head = {});

/// `scene` marks the current scene in each plot.
ui::SaturationPicture saturationPicture(const SaturationStudy& study, const std::optional<SceneMark>& scene = {});

}  // namespace attn::app
