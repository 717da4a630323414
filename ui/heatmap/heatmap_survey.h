#pragma once
#include <limits>
#include <vector>

#include "ui/heatmap/heatmap_picture.h"

namespace attn::ui {

/// What occurs in a picture: decides the legend and how numbers are written.
struct HeatmapSurvey {
    bool isPattern = false;  ///< Of the picture: its legend has other words.
    bool plain = false;      ///< Neither masked nor painted.
    bool masked = false;
    bool maskedByHand = false;
    bool paintedAllowed = false;
    bool painted = false;    ///< Allowed or masked by hand.
    bool exactZero = false;  ///< An unmasked cell is exactly 0.
    bool nan = false;
    bool infinite = false;
    bool below = false;    ///< A finite, unmasked cell lies below the range,
    bool above = false;    ///< or above it: it has the colour of the end.
    bool whole = true;     ///< Every finite, unmasked cell is a whole number.
    double largest = 0.0;  ///< Largest |value| of the finite, unmasked cells.
    bool negative = false;
};
/// Cost      one pass; without a mask, or where it is in long runs, at the speed of memory.
HeatmapSurvey surveyHeatmap(const HeatmapPicture& picture);
/// What occurs in either of two pictures.
HeatmapSurvey united(const HeatmapSurvey& a, const HeatmapSurvey& b);

/// A survey made piece by piece, so that other work can use the rows while they are in the cache.
class HeatmapSurveyor {
  public:
    /// `picture` must outlive the surveyor.
    explicit HeatmapSurveyor(const HeatmapPicture& picture);
    void addRow(Index row);
    HeatmapSurvey found() const;

  private:
    void addRun(const double* values, Index count);
    void addCells(const double* values, Index count);
    void addState(CellState state);

    const HeatmapPicture& m_picture;
    HeatmapSurvey m_found;
    /// Of the finite, unmasked cells.
    double m_low = std::numeric_limits<double>::infinity(), m_high = -std::numeric_limits<double>::infinity();
};

}  // namespace attn::ui
