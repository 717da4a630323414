#pragma once
#include <vector>

#include "core/base/tensor.h"

namespace attn {

/// The published slopes of ALiBi for `heads` heads.
///
///     heads a power of two:  m_h = 2^(-8 h / heads), h = 1 .. heads
///     otherwise              those of p, the largest power of two below, then every other one of 2 p from the first
///
/// Units     logits per token of distance, natural-log logits.
/// Source    Press, Smith & Lewis 2022, arXiv:2108.12409; the second line is the authors' published code's rule.
std::vector<double> alibiSlopes(Index heads);

}  // namespace attn
