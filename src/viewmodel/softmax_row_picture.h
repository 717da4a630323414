#pragma once
#include <cstdint>
#include <vector>

#include "core/evaluate/evaluation.h"
#include "core/scene/scene.h"
#include "ui/saturation/softmax_row_picture.h"
#include "ui/selection/selection.h"

namespace attn::app {

/// Of what the gradient comes that a row of weights is given.
enum class Upstream {
    Key,     ///< The weight of the chosen key itself: 1 there, 0 elsewhere.
    Output,  ///< The sum of the head's output in this row: the sum of each key's value.
    Loss,    ///< The scene's own loss or dOut.
};

/// The scene has a loss or dOut, and no dropout stands between it and the weights.
bool hasLossGradient(const Scene&);

/// The chosen query of the chosen head. Loss without one is Key. A row of more than 200 keys shows the chosen one and those
/// of the largest weights; its figures are of all keys.
///
/// Masking   a masked key is masked in bars and Jacobian; a row without a key has a Jacobian of zeros whatever its weights.
ui::SoftmaxRowPicture softmaxRowPicture(const Scene&, const Evaluation&, const ui::Selection&, Upstream);

/// A query and keys of independent N(0, 1) entries.
struct RandomRow {
    Index dk = 16;
    Index keys = 16;
    double scale = 0.25;
    double temperature = 1.0;
    std::uint64_t seed = 1;
};
/// Upstream is 1 on the weight of `key`.
ui::SoftmaxRowPicture softmaxRowPicture(const RandomRow&, Index key);

}  // namespace attn::app
