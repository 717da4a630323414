#pragma once
#include <optional>

#include "core/cost/memory.h"
#include "ui/plots/plot_picture.h"

namespace attn::app {

/// The sequence lengths that are offered: powers of two from 128 to 65 536.
const std::vector<Index>& memoryLengths();

/// `currentN` marks the scene's own length; `machineBytes` draws what one run may take as a line (0: none).
ui::GrowthPicture memoryPicture(const MemoryStudy& study, std::optional<Index> currentN = {}, double machineBytes = 0.0);

}  // namespace attn::app
