#pragma once
#include "core/evaluate/arrays.h"
#include "core/evaluate/gradients.h"
#include "core/scene/scene.h"

namespace attn {

/// From the gradient of the output [B, nq, dOut] back through W_o and the joining of heads: sets dWo and dbo, returns
/// that of the heads [B, H, nq, dv], zero for silenced ones.
template <class T>
Array<T> outputBackward(const Scene& scene, const Dimensions& dims, const TensorOf<T>& concat, const Tensor& dOut,
                        Gradients& gradients);

/// From dQ, dK and dV back through the projections: sets dW_q .. db_v, dX and, in cross-attention, dXkv. In
/// self-attention dX is the sum of all three ways. `queryInput` and `keyInput` are what was projected.
template <class T>
void inputsBackward(const Scene& scene, const Dimensions& dims, const Tensor& queryInput, const Tensor& keyInput,
                    const TensorOf<T>& dQ, const TensorOf<T>& dK, const TensorOf<T>& dV, Gradients& gradients);

}  // namespace attn
