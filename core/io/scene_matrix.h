#pragma once
#include "core/base/result.h"
#include "core/io/evaluation_tensors.h"
#include "core/io/matrix_text.h"

namespace attn {

/// One matrix of a scene or of its evaluation as it would be read on paper: the last two axes of `tensor`, for one
/// batch item and head where it has them, with the tokens beside what they stand for. A tensor of one axis is one
/// row.
///
/// Errors    OutOfRange for a batch item or head that the tensor does not have, with their number, and for a tensor
/// of
///           more than four axes.
Result<LabelledMatrix> labelledMatrix(const Scene& scene, const NamedTensor& tensor, Index batch, Index head);

}  // namespace attn
