#pragma once
#include "core/evaluate/evaluation.h"
#include "core/flash/pooled_weights.h"

namespace attn {

/// The weights of one head of a scene, pooled to pixels, from what an evaluation by the flash path holds: no (nq x
/// nk) matrix is ever made. `evaluation` is that of `scene`; labels as pooledWeights.
///
/// Errors    those of pooledWeights; NotSupported for a kind that has no Q and K, and for float16 and bfloat16, whose
///           weights are rounded one by one; OutOfRange for a head or batch item that is not there.
Result<PooledWeights> pooledHeadWeights(const Scene& scene, const Evaluation& evaluation, Index batch, Index head,
                                        const PoolRequest& request,
                                        const std::function<void(const PooledWeights&)>& refined = {},
                                        const Progress& progress = {});

/// Larger maps are pooled where they would be shown: a picture of one would take 9 bytes a cell beside the
/// evaluation.
constexpr Index kLargestWholeMap = Index(8192) * 8192;

}  // namespace attn
