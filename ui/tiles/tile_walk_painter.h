#pragma once
#include <QPainter>

#include "ui/theme/theme.h"
#include "ui/tiles/tile_walk_layout.h"

namespace attn::ui {

/// Draws a walk in design units. `motion` in [0, 1]: how far the tiles that this step moves have come; 1: they are
/// there.
void paintTileWalk(QPainter& painter, const TileWalkPicture& picture, const TileWalkLayout& layout,
                   const Theme& theme, double motion = 1.0);

/// For export: the walk, and its caption below. `fontPx`: size of the smallest type.
void paintFigure(QPainter& painter, const QRectF& area, const TileWalkPicture& picture, const Theme& theme,
                 double fontPx);
double figureHeight(const TileWalkPicture& picture, double width, double fontPx);

}  // namespace attn::ui
