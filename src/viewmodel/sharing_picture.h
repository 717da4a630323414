#pragma once
#include <vector>

#include "core/cost/kv_cache.h"
#include "core/evaluate/evaluation.h"
#include "core/scene/scene.h"
#include "core/scene/validate.h"
#include "ui/sharing/sharing_picture.h"

namespace attn::app {

/// What to draw of a scene's heads, and of the cache with `context` tokens: for one layer of the scene, and for
/// `model`.
///
/// `scene` and its `dims` may be newer than `heads`, the pictures of the weights of each query head; those are left
/// out where there is not one for each.
ui::SharingPicture sharingPicture(const Scene& scene, const Dimensions& dims, std::vector<ui::HeatmapPicture> heads,
                                  Index context, const ModelPreset& model);

/// The numbers of KV heads that `heads` query heads can share, from `heads` (MHA) down to 1 (MQA).
std::vector<Index> kvHeadChoices(Index heads);

/// "MHA", "GQA" or "MQA"; with one head it is "MHA".
QString sharingName(Index heads, Index kvHeads);

}  // namespace attn::app
