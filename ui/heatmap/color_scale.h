#pragma once
#include <vector>

#include "ui/heatmap/heatmap_picture.h"

namespace attn::ui {

/// Where each cell of a picture stands on its colour map. The one place that turns values into colours.
class ColorScale {
  public:
    explicit ColorScale(const HeatmapPicture& picture);

    /// Position in [0, 1] of `value` in row `row`; values out of range have the end's position.
    ///
    ///     linear   (value - low) / (high - low)
    ///     log      (log value - log low) / (log high - log low), 0 for value <= low
    ///     per row  the same over the row's own finite, unmasked cells; symmetric about 0 on the diverging map
    ///
    /// Errors    NaN gives NaN. A range without width gives 1 above it, 0 below it, 0.5 on it.
    double position(double value, Index row) const;
    QRgb color(double value, Index row) const;

    struct Range {
        double low;
        double high;
    };
    Range range(Index row) const;

  private:
    MapName m_map;
    bool m_isLog;
    Range m_all;
    std::vector<Range> m_rows;  ///< One per row when each row has its own range, else empty.
};

/// The position of one cell; for many cells keep a ColorScale.
double colorPosition(const HeatmapPicture& picture, Index row, Index col);

}  // namespace attn::ui
