#pragma once
#include <memory>
#include <string>

#include "core/base/progress.h"
#include "core/evaluate/evaluate.h"
#include "core/io/scene_file.h"
#include "src/export/scene_figure.h"
#include "src/viewmodel/heatmap_pictures.h"

namespace attn::app {

/// Two scenes of a file, evaluated.
struct ComparedScenes {
    struct Side {
        std::string name;
        const Scene* scene = nullptr;  ///< Into the file.
        std::shared_ptr<const Evaluation> evaluation;
    };
    Side a, b;
};

/// `a` and `b` name snapshots of the file, or are "now": the scene itself. An empty `a` is the first snapshot.
///
/// Errors    OutOfRange for a name that no snapshot has (the names are told), or a file without snapshots; what the
///           evaluation finds.
Result<ComparedScenes> comparedScenes(const SceneFile& file, const std::string& a, const std::string& b,
                                      const Progress& progress);

/// Errors    OutOfRange with the numbers where the two are not comparable.
Result<SceneFigure> comparedFigure(const ComparedScenes& scenes, Stage stage, const ui::Selection& selection,
                                   bool isMarked);

}  // namespace attn::app
