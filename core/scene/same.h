#pragma once
#include "core/scene/scene.h"

namespace attn {

/// True when the two scenes hold the same values: tensors by pointer first, then by value, where NaN equals NaN.
///
/// Cost      O(1) per shared tensor; O(elements) for two tensors that are stored twice.
bool sameScene(const Scene& a, const Scene& b);

/// True when every tensor and count that decides the size of a result is the same; O(1).
bool sameShapes(const Scene& a, const Scene& b);

}  // namespace attn
