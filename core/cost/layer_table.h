#pragma once
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/base/tensor.h"

namespace attn {

enum class LayerKind { SelfAttention, Recurrent, Convolution, Restricted };

struct LayerSettings {
    Index n = 1024;             ///< length of the sequence, 1 .. 2^40
    Index d = 64;               ///< width, 1 .. 2^20
    Index kernel = 3;           ///< k of a convolution, 2 .. 2^20
    Index neighbourhood = 128;  ///< r of restricted self-attention, 1 .. 2^40; more than n counts as n
};

/// One row: how the cost of a layer grows, as formulas and as numbers without constant factors.
struct LayerRow {
    LayerKind kind;
    std::string name;               ///< "Self-attention"
    std::string operationsFormula;  ///< "n² d"
    std::string sequentialFormula;
    std::string pathFormula;
    double operations = 0.0;  ///< multiplications, up to a constant
    double sequential = 0.0;  ///< steps that must wait for one another
    double pathLength = 0.0;  ///< layers or steps between the two tokens that are furthest apart
};

/// Self-attention, recurrent, convolution, restricted self-attention.
///
///     self-attention   n^2 d      1    1
///     recurrent        n d^2      n    n
///     convolution      k n d^2    1    log_k n, rounded up: kernels dilated layer by layer
///     restricted       r n d      1    n / r, rounded up
///
/// Units     growth, not operations of a program: no factor 2, no projections.
/// Errors    OutOfRange, with the number, for a setting outside its limits. A kernel of 1 never joins two tokens.
/// Source    table 1 of Vaswani et al. 2017, arXiv:1706.03762.
Result<std::vector<LayerRow>> layerTable(const LayerSettings& settings);

}  // namespace attn
