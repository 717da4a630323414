#pragma once
#include <vector>

#include "core/base/tensor.h"
#include "ui/plots/plot_picture.h"

namespace attn::app {

/// An axis from 0 to at least `high`, with 4 to 7 round ticks.
ui::PlotAxis zeroAxis(double high);

/// A log axis over these counts (>= 1, ascending), each a tick; a single one has room on both sides.
ui::PlotAxis countAxis(const std::vector<Index>& counts);

/// A log axis over bytes between powers of two, with 4 to 9 ticks such as "32 KiB". 0 < low <= high.
ui::PlotAxis bytesAxis(double low, double high);

}  // namespace attn::app
