#pragma once
#include <QImage>

#include "ui/heatmap/color_scale.h"
#include "ui/theme/theme.h"

namespace attn::ui {

/// The ground of one cell: its map colour, or that of a masked or a non-finite cell. `isFlat`: no marks will be drawn
/// over it, so a non-finite cell has the fault's strong colour.
QRgb cellGround(const HeatmapPicture& picture, const ColorScale& scale, const Theme& theme, bool isFlat, Index row,
                Index col);

/// The cells as an image of `size` pixels, read straight from the matrix.
///
/// Where cells are larger than a pixel, edges are whole pixels. Where several share one, the unmasked cell of largest
/// |value| is shown (with a range per row: farthest from the map's low end or middle); NaN outranks everything.
/// Cost      one pass over the matrix at most; memory for the image and three rows.
QImage sampleCells(const HeatmapPicture& picture, const Theme& theme, bool isFlat, QSize size);

}  // namespace attn::ui
