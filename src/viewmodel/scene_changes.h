#pragma once
#include <QStringList>

#include "core/scene/scene.h"

namespace attn::app {

/// What differs from `a` to `b` in what is computed, each in a few words: "scale 1/√d_k → off", "temperature 1 → 2",
/// "W_q", "3 tokens → 4". Names and descriptions do not count. Empty: the scenes compute the same.
QStringList sceneChanges(const Scene& a, const Scene& b);

}  // namespace attn::app
