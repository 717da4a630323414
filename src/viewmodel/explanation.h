#pragma once
#include "core/evaluate/evaluation.h"
#include "core/scene/scene.h"
#include "ui/explain/explanation_picture.h"
#include "ui/selection/selection.h"

namespace attn::app {

/// How the chosen weight came about, every number taken from `evaluation`. Long sums and rows are shortened and say so.
ui::ExplanationPicture explanationPicture(const Scene&, const Evaluation&, const ui::Selection&);

}  // namespace attn::app
