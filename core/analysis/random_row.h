#pragma once
#include <cstdint>
#include <vector>

#include "core/base/tensor.h"

namespace attn {

/// The dot products of one random query with random keys, all entries independent N(0, 1).
///
///     q . k_j = |q| z_j,   z_j independent N(0, 1): given q, that is their distribution exactly
///
/// The z_j depend on the seed alone, and q grows entry by entry: another dk draws the same row out or in, nothing jumps.
///
/// Shapes    -> (keys); dk >= 1, keys >= 0.
/// Cost      dk + keys random numbers.
std::vector<double> randomScores(Index dk, Index keys, std::uint64_t seed);

}  // namespace attn
