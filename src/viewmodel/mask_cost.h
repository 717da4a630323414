#pragma once
#include <vector>

#include "core/evaluate/evaluation.h"
#include "core/scene/scene.h"
#include "ui/mask/mask_rules_picture.h"
#include "ui/selection/selection.h"

namespace attn::app {

/// What the pattern of the chosen head costs: allowed keys and density, the tiles of `tileSide` that a walk over them visits,
/// and the operations of the two matrix products, naive and flash.
std::vector<ui::MaskRulesPicture::Cost> maskCost(const Scene&, const Evaluation&, const ui::Selection&, Index tileSide);

/// The side proposed for those tiles: the scene's own, else a small one that a small matrix has several of.
Index proposedTileSide(const Scene&, const Dimensions&);

/// How far a query stands from its place among the keys: 0, n_k - n_q or the scene's number for the batch item.
Index causalOffsetOf(const Causal&, const Dimensions&, Index batch);

/// "640", "1.5 M"
QString operationsText(double operations);

}  // namespace attn::app
