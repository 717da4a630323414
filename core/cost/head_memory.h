#pragma once
#include "core/cost/head_size.h"
#include "core/scene/scene.h"

namespace attn {

struct HeadMemoryOptions {
    bool inPlace = false;  ///< Naive: the softmax overwrites the scores, so that one matrix is enough.
    bool dropout = false;  ///< On the weights, with a mask of one byte a cell (naive) or none (flash).
};

/// Bytes of one head in one batch item. e = bytes of an element, s = max(4, e) of a statistic, M = nq nk.
///
///     inputs                Q, K, V: (nq dk + nk dk + nk dv) e
///     output                O: nq dv e
///     naive, forward        + 2 M e: S and P; M e in place; with dropout M e + M more: P~ and its mask
///     naive, saved          + M e: P; with dropout also P~ and the mask
///     naive, backward       what was saved, dO and the gradients of Q, K, V, and 2 M e: dP and dS
///     flash, forward        + nq s: lse (FlashAttention keeps m and l: 2 nq s). It is what is saved, too
///     flash, backward       what was saved, dO and the gradients, nq s: D, and for 16-bit types 4 nq dk: dQ
///                           summed in float. FlashAttention makes D anew in each tile and sums dQ in its own type: neither
///
/// Tiles on chip are not counted. It is per head and batch item: multiply by B H.
///
/// Units     bytes, in doubles: exact below 2^53.
/// Source    counted from the loops of Dao et al. 2022, arXiv:2205.14135, Algorithms 0, 1, 3, 4, and Dao 2023,
///           arXiv:2307.08691, Algorithms 1, 2.
struct HeadMemory {
    double inputs = 0.0;
    double output = 0.0;
    double extraForward = 0.0;   ///< beyond inputs and output while the forward pass runs
    double extraSaved = 0.0;     ///< of it, what the backward pass needs
    double extraBackward = 0.0;  ///< beyond inputs, output and their gradients while the backward pass runs

    double forwardPeak() const { return inputs + output + extraForward; }
    double savedForBackward() const { return inputs + output + extraSaved; }
    double backwardPeak() const { return 2.0 * (inputs + output) + extraBackward; }
};

/// Errors    OutOfRange for a size outside its limits.
Result<HeadMemory> headMemory(Algorithm algorithm, const HeadSize& size, Precision precision,
                              const HeadMemoryOptions& options = {});

}  // namespace attn
