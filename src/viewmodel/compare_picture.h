#pragma once
#include <vector>

#include "src/viewmodel/heatmap_pictures.h"
#include "ui/compare/compare_picture.h"

namespace attn::app {

/// One side of a comparison: a snapshot, or the scene as it is now.
struct CompareSide {
    QString name;
    const Scene& scene;
    const Evaluation& evaluation;
};

/// The stages that both evaluations hold, in the order in which they are computed.
std::vector<Stage> stagesOfBoth(const CompareSide& a, const CompareSide& b);

/// The chosen batch item and head of both at one stage, and B − A. A stage that either does not hold gives no cells
/// there. Masking   a cell of the difference is masked where both are; of logits, −∞ where masked, where either is.
ui::ComparePicture comparePicture(const CompareSide& a, const CompareSide& b, Stage stage,
                                  const ui::Selection& selection);

}  // namespace attn::app
