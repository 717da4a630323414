#pragma once
#include <QRectF>
#include <optional>
#include <utility>

#include "ui/tiles/tile_walk_picture.h"

namespace attn::ui {

/// What moves between the memories: a tile of Q, K, V, or O.
enum class TileMatrix { Q, K, V, O };

/// Where everything stands, in design units: text of 12 and 13 units.
struct TileWalkLayout {
    QSizeF size;
    QRectF title;
    QRectF grid;
    double cellWide = 1.0, cellHigh = 1.0;  ///< Of one score.
    QRectF legend;
    QRectF slow, fast;
    QRectF moved;
    QRectF table;
    int shownRows = 0, firstRow = 0;  ///< The rows of the table that have room.
    bool isCut = false;               ///< Some rows have none: a line says how many.
    QRectF sentence;                  ///< Empty where there is no room.

    QRectF tileRect(const TileWalkPicture& picture, Index row, Index col) const;
    /// The place of tile `at` of a matrix in slow memory, and that of the tile in work in fast memory.
    QRectF slowSlot(const TileWalkPicture& picture, TileMatrix matrix, Index at) const;
    QRectF fastSlot(TileMatrix matrix) const;
    QRectF scoreSlot() const;
    QRectF stateSlot() const;
    /// The row of the table at a point.
    std::optional<int> rowAt(QPointF point) const;
    /// Where row `row` of the picture stands in the table, if it is shown.
    QRectF rowRect(int row) const;
    /// Row and column of the tile at a point.
    std::optional<std::pair<Index, Index>> tileAt(const TileWalkPicture& picture, QPointF point) const;
};

TileWalkLayout layoutTileWalk(const TileWalkPicture& picture, QSizeF size);
/// The least height in which nothing overlaps at that width.
double tileWalkHeight(const TileWalkPicture& picture, double width);

}  // namespace attn::ui
