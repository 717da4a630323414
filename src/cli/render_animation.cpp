#include "src/cli/render_animation.h"

#include "src/cli/commands.h"

namespace attn::app {
namespace {

constexpr double kStepsRate = 1.0 / 1.2, kTilesRate = 1.0 / 0.6, kSweepRate = 10.0;  ///< As in the window.

std::string checkSweep(const std::string& word) {
    const auto sweep = sweepFromWord(QString::fromStdString(word));
    return sweep ? std::string() : sweep.error().message;
}

Result<Animation> animationOf(const AnimationWords& words, const AnimationJob& job) {
    if (!words.sweep.empty())
        return sweepAnimation(job.scene, *sweepFromWord(QString::fromStdString(words.sweep)), job.figure);
    if (job.view == "steps")
        return stepsAnimation(job.scene, job.evaluation, job.chosen);
    if (job.view == "tiles")
        return tilesAnimation(job.scene, job.evaluation, job.chosen, job.tiling, terminalProgress());
    return Error{ErrorCode::NotSupported, "The view " + job.view +
                                              " does not move by itself: choose --view steps or --view tiles, or a "
                                              "number with --sweep."};
}

}  // namespace

void addAnimationWords(CLI::App& command, AnimationWords& words) {
    command.add_option("--fps", words.framesPerSecond, "Frames a second of an animation")
        ->check(CLI::Range(0.02, 50.0));
    command
        .add_option("--sweep", words.sweep,
                    "An animation over temperature, scale, softcap, window, d_k or base: NAME=FROM:TO[:COUNT][:log]")
        ->check(checkSweep);
}

Result<void> renderAnimation(const AnimationWords& words, const AnimationJob& job, FigureRequest request,
                             std::optional<double> widthMm, const QString& output) {
    const auto animation = animationOf(words, job);
    if (!animation)
        return animation.error();
    const auto first = animation->make(0);
    if (!first)
        return first.error();
    request.widthMm = widthMm.value_or(first->widthMm);
    const double rate = !words.sweep.empty() ? kSweepRate : job.view == "steps" ? kStepsRate : kTilesRate;
    return writeAnimation(*animation, {request, words.framesPerSecond.value_or(rate)}, output, terminalProgress());
}

}  // namespace attn::app
