#pragma once
#include "core/evaluate/softmax_forward.h"

namespace attn {

/// The backward pass of kinds Mha and Qkv: fills out.gradients from a forward pass and the gradient of its output
/// [B, nq, dOut]. False when stopped.
template <class T>
bool softmaxBackward(const SoftmaxForward<T>& forward, const Tensor& dOut, const Progress& progress, Evaluation& out);

}  // namespace attn
