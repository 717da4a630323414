#pragma once
#include "core/evaluate/evaluation.h"

namespace attn {

/// The gradient of the scene's loss with respect to its output Y, in double.
///
///     dot: dOut;   cell: 1 at (batch, row, col);   row_target: Y[batch, row] - target there;   square: Y
///
/// Shapes    -> [B, nq, dOut]. Null when the scene has neither a loss nor dOut.
TensorPtr outputGradient(const Scene& scene, const Values& output);

}  // namespace attn
