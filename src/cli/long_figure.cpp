#include "src/cli/long_figure.h"

#include "core/evaluate/evaluate.h"
#include "core/evaluate/head_weights.h"
#include "core/scene/validate.h"
#include "src/cli/commands.h"
#include "src/viewmodel/long_picture.h"

namespace attn::app {

bool hasLongMaps(const Scene& scene) {
    const auto dims = validate(scene);
    return dims && (dims->nq * dims->nk > kLargestWholeMap || evaluationBytes(scene, *dims, {}) > memoryLimit());
}

Result<Evaluation> evaluateLong(const Scene& scene, const Progress& progress) {
    EvaluateOptions options;
    options.path = Path::Flash;
    // Its tiles would be written down one by one.
    Scene unwalked = scene;
    unwalked.flash.reset();
    return evaluate(unwalked, options, progress);
}

Result<SceneFigure> longFigure(const Scene& scene, const Evaluation& evaluation, const ui::Selection& chosen,
                               bool isMarked, const Look& look) {
    constexpr Index kMostCells = 1000;
    const PoolRequest request = longRequest(evaluation.dims, kMostCells);
    const auto pooled =
        pooledHeadWeights(scene, evaluation, chosen.batch, chosen.head, request, {}, terminalProgress());
    if (!pooled)
        return pooled.error();
    ui::HeatmapOptions shown = exportOptions();
    shown.values = false;
    ui::HeatmapMarks marks;
    if (isMarked) {
        const WeightWindow& window = request.window;
        marks.row = pixelOf(window.firstRow, window.lastRow, request.pixelRows, chosen.query);
        marks.col = pixelOf(window.firstCol, window.lastCol, request.pixelCols, chosen.key);
    }
    return heatmapSceneFigure(QStringLiteral("heatmap"),
                              longPicture(scene, evaluation, request, *pooled, chosen, look), shown, marks);
}

}  // namespace attn::app
