#pragma once
#include "core/base/tensor.h"

namespace attn {

/// Sines and cosines of the positions first .. first + n - 1, to be added to embeddings.
///
///     PE[p, 2i] = sin(p / base^(2i / width)),   PE[p, 2i + 1] = cos of the same
///
/// Shapes    -> (n x width); of an odd width the last sine has no cosine.
/// Units     positions in tokens; values in [-1, 1].
/// Source    section 3.5, Vaswani et al. 2017, arXiv:1706.03762 (base 10000).
Tensor sinusoidalPositions(Index first, Index n, Index width, double base);

}  // namespace attn
