#pragma once
#include <QString>
#include <QStringList>
#include <vector>

#include "ui/heatmap/heatmap_picture.h"

namespace attn::ui {

/// The state of one query after the tile in work, as texts and in order of the table's columns.
struct TileRow {
    Index query = 0;
    QString name;             ///< "q8 the"
    QString before, now;      ///< largest score before this tile, and now
    QString rescale;          ///< exp(before - now)
    QString sum;              ///< running sum so far
    QStringList out;          ///< output so far, number by number
    bool isRescaled = false;  ///< A larger score has come: what was there is scaled down.
    bool isChosen = false;    ///< The query that is chosen everywhere.
};

/// A walk through the tiles of one head, stopped after one of them. No pixels.
struct TileWalkPicture {
    QString empty;  ///< Why there is no walk; empty: there is one.
    QString title, subtitle;
    Index queries = 0, keys = 0;       ///< Rows and columns of the score matrix.
    Index queryRows = 1, keyRows = 1;  ///< Of a tile; the last ones may be short.
    Index tileRows = 0, tileCols = 0;  ///< Tiles below and beside one another.
    std::vector<int> visit;            ///< Per tile, row by row: its place in the walk from 1; 0: the mask skips it.
    int count = 0;                     ///< Tiles of the walk.
    int position = 0;                  ///< How many are done; 0: the walk has not begun.
    Index row = -1, col = -1;          ///< The tile in work, the last one done; -1 before the first.
    HeatmapPicture tile;               ///< Its scores, scaled and masked.
    QString rowsTitle;                 ///< "Rows of query tile 2, after key tile 1"
    QString outTitle;                  ///< "output so far, not yet divided"
    std::vector<TileRow> rows;
    bool loadsQueries = false, loadsKeys = false;    ///< What came from slow memory for this tile,
    bool loadsOutput = false, storesOutput = false;  ///< what came back with it, and what went there after it.
    QString slowNote, fastNote;                      ///< "16 × 2 each", "56 numbers"
    QString moved;                                   ///< Numbers read and written so far.
    QString sentence;                                ///< What happened in this tile.
    QStringList caption;                             ///< Under an exported figure.

    int visitOf(Index r, Index c) const { return visit[static_cast<std::size_t>(r * tileCols + c)]; }
};

}  // namespace attn::ui
