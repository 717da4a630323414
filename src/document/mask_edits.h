#pragma once
#include <vector>

#include "core/scene/scene.h"

namespace attn::app {

/// New scenes for Document::change(Part::Mask, ...). None checks what validate() checks.

enum class Brush { Mask, Allow, Erase };

/// Erase gives a cell back to the rules.
Scene withPainted(Scene, const std::vector<Cell>& cells, Brush);
Scene withoutPaint(Scene);
Scene withCausal(Scene, std::optional<Causal>);
/// Keeps dilation and offset of a window that is there. No value: no window.
struct WindowBounds {
    Index back = 0;
    Index ahead = 0;
};
Scene withWindow(Scene, std::optional<WindowBounds>);
Scene withGlobalTokens(Scene, std::vector<Index> tokens);
/// Marks `paddedKeys` of one batch item as padding and all its other keys as real. `isOn` false: no padding at all.
Scene withPadding(Scene, bool isOn, Index batchItem, const std::vector<Index>& paddedKeys, const Dimensions&);

}  // namespace attn::app
