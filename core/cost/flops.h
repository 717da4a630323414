#pragma once
#include "core/cost/head_size.h"

namespace attn {

/// Floating-point operations of the matrix products of one head, 2 for each multiplication with its addition.
///
///     forward                2 c (dk + dv)                      4 N^2 d      scores, output
///     backward, naive        4 c (dk + dv)        2 x forward   8 N^2 d      dV, dP, dQ, dK
///     backward, flash        4 c (dk + dv) + 2 c dk  2.5 x     10 N^2 d      and the scores once more
///
/// c is the number of cells that are computed: nq nk without a mask or on the naive path, VisitedTiles::cells with
/// tiles, causalCells() for exactly the allowed ones. Printed figures count c = N^2 / 2 for a causal mask.
///
/// Units     operations, in doubles. The softmax (one exponential a cell and a few additions) is not in them.
/// Errors    OutOfRange for a width outside its limits, or c < 0.
/// Source    section 4.1 of Dao 2023, arXiv:2307.08691 and of Shah et al. 2024, arXiv:2407.08608.
Result<double> attentionFlops(Algorithm algorithm, Pass pass, const HeadSize& size, double cells);
/// The same with all nq nk cells.
Result<double> attentionFlops(Algorithm algorithm, Pass pass, const HeadSize& size);

/// Widths and counts of a whole layer.
struct LayerSize {
    Index batch = 1;
    Index nq = 0;
    Index nk = 0;
    Index dModel = 512;  ///< of queries and keys alike
    Index heads = 8;
    Index kvHeads = 8;
    Index dk = 64;
    Index dv = 64;
};

/// Of the four projections, forward: 2 B (nq dModel H dk + nk dModel G (dk + dv) + nq H dv dModel). The backward pass
/// is twice as much: one product for the input's gradient, one for the matrix's.
///
/// Errors    OutOfRange for a size below 0 or above 2^40.
Result<double> projectionFlops(const LayerSize& layer);

}  // namespace attn
