#include "src/cli/render_views.h"

#include <algorithm>

#include "core/evaluate/evaluate.h"
#include "src/cli/compare_figure.h"
#include "src/cli/long_figure.h"
#include "src/cli/render_page.h"
#include "src/export/scene_figure.h"
#include "src/viewmodel/lines_picture.h"
#include "src/viewmodel/mask_panels.h"
#include "src/viewmodel/mask_picture.h"
#include "src/viewmodel/paired_picture.h"
#include "src/viewmodel/saturation_picture.h"
#include "src/viewmodel/softmax_row_picture.h"
#include "src/viewmodel/stage_selection.h"
#include "src/viewmodel/steps_picture.h"

namespace attn::app {

namespace {

Error outOfRange(const std::string& what, Index given, Index count) {
    return {ErrorCode::OutOfRange, "There is no " + what + " " + std::to_string(given) + ": the scene has " + std::to_string(count) +
                                       ", counted from 0."};
}

/// With --select, the cell of --stage at that query and key is marked, and what made it.
Result<SceneFigure> stepsFigure(const RenderWords& words, const Scene& scene, const Evaluation& evaluation, const ui::Selection& chosen) {
    const Steps steps = makeSteps(scene, evaluation, chosen);
    if (!steps.picture.empty.isEmpty())
        return Error{ErrorCode::NotSupported, steps.picture.empty.toStdString()};
    ui::StepMarks marks;
    if (!words.select.empty()) {
        const auto step = stepOf(*stageFromWord(QString::fromStdString(words.stage)));
        if (!step || !steps.has(*step))
            return Error{ErrorCode::OutOfRange, "The steps of the scene have no " + words.stage + "."};
        marks = stepMarks(steps, scene, evaluation, chosen, *step, stepCell(steps, evaluation.dims, *step, chosen, {}));
    }
    return stepsSceneFigure(steps.picture, std::move(marks));
}

Result<SceneFigure> cellsFigure(const RenderWords& words, const Scene& scene, const Evaluation& evaluation, const Look& look) {
    const auto chosen = selectionOf(words, evaluation.dims);
    if (!chosen)
        return chosen.error();
    const auto stage = stageFromWord(QString::fromStdString(words.stage));
    if (words.view == "steps")
        return stepsFigure(words, scene, evaluation, *chosen);
    if (words.view == "heads" || words.head == "all")
        return headsFigure(words.heads, scene, evaluation, *stage, words.stage, chosen->batch, look);
    if (words.view == "mask" && words.show == "alignments")
        return panelsSceneFigure(QStringLiteral("mask"), alignmentPanels(scene, evaluation, *chosen));
    if (words.view == "mask" && words.show == "empty-rows")
        return panelsSceneFigure(QStringLiteral("mask"), emptyRowPanels(scene, evaluation, *chosen));
    ui::HeatmapOptions options = exportOptions();
    options.values = evaluation.dims.nq <= 24;
    ui::HeatmapMarks marks;
    ui::HeatmapPicture picture;
    if (words.view == "mask" && words.show != "weights") {
        picture = maskPicture(scene, evaluation, *chosen);
    } else if (words.head == "mean") {
        if (*stage != Stage::Weights)
            return Error{ErrorCode::OutOfRange, "A mean over heads is made of weights, not of " + words.stage + "."};
        picture = meanPicture(scene, evaluation, chosen->batch, look);
    } else {
        if (!hasStage(scene, evaluation, *stage))
            return Error{ErrorCode::OutOfRange, "The scene has no stage " + words.stage + "."};
        picture = stagePicture(scene, evaluation, *stage, *chosen, look);
    }
    if (!words.select.empty()) {
        const ui::HeatmapCell cell = chosenCell(scene, words.view == "mask" ? Stage::Weights : *stage, *chosen);
        marks.row = cell.row;
        marks.col = cell.col;
    }
    return heatmapSceneFigure(QString::fromStdString(words.view), std::move(picture), options, marks);
}

Result<SceneFigure> linesFigure(const RenderWords& words, const Scene& scene, const Evaluation& evaluation) {
    const auto chosen = selectionOf(words, evaluation.dims);
    if (!chosen)
        return chosen.error();
    if (words.head == "mean")
        return Error{ErrorCode::OutOfRange, "Lines are drawn of heads, not of their mean: give a number or all."};
    const std::vector<Index> heads = words.head == "all" ? allHeads(evaluation.dims) : std::vector<Index>{chosen->head};
    ui::LinesMarks marks;
    if (!words.select.empty()) {
        marks.query = chosen->query;
        marks.key = chosen->key;
    }
    return linesSceneFigure(linesPicture(scene, evaluation, *chosen, heads, *linesRuleFromWord(QString::fromStdString(words.lines))), marks);
}

Result<SceneFigure> sharingFigure(const RenderWords& words, const Scene& scene, const Evaluation& evaluation, const Look& look) {
    const auto chosen = selectionOf(words, evaluation.dims);
    if (!chosen)
        return chosen.error();
    const auto& models = modelPresets();
    const auto model = std::find_if(models.begin(), models.end(), [&](const ModelPreset& preset) { return preset.name == words.model; });
    return sharingSceneFigure(sharingPicture(scene, evaluation.dims,
                                             thumbnailPictures(scene, evaluation, Stage::Weights, chosen->batch, look), words.context, *model));
}

/// One row with its Jacobian, curves over the width of a head, or the copied demonstration.
Result<SceneFigure> saturationFigure(const RenderWords& words, const Scene& scene, const Evaluation& evaluation) {
    if (words.show == "demonstration") {
        const auto study = pairedStudy({}, terminalProgress());
        if (!study)
            return study.error();
        return pairedSceneFigure(pairedPicture(*study));
    }
    const auto chosen = selectionOf(words, evaluation.dims);
    if (words.show == "row") {
        if (!chosen)
            return chosen.error();
        ui::SoftmaxRowPicture row = softmaxRowPicture(scene, evaluation, *chosen, hasLossGradient(scene) ? Upstream::Loss : Upstream::Key);
        const auto place = std::find(row.keys.begin(), row.keys.end(), chosen->key);
        const Index mark = words.select.empty() || place == row.keys.end() ? -1 : place - row.keys.begin();
        return softmaxRowSceneFigure(std::move(row), mark);
    }
    const auto study = saturationStudy({}, terminalProgress());
    if (!study)
        return study.error();
    return saturationSceneFigure(saturationPicture(*study, sceneMark(evaluation)));
}

/// The batch item, head and cell are those of B.
Result<SceneFigure> compareFigure(const RenderWords& words, const SceneFile& file) {
    const auto sides = comparedScenes(file, words.a, words.b, terminalProgress());
    if (!sides)
        return sides.error();
    const auto chosen = selectionOf(words, sides->b.evaluation->dims);
    if (!chosen)
        return chosen.error();
    return comparedFigure(*sides, *stageFromWord(QString::fromStdString(words.stage)), *chosen, !words.select.empty());
}

/// A heatmap of weights of which a map as a whole could not be held.
bool isLong(const RenderWords& words, const Scene& scene) {
    return words.view == "heatmap" && words.stage == "weights" && words.head != "all" && words.head != "mean" && hasLongMaps(scene);
}

}  // namespace

Look lookOf(const RenderWords& words) {
    Look look;
    look.range = words.made.range.value_or(Range{});
    look.map = words.made.map;
    return look;
}

std::optional<Index> headNumber(const std::string& word) {
    bool isNumber = false;
    const Index head = QString::fromStdString(word).toLongLong(&isNumber);
    return isNumber ? std::optional(head) : std::nullopt;
}

Result<ui::Selection> selectionOf(const RenderWords& words, const Dimensions& dims) {
    ui::Selection selection;
    selection.batch = words.batch;
    if (words.head != "all" && words.head != "mean") {
        const auto head = headNumber(words.head);
        if (!head)
            return Error{ErrorCode::OutOfRange, "The head \"" + words.head + "\" is neither a number nor all nor mean."};
        selection.head = *head;
    }
    if (selection.batch < 0 || selection.batch >= dims.batch)
        return outOfRange("batch item", selection.batch, dims.batch);
    if (selection.head < 0 || selection.head >= dims.heads)
        return outOfRange("head", selection.head, dims.heads);
    if (words.layer && *words.layer >= dims.layers)
        return outOfRange("layer", *words.layer, dims.layers);
    if (!words.select.empty()) {
        selection.query = words.select[0];
        selection.key = words.select[1];
        if (selection.query < 0 || selection.query >= dims.nq)
            return outOfRange("query", selection.query, dims.nq);
        if (selection.key < 0 || selection.key >= dims.nk)
            return outOfRange("key", selection.key, dims.nk);
    }
    return selection;
}

Result<void> pageOf(const RenderWords& words, DrawnScene& scene, const QString& output) {
    PageRequest request{words.batch, {}, lookOf(words), *stageFromWord(QString::fromStdString(words.stage))};
    if (words.isHeadGiven)
        request.head = headNumber(words.head);
    const auto evaluation = scene.evaluation();
    return evaluation ? renderPage(scene.file.scene, **evaluation, request, output) : evaluation.error();
}

Result<SceneFigure> figureOf(const RenderWords& words, const Scene& scene, const Evaluation& evaluation) {
    const Look look = lookOf(words);
    if (words.view == "lines")
        return linesFigure(words, scene, evaluation);
    if (words.view == "saturation")
        return saturationFigure(words, scene, evaluation);
    if (isFlashView(words.view)) {
        const auto chosen = selectionOf(words, evaluation.dims);
        if (!chosen)
            return chosen.error();
        return flashFigure(words.view, scene, evaluation, *chosen, words.flash);
    }
    if (words.view == "sharing")
        return sharingFigure(words, scene, evaluation, look);
    return cellsFigure(words, scene, evaluation, look);
}

Result<SceneFigure> figureOf(const RenderWords& words, DrawnScene& scene) {
    if (words.view == "compare")
        return compareFigure(words, scene.file);
    if (isLong(words, scene.file.scene)) {
        const auto evaluation = scene.longEvaluation();
        if (!evaluation)
            return evaluation.error();
        const auto chosen = selectionOf(words, (*evaluation)->dims);
        if (!chosen)
            return chosen.error();
        return longFigure(scene.file.scene, **evaluation, *chosen, !words.select.empty(), lookOf(words));
    }
    const auto evaluation = scene.evaluation();
    return evaluation ? figureOf(words, scene.file.scene, **evaluation) : evaluation.error();
}

}  // namespace attn::app
