#pragma once
#include <vector>

#include "core/evaluate/evaluation.h"
#include "core/scene/scene.h"
#include "ui/selection/selection.h"
#include "ui/widgets/text_runs.h"

namespace attn::app {

/// How the chosen weight came about, in one line, from the longest form to the shortest:
/// cat → The   exp(2.828 − 2.828) ÷ (1.000 + 0.059 + 0.243) = 1.000 ÷ 1.302 = 0.768
/// The numbers are those of the evaluation. Empty where it has no weights or no such pair.
std::vector<ui::TextRuns> weightLines(const Scene&, const Evaluation&, const ui::Selection&);

}  // namespace attn::app
