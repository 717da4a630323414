#pragma once
#include <QString>
#include <optional>
#include <span>
#include <vector>

#include "core/evaluate/evaluation.h"
#include "core/scene/scene.h"
#include "ui/heatmap/heatmap_picture.h"
#include "ui/selection/selection.h"

namespace attn::app {

/// What a heatmap can show, in the order in which it is computed.
enum class Stage { X, Xkv, Q, K, V, Scores, Scaled, Capped, Masked, Weights, HeadOut, Concat, Output };

QString stageTitle(Stage);               ///< "Head output"
QString stageWord(Stage);                ///< "head_out": the command line's word
std::optional<Stage> stageFromWord(const QString& word);

/// The stages that this evaluation holds (a flash evaluation has no scores and no weights).
/// Concat is left out where it repeats the only head's output.
std::vector<Stage> stagesOf(const Scene&, const Evaluation&);
bool hasStage(const Scene&, const Evaluation&, Stage);

/// How values become colours.
struct Range {
    enum class Kind { Auto, Row, Log, Fixed };
    Kind kind = Kind::Auto;
    double low = 0.0;    ///< With Fixed.
    double high = 1.0;   ///< With Fixed; > low, both finite.
    bool operator==(const Range&) const = default;
};
/// "auto", "row", "log", or "LO:HI" with finite LO < HI.
std::optional<Range> rangeFromWord(const QString& word);
QString rangeWord(const Range&);

/// Gives pictures that are shown together one range, and says in their notes how it was made; without `map`, cividis for
/// shares and logarithms, diverging for signed values. Values, decimals and captions stay as they are.
void applyRange(std::span<ui::HeatmapPicture> pictures, const Range&, std::optional<ui::MapName> map = {});

struct Look {
    Range range;
    std::optional<ui::MapName> map;   ///< None: cividis for weights, diverging for signed values.
    int decimals = -1;                ///< Below zero: 3 for weights, 2 for the rest, 0 for whole numbers.
};

/// The chosen batch item and head at one stage. K and V show the key-value head that the chosen head reads.
/// A stage that the evaluation does not hold gives a picture without cells.
ui::HeatmapPicture stagePicture(const Scene&, const Evaluation&, Stage, const ui::Selection&, const Look& = {});

/// The mean of the weights over `heads` (none: all), named as such; NaN where a head has NaN.
/// Masked only where every one of them is masked.
ui::HeatmapPicture meanPicture(const Scene&, const Evaluation&, Index batch, const Look& = {},
                               const std::vector<Index>& heads = {});
/// The largest weight over them, likewise. Its rows are no distribution.
ui::HeatmapPicture largestPicture(const Scene&, const Evaluation&, Index batch, const Look& = {},
                                  const std::vector<Index>& heads = {});
/// The weights of head `head` less those of head `other`, with the diverging map.
ui::HeatmapPicture differencePicture(const Scene&, const Evaluation&, Index batch, Index head, Index other,
                                     const Look& = {});

/// One per head, with one common range, so that colours compare.
std::vector<ui::HeatmapPicture> thumbnailPictures(const Scene&, const Evaluation&, Stage, Index batch, const Look& = {});

/// The words under heads side by side: what they are, how they are to be read. `which` names them; empty: all.
QString headsCaption(const Scene&, const Evaluation&, Stage, Index batch, const QString& which = {});

/// The nearest selection that exists. With no queries or no keys, 0.
ui::Selection clamped(ui::Selection, const Dimensions&);

}  // namespace attn::app
