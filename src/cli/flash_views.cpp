#include "src/cli/flash_views.h"

#include "core/cost/measure.h"
#include "core/evaluate/evaluate.h"
#include "src/cli/commands.h"
#include "src/viewmodel/flops_picture.h"
#include "src/viewmodel/layer_kinds_picture.h"
#include "src/viewmodel/memory_picture.h"
#include "src/viewmodel/rounding_study.h"
#include "src/viewmodel/tile_walk_picture.h"
#include "src/viewmodel/traffic_picture.h"

namespace attn::app {
namespace {

const std::vector<std::string> kViews{"memory",  "flops", "time",       "backward",
                                      "traffic", "tiles", "difference", "kinds"};

MemoryShape shapeOf(const Evaluation& evaluation) {
    const Dimensions& dims = evaluation.dims;
    return {dims.heads, dims.kvHeads, dims.dk, dims.dv, dims.batch, evaluation.precision, false};
}

Result<MemoryStudy> studyOf(const Evaluation& evaluation, bool measure, const FlashWords& words) {
    MeasureSettings settings;
    settings.shape = shapeOf(evaluation);
    settings.ns = memoryLengths();
    settings.measure = measure;
    settings.measureUpTo = words.measureUpTo;
    settings.freeBytes = measure ? memoryLimit() : 0.0;
    return memoryStudy(settings, measure ? terminalProgress() : Progress{});
}

Result<SceneFigure> tilesFigure(const Scene& scene, const Evaluation& evaluation, const ui::Selection& selection,
                                const FlashWords& words) {
    const FlashTiling tiling = drawableTiling(tilingOf(scene, evaluation.dims, words), evaluation.dims);
    const auto walked =
        walkThrough(std::make_shared<const Scene>(scene), std::make_shared<const Evaluation>(evaluation),
                    selection.batch, selection.head, tiling, terminalProgress());
    if (!walked)
        return walked.error();
    const int count = static_cast<int>(walked->walk.steps.size());
    if (words.step > count)
        return Error{ErrorCode::OutOfRange, "There is no tile " + std::to_string(words.step) + ": the walk has " +
                                                std::to_string(count) + "."};
    return tilesSceneFigure(tileWalkPicture(*walked, words.step < 0 ? (count + 1) / 2 : words.step, selection.query));
}

Result<SceneFigure> differenceFigure(const Scene& scene, const ui::Selection& selection, const FlashWords& words) {
    const auto study = roundingStudy(std::make_shared<const Scene>(scene), terminalProgress());
    if (!study)
        return study.error();
    return heatmapSceneFigure(QStringLiteral("difference"),
                              roundingPicture(*study, words.precision == "f64" ? 1 : 0, selection), exportOptions());
}

}  // namespace

bool isFlashView(const std::string& view) {
    return std::find(kViews.begin(), kViews.end(), view) != kViews.end();
}

std::string flashViewsText() {
    std::string text;
    for (const std::string& view : kViews)
        text += (text.empty() ? "" : ", ") + view;
    return text;
}

FlashTiling tilingOf(const Scene& scene, const Dimensions& dims, const FlashWords& words) {
    FlashTiling tiling = proposedTiling(scene, dims);
    if (words.tile.size() == 2)
        tiling = {words.tile[0], words.tile[1],
                  words.areKeysOutside ? FlashTiling::Variant::Fa1 : FlashTiling::Variant::Fa2};
    if (words.areKeysOutside)
        tiling.variant = FlashTiling::Variant::Fa1;
    return tiling;
}

void addFlashWords(CLI::App& command, FlashWords& words) {
    words.device = proposedDevice().name;
    command
        .add_option("--device", words.device,
                    "The device of the view traffic: a name of \"headscope memory --device list\"")
        ->capture_default_str();
    command.add_flag("--backward", words.backward, "The view traffic counts the backward pass too");
    command.add_option("--tile", words.tile, "Tiles of the view tiles: QUERIES,KEYS")
        ->delimiter(',')
        ->expected(2)
        ->check(CLI::PositiveNumber);
    command.add_flag("--keys-outside", words.areKeysOutside, "The view tiles walks in the order of the first paper");
    command.add_option("--step", words.step, "Tiles done in the view tiles (without it: half of them)");
    command.add_option("--difference", words.precision, "What the view difference computes in: f32 or f64")
        ->capture_default_str()
        ->check(CLI::IsMember({"f32", "f64"}));
    command.add_option("--measure-up-to", words.measureUpTo, "The longest sequence that the view time really runs")
        ->capture_default_str()
        ->check(CLI::Range(128, 65536));
}

Result<SceneFigure> flashFigure(const std::string& view, const Scene& scene, const Evaluation& evaluation,
                                const ui::Selection& selection, const FlashWords& words) {
    const MemoryShape shape = shapeOf(evaluation);
    const Index length = evaluation.dims.nk;
    const QString name = QString::fromStdString(view);
    if (view == "memory" || view == "time") {
        const auto study = studyOf(evaluation, view == "time", words);
        if (!study)
            return study.error();
        return growthSceneFigure(name,
                                 view == "memory" ? memoryPicture(*study, length) : timePicture(*study, length));
    }
    if (view == "flops")
        return growthSceneFigure(name, flopsPicture(shape, memoryLengths(), length, scene.mask.causal.has_value()));
    if (view == "backward")
        return growthSceneFigure(name, backwardPicture(shape, memoryLengths(), length));
    if (view == "traffic") {
        const auto device = findDevice(words.device);
        if (!device)
            return device.error();
        MemoryShape passes = shape;
        passes.backward = words.backward;
        auto picture = trafficPicture(*device, passes, memoryLengths(), length);
        if (!picture)
            return picture.error();
        return growthSceneFigure(name, *std::move(picture));
    }
    if (view == "tiles")
        return tilesFigure(scene, evaluation, selection, words);
    if (view == "difference")
        return differenceFigure(scene, selection, words);
    auto picture = layerKindsPicture(layerSettingsOf(scene));
    if (!picture)
        return picture.error();
    return layerKindsSceneFigure(*std::move(picture));
}

}  // namespace attn::app
