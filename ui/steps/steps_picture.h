#pragma once
#include <QString>
#include <vector>

#include "ui/heatmap/heatmap_painter.h"
#include "ui/heatmap/heatmap_picture.h"

namespace attn::ui {

/// One matrix of the computation. Names and operators may hold d_k and W_q: what follows "_" is drawn as a subscript.
struct StepMatrix {
    HeatmapPicture picture;
    QString name;              ///< "W_q"
    QString shape;             ///< "6 × 4", "6 × 8, head 1"
    QString before;            ///< What leads to it: "÷ √d_k", "×", "="; empty for the first.
    bool hasArrow = false;     ///< `before` is something done to the matrix before it, not part of a product.
    bool isGiven = false;      ///< Nothing computes it.
    bool startsGroup = false;  ///< Set apart from the matrix before it.
    AxisRole role = AxisRole::None;
    Index headFrom = 0, headTo = 0;  ///< Columns of the chosen head where the matrix holds all heads; else both 0.
    Index headWidth = 0;             ///< Columns of each head there.
};

/// The computation as a row of matrices, in the order in which it is done.
struct StepsPicture {
    QString empty;  ///< When set, this sentence is all there is to show.
    std::vector<StepMatrix> matrices;
    QString leftOut;  ///< "Left out, as they change nothing: soft cap, mask"; may be empty.
    QString caption;  ///< Under an exported figure.
};

/// Cells of one matrix that made the chosen one: every pair of a row and a column, both ascending.
struct LitCells {
    std::vector<Index> rows, cols;
    bool isDirect = false;  ///< The chosen cell was made from them in one step.
    bool operator==(const LitCells&) const = default;
};

/// The chosen cell and what made it.
struct StepMarks {
    int matrix = -1;  ///< -1: none.
    HeatmapCell cell;
    std::vector<LitCells> lit;  ///< One per matrix, or empty.
    bool operator==(const StepMarks&) const = default;
};

}  // namespace attn::ui
