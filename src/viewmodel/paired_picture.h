#pragma once
#include "core/analysis/paired_products.h"
#include "ui/saturation/paired_view.h"

namespace attn::app {

/// What the demonstration prints, the most that it could print, and why a value often quoted for it cannot come from it.
ui::PairedPicture pairedPicture(const PairedStudy& study);

}  // namespace attn::app
