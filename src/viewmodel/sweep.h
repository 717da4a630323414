#pragma once
#include <QString>
#include <optional>

#include "core/base/result.h"
#include "core/scene/scene.h"

namespace attn::app {

/// A number of the scene that goes from one value to another while everything else stays.
struct Sweep {
    enum class What {
        Temperature,  ///< logits are divided by it; > 0
        Scale,        ///< the factor on the scores
        Softcap,      ///< > 0
        Window,       ///< keys that a query sees, its own the last; whole, >= 1
        KeyWidth,     ///< d_k, whole: W_q and W_k are then random, seed 1, and grow column by column
        Base,         ///< of rotary and sinusoidal positions; > 0
    };
    What what = What::Temperature;
    double from = 0.25, to = 4.0;
    int count = 25;  ///< Values, both ends included; at least 2.
    bool isLog = false;
    bool operator==(const Sweep&) const = default;

    /// The value of one frame; a whole number where only those are meant.
    double at(int frame) const;
};

/// "temperature=0.25:4:25", or with ":log" at the end for even ratios. The last number is how many values, 2 to 1000
/// (without it 25).
///
/// Errors    OutOfRange naming what is wrong: an unknown number, a value that it cannot have, too few or too many.
Result<Sweep> sweepFromWord(const QString& word);

/// What sweeps are called in words: "temperature", "scale", "softcap", "window", "d_k", "base".
QString sweepWord(Sweep::What what);
/// A range that shows what the number does in this scene.
Sweep proposedSweep(Sweep::What what, const Scene& scene);
/// Empty, or why this scene has no such number.
QString sweepFault(Sweep::What what, const Scene& scene);

/// The scene of one frame.
///
/// Errors    what validation says of a value that the scene cannot have; sweepFault().
Result<Scene> sweptScene(const Scene& scene, const Sweep& sweep, int frame);
/// "temperature 0.50", "d_k 16, W_q and W_k random (seed 1)"
QString sweptWords(const Sweep& sweep, int frame);

}  // namespace attn::app
