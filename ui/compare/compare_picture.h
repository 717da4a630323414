#pragma once
#include <QString>

#include "ui/heatmap/heatmap_picture.h"

namespace attn::ui {

/// One stage of two scenes, A and B, and what it gained from A to B.
struct ComparePicture {
    HeatmapPicture a, b;        ///< With one range of colours for both.
    HeatmapPicture difference;  ///< B − A, range symmetric about 0; without cells where there is none to show,
    QString refusal;            ///< and then why.
    QString aName, bName;       ///< "before the scale", "now"
    QString sentence;  ///< "Largest difference: +0.412 at q1 “cat” → k0 “The”, from 0.356 to 0.768."
    QString changes;   ///< "From A to B: scale 1/√d_k → off."
    QString caption;   ///< Under an exported figure.
};

/// What is said of one cell: its place, its value in A and in B, and the difference; only of those that have the
/// cell.
QString compareSentence(const ComparePicture& picture, Index row, Index col);

}  // namespace attn::ui
