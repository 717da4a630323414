#pragma once
#include <QPainter>

#include "ui/theme/theme.h"
#include "ui/tiles/tile_walk_layout.h"

namespace attn::ui {

/// The two memories with the tiles that are in work, those on their way, and what has been moved so far. For
/// paintTileWalk.
void paintTileMemories(QPainter& painter, const TileWalkPicture& picture, const TileWalkLayout& layout,
                       const Theme& theme, double motion);

}  // namespace attn::ui
