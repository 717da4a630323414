#pragma once
#include "src/viewmodel/heatmap_pictures.h"
#include "ui/heatmap/thumbnail_grid.h"

namespace attn::app {

/// By what the heads of a grid are sorted; all but Number with the highest score first.
enum class HeadOrder { Number, PreviousToken, OwnToken, FirstToken, Largest, Entropy };

/// "Previous token", for a list; in the order of the enum.
QStringList headOrderNames();
/// What the scores beside the heads say: "Mean weight on the token before."; empty for Number.
QString headOrderWords(HeadOrder);

/// The heads of a batch item in that order, each with its score as caption. `pictures` has one per head. Without head
/// metrics in the evaluation the heads stay in their own order, without scores.
std::vector<ui::Thumbnail> orderedHeads(std::vector<ui::HeatmapPicture> pictures, const Evaluation&, Index batch,
                                        HeadOrder);

/// Which of the ordered heads are shown.
struct HeadFilter {
    Index most = 0;             ///< The first so many; 0: all.
    std::vector<Index> only;    ///< These alone, in the grid's order; empty: all.
    bool operator==(const HeadFilter&) const = default;
};
std::vector<ui::Thumbnail> filteredHeads(std::vector<ui::Thumbnail> heads, const HeadFilter&);

/// The words under a sheet of these heads: which they are and in what order, then how they are to be read.
QString sheetCaption(const Scene&, const Evaluation&, Stage, Index batch, const std::vector<ui::Thumbnail>& heads,
                     HeadOrder);

/// What the output of the batch item would lose without the chosen head: "Without head 2 the output would change by
/// 34 % of its size, most for “cat”." Says so when it is silenced already; empty where it takes too long to tell.
QString silenceWords(const Scene&, const Evaluation&, const ui::Selection&);

}  // namespace attn::app
