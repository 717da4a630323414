#pragma once
#include "core/base/result.h"
#include "core/scene/gather.h"
#include "core/scene/scene.h"

// What an edit of shape does to soft caps, positions, sinks, dropout, block patterns and losses.

namespace attn {

/// As validate(), for an edit of tokens or sizes. Errors: NotSupported for scenes that are not made of X and weight
/// matrices (kinds Qkv, Weights and Additive).
Result<Dimensions> editableSizes(const Scene& scene);

/// Slopes, sink logits and kept weights go with their heads; a new head has slope 0, a sink logit of 0 and keeps all.
void moveHeads(Scene& scene, const Source& source);
/// Kept outputs go with their columns.
void moveValueColumns(Scene& scene, const Source& source);
/// Kept weights and outputs, and the loss's row, go with their tokens; a loss whose row is gone is dropped. Blocks
/// are places, not tokens: the pattern keeps its overlap, and a new block may attend itself.
void moveTokens(Scene& scene, const Source& source, bool queries, bool keys);
/// Drops a loss that does not fit an output of `dOut` columns.
void fitLoss(Scene& scene, Index dOut);

}  // namespace attn
