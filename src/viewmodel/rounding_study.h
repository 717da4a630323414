#pragma once
#include <memory>
#include <vector>

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/evaluate/evaluation.h"
#include "ui/heatmap/heatmap_picture.h"
#include "ui/plots/plot_picture.h"
#include "ui/selection/selection.h"

namespace attn::app {

/// The head outputs of naive and flash in one precision, number by number.
struct RoundingSide {
    Precision precision = Precision::F32;
    std::shared_ptr<const Evaluation> naive, flash;
    double largest = 0.0;  ///< Largest |naive - flash| of the places where both are finite.
    Index where = -1;      ///< Its place in [B, H, nq, dv]; -1: nothing differs.
    double units = 0.0;    ///< The difference there, in units in the last place of the larger of the two.
    double mean = 0.0;     ///< Mean |naive - flash|
    Index numbers = 0;     ///< Of head outputs in all.
    Index different = 0;   ///< Of them not the same.
    Index oneFinite = 0;   ///< Of them finite on one side only.
    Index bothNotFinite = 0;
    double naiveError = 0.0;  ///< Largest distance from naive in double; 0 in double itself.
    double flashError = 0.0;
};

struct RoundingStudy {
    std::shared_ptr<const Scene> scene;
    std::vector<RoundingSide> sides;  ///< float32, then float64.
};

/// The distance from `value` to the next larger number of the precision, by size; F64, or F32 for every other.
double unitInLastPlace(double value, Precision precision);

/// Evaluates the scene four times: naive and flash, in float32 and float64.
///
/// Errors    those of evaluate: a kind without a flash form, memory, Cancelled.
Result<RoundingStudy> roundingStudy(std::shared_ptr<const Scene> scene, const Progress& progress = {});

/// naive - flash of one head's output, in units in the last place of the larger of the two.
ui::HeatmapPicture roundingPicture(const RoundingStudy& study, std::size_t side, const ui::Selection& selection);
/// Sizes for both precisions, and in words.
ui::ValueTable roundingTable(const RoundingStudy& study);

}  // namespace attn::app
