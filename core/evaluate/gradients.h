#pragma once
#include "core/base/tensor.h"

namespace attn {

/// Gradients of a loss with respect to everything that a scene holds, and to the stages between. Each has the shape
/// of what it belongs to; what the path or the scene does not have has() == false.
struct Gradients {
    Values dX, dXkv, dWq, dWk, dWv, dWo, dbq, dbk, dbv, dbo;
    Values dQ, dK, dV;  ///< Before a rotation; K and V sum over the heads that share them. Kind Qkv: cache included.
    Values dHeadOut;    ///< [B, H, nq, dv]
    Values dWeights;    ///< [B, H, nq, nk], of the softmax's weights, before dropout
    Values dLogits;     ///< [B, H, nq, nk], of what enters the softmax
    Values dScores;     ///< [B, H, nq, nk], of the raw scores
    Values D;           ///< [B, H, nq]: sum_j P_ij dP_ij = dO_i . O_i
    Values dSink;       ///< [H]
    Values dS, dHs, dWa, dUa, dva, dba;  ///< Kind Additive
};

}  // namespace attn
