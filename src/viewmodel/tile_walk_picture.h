#pragma once
#include <memory>

#include "core/cost/walk_traffic.h"
#include "core/evaluate/evaluation.h"
#include "ui/selection/selection.h"
#include "ui/tiles/tile_walk_picture.h"

namespace attn::app {

/// One head walked through, with what every step moved.
struct WalkedHead {
    std::shared_ptr<const Scene> scene;
    std::shared_ptr<const Evaluation> evaluation;
    Index batch = 0, head = 0;
    TileWalk walk;
    WalkTraffic traffic;
    Traffic naive;              ///< What naive attention moves for the same head.
    double largestScore = 1.0;  ///< Largest finite |score| of the head: colours compare between tiles.
};

/// The scene's own tiles, or some with which the walk has about four to a side. At most 64 to a side.
FlashTiling proposedTiling(const Scene& scene, const Dimensions& dims);
/// The same with sides large enough that at most 64 tiles stand side by side.
FlashTiling drawableTiling(FlashTiling tiling, const Dimensions& dims);

/// Errors    those of headTileWalk.
Result<WalkedHead> walkThrough(std::shared_ptr<const Scene> scene, std::shared_ptr<const Evaluation> evaluation,
                               Index batch, Index head, const FlashTiling& tiling, const Progress& progress = {});

/// The walk after `position` tiles, 0 .. steps; further counts as the end. `query` is the one that is chosen.
ui::TileWalkPicture tileWalkPicture(const WalkedHead& walked, int position, Index query);

}  // namespace attn::app
