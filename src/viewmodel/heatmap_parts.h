#pragma once
// What the makers of heatmaps share; for src/viewmodel only.
#include <span>

#include "src/viewmodel/heatmap_pictures.h"

namespace attn::app {

/// The last two axes of `values` at place `plane` of the axes before them.
Matrix planeOf(const Values& values, Index plane);

/// How one cell of the weights or the logits is drawn: masked by a rule, by hand, painted allowed, or plain. Where an
/// empty row has weights of its own (uniform, NaN), the weights are plain: they are what the row has.
std::vector<ui::CellState> maskStates(const Scene&, const Evaluation&, Stage, Index batch, Index head);

/// Allowed keys of each query.
std::vector<Index> keysPerRow(const Evaluation&, Index batch, Index head);

/// Sets range, map, decimals and note of every picture; all get the same range.
void applyLook(std::span<ui::HeatmapPicture> pictures, Stage, const Look&);

QString stageCaption(const Scene&, const Evaluation&, Stage, Index batch, Index head, const Matrix& cells);
/// Of the mean of the weights of these heads, which is `cells`.
QString meanCaption(const Scene&, const Evaluation&, Index batch, const std::vector<Index>& heads,
                    const Matrix& cells);
/// "four heads" for all there are, else "heads 0, 2 and 5".
QString headsWords(const std::vector<Index>& heads, const Dimensions&);

}  // namespace attn::app
