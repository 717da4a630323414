#pragma once
#include <vector>

#include "core/evaluate/evaluation.h"
#include "core/scene/scene.h"
#include "ui/heatmap/heatmap_picture.h"
#include "ui/mask/mask_rules_picture.h"
#include "ui/selection/selection.h"

namespace attn::app {

/// Which keys each query may attend, for the chosen batch item and head: 1 allowed, 0 masked, with painted cells marked.
ui::HeatmapPicture maskPicture(const Scene&, const Evaluation&, const ui::Selection&);

/// Allowed keys of each query.
std::vector<Index> keysPerRow(const Evaluation&, Index batch, Index head);

ui::MaskRulesPicture maskRulesPicture(const Scene&, const Evaluation&, const ui::Selection&, ui::PaintMode);

/// "causal and (window or global), then paint"; "no mask" without rules.
QString maskExpression(const Mask&);
/// "causal mask", "causal and window mask, painted"; "no mask" without rules: short, for captions.
QString maskWords(const Mask&);

}  // namespace attn::app
