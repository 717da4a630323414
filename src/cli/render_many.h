#pragma once
#include <QString>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "core/evaluate/evaluation.h"
#include "core/io/scene_file.h"
#include "src/cli/commands.h"

namespace attn::app {

/// One scene that is read once and evaluated once, whatever is drawn of it.
struct DrawnScene {
    SceneFile file;
    std::shared_ptr<const Evaluation> made;      ///< null until it is asked for
    std::shared_ptr<const Evaluation> madeLong;  ///< likewise

    Result<const Evaluation*> evaluation();
    /// evaluateLong() of it.
    Result<const Evaluation*> longEvaluation();
};

/// One file to be written.
struct RenderJob {
    QString output;
    std::optional<Index> head;  ///< None: as the words say.
};

/// What is written where: the file of -o, a folder that gets a PNG of each scene's name, or a name with places in
/// braces. {scene} is the name of the scene's file without its ending, {head} each head, {view} and {stage} the
/// words; {frame} is left to animations.
struct RenderOutput {
    QString path;
    QString view, stage;
    std::optional<Index> head;  ///< The only one that {head} stands for; none: all.

    bool isFolder() const { return path.endsWith(u'/'); }
    bool hasPlace(const char* place) const { return path.contains(QLatin1String(place)); }
};

/// Empty, or why `path` cannot be an output: an unknown place, a brace that is not closed, or another ending.
std::string checkOutput(const std::string& path);

/// A file name that no scene's name can turn into a path, a hidden or an overlong one: signs that file systems
/// refuse, that steer a terminal or that cannot be seen become _, dots and blanks at its ends go; never empty.
QString safeFileName(const QString& name);

/// Draws every scene into every output with `draw`. A scene at fault does not keep the others; each fault is told
/// with its scene. Nothing is written when two outputs would be the same file.
void renderMany(const std::vector<std::string>& scenes, const RenderOutput& output,
                const std::function<Result<void>(DrawnScene&, const RenderJob&)>& draw, Outcome& outcome);

}  // namespace attn::app
