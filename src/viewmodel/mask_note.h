#pragma once
#include <QString>

#include "core/evaluate/evaluation.h"
#include "core/scene/scene.h"
#include "ui/selection/selection.h"

namespace attn::app {

/// What the weights of a row without a key are: with a sink they are zero whatever the scene says, as no row is empty.
EmptyRow emptyRowInForce(const Scene&);

/// What the mask does to the chosen head's weights: true of the rows that are there, also of those without a key and of
/// those with a score that is no number.
QString maskNote(const Scene&, const Evaluation&, const ui::Selection&);

/// What the rows of the chosen head have to make weights of.
struct SoftmaxSums {
    bool hasEmptyRow = false;   ///< A row may attend no key.
    bool areFinite = true;      ///< The softmax sum of every other row is a positive finite number.
};
SoftmaxSums softmaxSums(const Evaluation&, const ui::Selection&);

/// "Row 4 “on” may attend nothing. Its weights are all 0."; empty when every row has a key.
QString emptyRowsWarning(const Scene&, const Evaluation&, const ui::Selection&);

}  // namespace attn::app
