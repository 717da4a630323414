#pragma once
#include "core/base/tensor.h"

namespace attn::ui {

/// What is chosen, shared by every view. Indices are true indices of the scene, also where a view shows a part of it.
struct Selection {
    Index batch = 0;
    Index layer = 0;
    Index head = 0;
    Index query = 0;
    Index key = 0;
    bool operator==(const Selection&) const = default;
};

}  // namespace attn::ui
