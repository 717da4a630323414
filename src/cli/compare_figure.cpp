#include "src/cli/compare_figure.h"

#include "src/viewmodel/compare_picture.h"
#include "src/viewmodel/shown.h"
#include "src/viewmodel/stage_selection.h"

namespace attn::app {
namespace {

std::string namesOf(const SceneFile& file) {
    std::string names;
    for (const SceneFile::Snapshot& snapshot : file.snapshots)
        names += (names.empty() ? "\"" : ", \"") + snapshot.name + "\"";
    return names;
}

Result<ComparedScenes::Side> sideOf(const SceneFile& file, const std::string& name, const Progress& progress) {
    ComparedScenes::Side side{name, nullptr, nullptr};
    if (name == "now")
        side.scene = &file.scene;
    for (const SceneFile::Snapshot& snapshot : file.snapshots)
        if (!side.scene && snapshot.name == name)
            side.scene = &snapshot.scene;
    if (!side.scene)
        return Error{ErrorCode::OutOfRange,
                     "There is no snapshot \"" + name + "\": the file has " + namesOf(file) + "."};
    if (const auto shown = needShown(*side.scene); !shown)
        return shown.error();
    auto evaluation = evaluate(*side.scene, {}, progress);
    if (!evaluation)
        return evaluation.error();
    side.evaluation = std::make_shared<const Evaluation>(*std::move(evaluation));
    return side;
}

}  // namespace

Result<ComparedScenes> comparedScenes(const SceneFile& file, const std::string& a, const std::string& b,
                                      const Progress& progress) {
    if (file.snapshots.empty())
        return Error{ErrorCode::OutOfRange, "The file has no snapshot to compare the scene with."};
    auto first = sideOf(file, a.empty() ? file.snapshots.front().name : a, progress);
    if (!first)
        return first.error();
    auto second = sideOf(file, b, progress);
    if (!second)
        return second.error();
    return ComparedScenes{*std::move(first), *std::move(second)};
}

Result<SceneFigure> comparedFigure(const ComparedScenes& scenes, Stage stage, const ui::Selection& selection,
                                   bool isMarked) {
    const auto side = [](const ComparedScenes::Side& one) {
        return CompareSide{QString::fromStdString(one.name), *one.scene, *one.evaluation};
    };
    ui::ComparePicture picture = comparePicture(side(scenes.a), side(scenes.b), stage, selection);
    if (!picture.refusal.isEmpty())
        return Error{ErrorCode::OutOfRange, picture.refusal.toStdString()};
    ui::HeatmapMarks marks;
    if (isMarked) {
        const ui::HeatmapCell cell = chosenCell(*scenes.b.scene, stage, selection);
        marks.row = cell.row;
        marks.col = cell.col;
    }
    return compareSceneFigure(std::move(picture), marks);
}

}  // namespace attn::app
