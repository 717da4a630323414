#pragma once
#include <map>
#include <optional>
#include <vector>

#include "core/evaluate/evaluation.h"
#include "core/scene/scene.h"
#include "src/viewmodel/heatmap_pictures.h"
#include "ui/explain/explanation_picture.h"
#include "ui/selection/selection.h"
#include "ui/steps/steps_picture.h"

namespace attn::app {

/// Every matrix that the computation of one head may have, in the order in which it is shown.
enum class Step {
    X,
    Xpos,
    Wq,
    Q,
    Qrot,
    Xkv,
    XkvPos,
    Wk,
    K,
    Krot,
    Wv,
    V,
    Scores,
    Scaled,
    Capped,
    Masked,
    Weights,
    Dropped,
    HeadOut,
    HeadDropped,
    Concat,
    Wo,
    Output
};

/// The computation of the chosen head and batch item; matrices that are absent or change nothing are left out.
struct Steps {
    std::vector<Step> steps;   ///< One per matrix of the picture, ascending.
    ui::StepsPicture picture;  ///< With a sentence in `empty` when there is nothing to show.

    int place(Step step) const;  ///< -1 where it is left out.
    bool has(Step step) const { return place(step) >= 0; }
};
Steps makeSteps(const Scene&, const Evaluation&, const ui::Selection&);

/// The step that shows what a heatmap shows at `stage`.
std::optional<Step> stepOf(Stage stage);

/// The steps that a walk stops at: the embeddings, and all that is computed.
std::vector<Step> walkedSteps(const Steps&);
/// The step `by` places on from `step`, matrices that are given skipped; the last one there is.
Step stepFrom(const Steps&, Step step, int by);
/// The nearest that is shown.
Step shownStep(const Steps&, Step step);

/// The cell of `step` that the selection chooses; `remembered` holds what a selection does not: dimensions.
ui::HeatmapCell stepCell(const Steps&, const Dimensions&, Step, const ui::Selection&,
                         const std::map<Step, ui::HeatmapCell>& remembered);
/// The selection after a cell of `step` was chosen; a column of another head chooses that head.
ui::Selection selectionAtStep(const Dimensions&, Step, ui::Selection, const ui::HeatmapCell&);
/// Query (row) and key (column) that a cell belongs to; -1 for none.
ui::HeatmapCell stepTokens(Step, const ui::HeatmapCell&);

/// In each matrix the row of that query or of that key (-1: none), and the cell `pair` of those that hold pairs.
std::vector<ui::HeatmapCell> pointedSteps(const Steps&, Index query, Index key, const ui::HeatmapCell& pair);

/// The chosen cell, and in every earlier matrix exactly the cells that it was made from. A pair that may not be
/// attended has no part in what comes after the mask.
ui::StepMarks stepMarks(const Steps&, const Scene&, const Evaluation&, const ui::Selection&, Step,
                        const ui::HeatmapCell&);

/// The matrix of `step` alone with those that it is made from in one step.
Steps withSources(const Steps&, const Scene&, const Evaluation&, const ui::Selection&, Step step);

/// How the number in that cell came about.
ui::ExplanationPicture stepArithmetic(const Steps&, const Scene&, const Evaluation&, const ui::Selection&, Step,
                                      const ui::HeatmapCell&, const ui::ExplainUnfolded& = {});

/// The same at length, for a narrow page: of a pair its value and every step that led to it, of a weight its row too.
ui::ExplanationPicture stepExplanation(const Steps&, const Scene&, const Evaluation&, const ui::Selection&, Step,
                                       const ui::HeatmapCell&, const ui::ExplainUnfolded& = {});

/// One or two true sentences on the step.
QString stepNote(const Steps&, const Scene&, const Evaluation&, const ui::Selection&, Step);

}  // namespace attn::app
