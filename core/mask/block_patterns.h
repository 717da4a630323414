#pragma once
#include <cstdint>

#include "core/base/result.h"
#include "core/base/tensor.h"

namespace attn {

/// Patterns for BlockPattern::pattern, [blocks, blocks], 1 = the query block may attend the key block.

/// Every block attends itself only: sentences packed into one sequence. (rows x cols) blocks.
BoolTensor diagonalBlocks(Index rows, Index cols);

/// BigBird's blocks for an encoder: the first and the last block attend to all and are attended by all, every block
/// attends its neighbours and itself, and each inner block `random` more, chosen without repeats from those that are
/// left. As in the published code, row 1 may not choose the last block but one, nor that row block 1.
///
/// Errors    OutOfRange when `blocks` < 1, `random` < 0, or a row has fewer than `random` blocks left to choose from.
/// Source    Zaheer et al. 2020, arXiv:2007.14062, section 2 and its published code; the numbers are those of
/// Random(seed).
Result<BoolTensor> bigBirdBlocks(Index blocks, Index random, std::uint64_t seed);

}  // namespace attn
