#pragma once
#include "core/base/result.h"
#include "core/scene/scene.h"

namespace attn {

/// Checks that every part of `scene` fits every other and returns its sizes.
///
/// Errors    ShapeMismatch, OutOfRange or NotSupported, as one sentence that names the parts and both numbers:
///           "X has 4 columns but W_q has 3 rows.", "10 columns of W_q are not divisible by 4 heads; try 1, 2,
///           5, 10."
/// Limits    batch, heads, widths >= 1; nq and nk may be 0; temperature finite and > 0.
Result<Dimensions> validate(const Scene& scene);

}  // namespace attn
