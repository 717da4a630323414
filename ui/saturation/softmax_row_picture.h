#pragma once
#include <QString>
#include <QStringList>
#include <vector>

#include "ui/heatmap/heatmap_picture.h"

namespace attn::ui {

/// One row of weights, the Jacobian of its softmax, and what that lets through of a gradient; no pixels.
struct SoftmaxRowPicture {
    QString empty;                 ///< When set, this sentence is all there is to show.
    HeatmapPicture jacobian;       ///< (keys x keys): d weight of the row's key / d score of the column's key.
    std::vector<Index> keys;       ///< The key of each row and column, ascending.
    QStringList names;             ///< "k2 “sat”", one per key.
    std::vector<double> weights;   ///< One per column, in [0, 1] or NaN.
    std::vector<double> upstream;  ///< One per column: the gradient with respect to each weight.
    std::vector<double> gradient;  ///< One per row: the gradient that reaches each score.
    QString weightsTitle;          ///< "weights of q1 “cat”"
    QString upstreamTitle;
    QString gradientTitle;
    struct Fact {
        QString name;
        QString value;
        bool operator==(const Fact&) const = default;
    };
    std::vector<Fact> facts;
    QStringList sentences;  ///< Under an exported figure.

    bool isMasked(Index place) const { return jacobian.state(place, place) == CellState::Masked; }
    Index count() const { return static_cast<Index>(keys.size()); }
};

/// "k2 “sat”: weight 0.187, upstream 1, gradient of its score 0.152"
QString rowSentence(const SoftmaxRowPicture& picture, Index place);

}  // namespace attn::ui
