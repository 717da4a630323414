#pragma once
#include <vector>

#include "core/scene/scene.h"
#include "ui/matrix/matrix_dock.h"
#include "ui/selection/selection.h"
#include "ui/tokens/token_strip.h"

namespace attn::app {

/// The tokens: queries, and in self-attention the keys as well.
ui::TokensPicture tokensPicture(const Scene& scene, const ui::Selection& selection);
/// The context tokens of cross-attention: keys only.
ui::TokensPicture contextPicture(const Scene& scene, const ui::Selection& selection);

/// Every matrix that the scene has, of the chosen batch item; ids are MatrixId. Cells that differ from `opened` are
/// marked where the matrix still has the shape that it was opened with.
std::vector<ui::MatrixPicture> matrixPictures(const Scene& scene, const Scene& opened, const ui::Selection& selection,
                                              int decimals);
/// Those that it could have and does without.
std::vector<ui::MissingMatrix> missingMatrices(const Scene& scene);

}  // namespace attn::app
