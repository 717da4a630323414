#pragma once
#include <QString>
#include <functional>

#include "core/base/progress.h"
#include "src/export/scene_figure.h"

namespace attn::app {

/// Figures in a row, made one at a time. The maker may be called from any thread, and again for the same frame.
struct Animation {
    QString name;  ///< Proposed for the file: "steps-head-0".
    int count = 0;
    std::function<Result<SceneFigure>(int frame)> make;
};

struct AnimationRequest {
    FigureRequest figure;          ///< heightMm 0: as high as the highest frame needs.
    double framesPerSecond = 1.0;  ///< A GIF counts in hundredths of a second; 0.02 to 50.
};

/// Whether a file of that name is an animation: .gif, or .png with {frame} in its name.
bool isAnimationName(const QString& path);

/// `figure` below a line of words and a bar that is filled to `part` of its length, so that a frame says what it is.
SceneFigure announced(SceneFigure figure, const QString& words, double part);

/// Writes a GIF, or with {frame} in `path` a PNG for each frame, numbered from 1 with at least four digits.
///
/// Errors    OutOfRange for no frames, a rate outside 0.02 to 50, or what a frame refuses; Cancelled; FileProblem.
///           On any of them nothing is left behind, and what was there before stays.
/// Memory    two frames, whatever their number.
Result<void> writeAnimation(const Animation& animation, const AnimationRequest& request, const QString& path,
                            const Progress& progress = {});

}  // namespace attn::app
