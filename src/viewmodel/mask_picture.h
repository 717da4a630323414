#pragma once
#include <QStringList>
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

/// Queries of a head that may attend nothing, and a sentence about them; empty without any. The selection exists.
std::vector<Index> emptyRows(const Evaluation&, const ui::Selection&);
QString emptyRowsSentence(const Scene&, const std::vector<Index>& rows);

/// What the panel remembers that no scene does.
struct MaskPanelState {
    ui::PaintMode mode = ui::PaintMode::Mask;
    bool paintsOneHead = false;
    Index tileSide = 0;  ///< 0: as proposed for the scene.
    Index blockRandom = 1;
    Index blockSeed = 0;
};
ui::MaskRulesPicture maskRulesPicture(const Scene&, const Evaluation&, const ui::Selection&, const MaskPanelState& = {});

/// What masks the pair, each rule asked alone: "causal", "window", "padding", "explicit mask", "bias −∞"; "paint" alone
/// when a person painted it. Empty for a pair that is allowed.
QStringList rulesThatMask(const Scene&, const Dimensions&, Index batch, Index head, const Cell&);
/// "masked by paint", "masked by causal and padding", "allowed by paint", "allowed": for a status line.
QString pairWords(const Scene&, const Dimensions&, const ui::Selection&);

/// "causal and (window or global), then paint"; "every key" without rules.
QString maskExpression(const Mask&);
/// "causal mask", "causal and window mask, painted"; "no mask" without rules: short, for captions.
QString maskWords(const Mask&);

}  // namespace attn::app
