#pragma once
#include <optional>

#include "core/cost/memory.h"
#include "ui/plots/plot_picture.h"

namespace attn::app {

/// Operations of the matrix products of one step over n. `isCausal`: what flash leaves out under a causal mask in
/// tiles of 64 x 64 is a curve of its own. `study` gives the rates of what was measured, without a mask.
ui::GrowthPicture flopsPicture(const MemoryShape& shape, const std::vector<Index>& ns, std::optional<Index> currentN,
                               bool isCausal, const MemoryStudy* study = nullptr);

/// Measured seconds over n; the axes alone where nothing was measured.
ui::GrowthPicture timePicture(const MemoryStudy& study, std::optional<Index> currentN = {});

/// A training step: what it costs flash to compute the weights again, and what it saves.
ui::GrowthPicture backwardPicture(const MemoryShape& shape, const std::vector<Index>& ns,
                                  std::optional<Index> currentN = {});

}  // namespace attn::app
