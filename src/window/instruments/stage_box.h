#pragma once
#include <vector>

#include "src/viewmodel/heatmap_pictures.h"

class QComboBox;

namespace attn::app {

/// Shows `stages` in `box`, which held `shown`, and chooses in it the stage `chosen`; where that is not among them, the
/// weights become the chosen one.
void fillStageBox(QComboBox& box, std::vector<Stage>& shown, std::vector<Stage> stages, Stage& chosen);

}  // namespace attn::app
