#pragma once
#include <QString>
#include <cstdint>
#include <vector>

#include "core/base/tensor.h"
#include "ui/figure/color_map.h"

namespace attn::ui {

enum class CellState : std::uint8_t { Plain, Masked, MaskedByHand, PaintedAllowed };
/// A masked cell has no colour of the map, whatever its value is.
inline bool isHidden(CellState state) {
    return state == CellState::Masked || state == CellState::MaskedByHand;
}

enum class AxisRole { None, Query, Key, Value };

/// A token as it is drawn: literally, whatever it contains.
struct AxisLabel {
    QString text;
    Index index = 0;          ///< True position.
    bool isRepeated = false;  ///< Another label has the same text: the position is drawn beside it.
    bool operator==(const AxisLabel&) const = default;
};

/// One side of a heatmap. Without labels, positions are drawn.
struct Axis {
    QString title;  ///< "query (attends)"
    AxisRole role = AxisRole::None;
    QString letter;  ///< "q", "k": the name of one row or column in a cell's sentence
    std::vector<AxisLabel> labels;
};

/// What to draw, with no pixels in it.
struct HeatmapPicture {
    QString title;                  ///< "Weights"
    QString subtitle;               ///< "head 0, batch 0"
    QString stage;                  ///< "weight": the noun in a cell's sentence
    QString quantity;               ///< "attention weight": beside the colour bar
    Matrix cells;                   ///< (rows x cols), row 0 drawn at the top; NaN and infinities drawn as such.
    std::vector<CellState> states;  ///< One per cell, row-major; empty: all plain.
    Axis rows;
    Axis cols;
    double low = 0.0;          ///< Value of the first colour.
    double high = 1.0;         ///< Value of the last colour; > low.
    bool perRowRange = false;  ///< Each row has its own range; `low` and `high` are then for the bar's words only.
    bool logRange = false;     ///< Colours are spaced by the logarithm; low > 0; zero has the first colour.
    MapName map = MapName::Cividis;
    int decimals = 3;
    bool isShare = false;     ///< Values are shares of 1: an automatic range is 0 to 1, else symmetric about 0.
    bool isPattern = false;  ///< Only allowed or masked matters: one ground, a grid, no numbers and no colour bar.
    std::vector<double> rowCounts;  ///< Whole numbers, one per row, as bars right of the map; 0 warns. Empty: none.
    QString rowCountsTitle;         ///< "keys\nper row": above the bars, the second line smaller.
    QString caption;                ///< Sentences under an exported figure; may be empty.
    QString rangeNote;              ///< Says how the range was made where it is not the whole truth; may be empty.

    CellState state(Index row, Index col) const {
        return states.empty() ? CellState::Plain : states[static_cast<std::size_t>(row * cells.cols + col)];
    }
    /// A row whose count is 0: it is drawn as a warning.
    bool isEmptyRow(Index row) const {
        return row < static_cast<Index>(rowCounts.size()) && rowCounts[static_cast<std::size_t>(row)] == 0.0;
    }
};

/// q2 “cat” → k3 “sat”, or q2 “cat”, d1: where a cell stands. Plain text, never markup; empty outside the picture.
QString cellPlace(const HeatmapPicture& picture, Index row, Index col);

/// q2 “cat” → k3 “sat”, weight 0.31234567;
/// in a pattern: q2 “cat” → k3 “sat”, may attend. Plain text, never markup; index and token of both sides.
QString cellSentence(const HeatmapPicture& picture, Index row, Index col);

}  // namespace attn::ui
