#pragma once
#include <QImage>
#include <QRect>

#include "ui/heatmap/color_scale.h"
#include "ui/heatmap/heatmap_pyramid.h"
#include "ui/theme/theme.h"

namespace attn::ui {

/// The ground of one cell: its map colour, or that of a masked or a non-finite cell. `isFlat`: no marks will be drawn
/// over it, so a non-finite cell has the fault's strong colour.
QRgb cellGround(const HeatmapPicture& picture, const ColorScale& scale, const Theme& theme, bool isFlat, Index row,
                Index col);

/// The first cell of each of `pixels` pixels along a side that has `cells` cells, from pixel `first` to pixel `last`:
/// pixel p shows cells starts[p - first] .. starts[p - first + 1] - 1, or the one at its start when there are none.
///
/// With `shift` > 0 the starts are rounded to the nearest multiple of 2^shift, less than a pixel away, so that a
/// pixel is made of whole blocks of a pyramid. Each cell belongs to one pixel, whichever part is asked for.
std::vector<Index> cellStarts(Index cells, Index pixels, int shift, Index first, Index last);

/// By how much sampleCells() rounds, for a picture of this many cells on this many pixels: 2^shift is at most the
/// cells that share a pixel along either side.
int sampleShift(Index rows, Index cols, QSize whole);

/// The part `window` of the picture of all cells on `whole` pixels, read from the matrix, or from its pyramid.
///
/// Where cells are larger than a pixel, edges are whole pixels. Where several share one, the unmasked cell of largest
/// |value| is shown (with a range per row: farthest from the map's low end or middle); NaN outranks everything. What
/// a pixel shows depends on `whole` alone, neither on `window` nor on whether there is a pyramid. Cost      without a
/// pyramid, the cells of the window; with one, at most about 4 numbers a pixel. Memory    the image and three rows.
QImage sampleCells(const HeatmapPicture& picture, const Theme& theme, bool isFlat, QSize whole, QRect window,
                   const HeatmapPyramid* pyramid = nullptr);
/// The whole picture.
QImage sampleCells(const HeatmapPicture& picture, const Theme& theme, bool isFlat, QSize size,
                   const HeatmapPyramid* pyramid = nullptr);

}  // namespace attn::ui
