#pragma once
#include "core/evaluate/evaluation.h"
#include "core/scene/scene.h"
#include "ui/explain/explanation_picture.h"
#include "ui/selection/selection.h"

namespace attn::app {

/// How the chosen weight came about, every number taken from `evaluation`. Long sums and rows are shortened and say so.
/// Arithmetic between them is done as the evaluation did it: in double for float64, else in float.
ui::ExplanationPicture explanationPicture(const Scene&, const Evaluation&, const ui::Selection&, const ui::ExplainUnfolded& = {});

}  // namespace attn::app
