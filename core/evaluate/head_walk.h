#pragma once
#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/evaluate/evaluation.h"

namespace attn {

/// The tile walk of any head of an evaluation, in tiles of any size.
///
/// Shapes    batch item in 0 .. B - 1, head in 0 .. H - 1; tiles of 1 row and more.
/// Masking   the scene's own: mask, bias, soft cap, sink and dropout of the weights.
/// Errors    NotSupported for a kind without Q and K; OutOfRange, with the numbers, for a head, batch item or tile
///           that does not exist; TooLarge for more than 2^20 tiles; Cancelled.
/// Accuracy  starts from Q, K and V as the evaluation rounded them, and goes on in double.
/// Memory    that of recordTileWalk.
Result<TileWalk> headTileWalk(const Scene& scene, const Evaluation& evaluation, Index batch, Index head,
                              const FlashTiling& tiling, const Progress& progress = {});

}  // namespace attn
