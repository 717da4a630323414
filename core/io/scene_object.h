#pragma once
#include <string>
#include <vector>

#include "core/io/fields.h"

namespace attn {

/// Keys of `scene` whose values carry no computation and are kept as text.
const std::vector<std::string>& carriedSceneKeys();

/// The scene that an object in braces describes, validated. Faults go into the ReadState of `in`.
Scene readSceneObject(Fields in);

}  // namespace attn
