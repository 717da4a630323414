#pragma once
#include "core/cost/layer_table.h"
#include "core/scene/scene.h"
#include "ui/plots/layer_kinds.h"

namespace attn::app {

/// The comparison of kinds of layers at one length and width.
///
/// Errors    those of layerTable.
Result<ui::LayerKindsPicture> layerKindsPicture(const LayerSettings& settings);

/// n and d of a scene for the table; the defaults where it has none.
LayerSettings layerSettingsOf(const Scene& scene);

}  // namespace attn::app
