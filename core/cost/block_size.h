#pragma once
#include "core/cost/head_size.h"
#include "core/scene/scene.h"

namespace attn {

/// The tiles of FlashAttention for an on-chip memory of M numbers, chosen so that one tile each of Q, K, V and O
/// fills it:
///
///     keyRows = ceil(M / 4 d),   queryRows = min(keyRows, d)
///
/// For widths that differ, 4 d is 2 (dk + dv) and d is their mean, rounded up: our reading, equal to the above for
/// dk = dv. With the queries outside the two are exchanged, because then the queries are the tile that stays (also
/// ours: the second paper tunes by hand). The backward passes of both papers have the keys outside.
///
/// Units     onChipBytes in bytes; M = floor(onChipBytes / bytes of an element), as the paper counts in elements.
/// Errors    OutOfRange for a memory that is not positive and finite, that is above 2^50 bytes, or that cannot hold
///           one row of each of the four; and for widths outside their limits.
/// Source    Algorithm 1, line 1, of Dao et al. 2022, arXiv:2205.14135.
Result<TileSize> flashBlocks(TileOrder order, double onChipBytes, Precision precision, Index dk, Index dv);

}  // namespace attn
