#pragma once
#include "core/flash/pooled_weights.h"
#include "src/viewmodel/heatmap_pictures.h"

namespace attn::app {

/// How many pixels stand for the weights of so many queries and keys: at most `most` a side, square as the cells are.
PoolRequest longRequest(const Dimensions&, Index most, Pooling pooling = Pooling::Largest);

/// The weights of the chosen head, too many to be held, as `pooled` shows them: an axis counts the tokens, the
/// caption says what a cell stands for and what was left out.
ui::HeatmapPicture longPicture(const Scene&, const Evaluation&, const PoolRequest&, const PooledWeights& pooled,
                               const ui::Selection&, const Look& = {});

}  // namespace attn::app
