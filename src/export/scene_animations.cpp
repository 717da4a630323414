#include "src/export/scene_animations.h"

#include "core/evaluate/evaluate.h"
#include "src/viewmodel/stage_selection.h"
#include "src/viewmodel/words.h"

namespace attn::app {
namespace {

double partOf(int frame, int count) {
    return count > 1 ? static_cast<double>(frame) / (count - 1) : 1.0;
}

}  // namespace

Result<Animation> stepsAnimation(const SharedScene& scene, const SharedEvaluation& evaluation,
                                 const ui::Selection& chosen) {
    const auto steps = std::make_shared<const Steps>(makeSteps(*scene, *evaluation, chosen));
    if (!steps->picture.empty.isEmpty())
        return Error{ErrorCode::NotSupported, steps->picture.empty.toStdString()};
    const int count = static_cast<int>(steps->steps.size());
    return Animation{
        QStringLiteral("steps-head-%1").arg(chosen.head), count,
        [scene, evaluation, chosen, steps, count](int frame) -> Result<SceneFigure> {
            const auto at = static_cast<std::size_t>(frame);
            const Step step = steps->steps[at];
            const ui::HeatmapCell cell = stepCell(*steps, evaluation->dims, step, chosen, {});
            return announced(
                stepsSceneFigure(steps->picture, stepMarks(*steps, *scene, *evaluation, chosen, step, cell)),
                Words::tr("Step %1 of %2: %3").arg(frame + 1).arg(count).arg(steps->picture.matrices[at].name),
                partOf(frame, count));
        }};
}

Result<Animation> tilesAnimation(const SharedScene& scene, const SharedEvaluation& evaluation,
                                 const ui::Selection& chosen, const FlashTiling& tiling, const Progress& progress) {
    auto walked =
        walkThrough(scene, evaluation, chosen.batch, chosen.head, drawableTiling(tiling, evaluation->dims), progress);
    if (!walked)
        return walked.error();
    const auto walk = std::make_shared<const WalkedHead>(*std::move(walked));
    return Animation{QStringLiteral("tiles-head-%1").arg(chosen.head), static_cast<int>(walk->walk.steps.size()) + 1,
                     [walk, query = chosen.query](int frame) -> Result<SceneFigure> {
                         return tilesSceneFigure(tileWalkPicture(*walk, frame, query));
                     }};
}

Animation sweepAnimation(const SharedScene& scene, const Sweep& sweep, FigureMaker figure) {
    return {QString(sweepWord(sweep.what)).remove(u'_'), sweep.count,
            [scene, sweep, figure = std::move(figure)](int frame) -> Result<SceneFigure> {
                const auto swept = sweptScene(*scene, sweep, frame);
                if (!swept)
                    return swept.error();
                EvaluateOptions options;
                options.metrics = false;
                const auto evaluation = evaluate(*swept, options);
                if (!evaluation)
                    return evaluation.error();
                auto made = figure(*swept, *evaluation);
                if (!made)
                    return made.error();
                return announced(*std::move(made), sweptWords(sweep, frame), partOf(frame, sweep.count));
            }};
}

FigureMaker stageMaker(Stage stage, const ui::Selection& chosen, const Look& look) {
    return [=](const Scene& scene, const Evaluation& evaluation) -> Result<SceneFigure> {
        if (!hasStage(scene, evaluation, stage))
            return Error{ErrorCode::OutOfRange, "The scene has no stage " + stageWord(stage).toStdString() + "."};
        ui::HeatmapOptions options = exportOptions();
        options.values = evaluation.dims.nq <= 24;
        return heatmapSceneFigure(stageWord(stage), stagePicture(scene, evaluation, stage, chosen, look), options);
    };
}

}  // namespace attn::app
