#pragma once
#include <optional>

#include "core/cost/device_report.h"
#include "ui/plots/plot_picture.h"

namespace attn::app {

/// Bytes between the chip and the main memory of `device` over n, with the least time that they and the arithmetic
/// take. shape.backward adds up both passes.
///
/// Errors    those of deviceReport.
Result<ui::GrowthPicture> trafficPicture(const Device& device, const MemoryShape& shape, const std::vector<Index>& ns,
                                         std::optional<Index> currentN = {});

/// The preset that is shown first, in the window and on the command line.
const Device& proposedDevice();

}  // namespace attn::app
