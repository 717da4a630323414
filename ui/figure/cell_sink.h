#pragma once
#include <qrgb.h>
#include <QRectF>
#include <vector>

namespace attn::ui {

struct FilledCell {
    QRectF box;
    QRgb color;
};

/// A paint device that takes the cells of a map as shapes of their own, without seams between them. A painter looks
/// for it with dynamic_cast on QPainter::device(); other vector devices get overlapping rectangles.
class CellSink {
  public:
    virtual ~CellSink() = default;
    /// Boxes in the device's own coordinates.
    virtual void drawCells(const std::vector<FilledCell>& cells) = 0;
};

}  // namespace attn::ui
