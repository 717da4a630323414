#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "core/base/tensor.h"

namespace attn {

/// A matrix with the words that stand beside its rows and above its columns; either list may be empty.
struct LabelledMatrix {
    Matrix cells;
    std::vector<std::string> rowLabels, colLabels;
    std::string rowTitle, colTitle;  ///< "query", "key"
};

/// Lines of numbers with `separator` between them (',' or a tab), and the labels, if any, first.
///
/// Numbers    in the shortest form that reads back to the same double; NaN, Infinity, -Infinity
/// Labels     in quotation marks where they hold the separator, a quotation mark or a line break (RFC 4180)
std::string separatedText(const LabelledMatrix& matrix, char separator);

// For LaTeX. Numbers are rounded to `decimals` places, and a comment on the first line says so.

/// A bmatrix, for formulas; needs amsmath. Labels are left out.
std::string latexMatrix(const LabelledMatrix& matrix, int decimals);
/// A tabular with the rules of booktabs, and the labels.
std::string latexTable(const LabelledMatrix& matrix, int decimals);
/// A picture of the cells with a colour bar, by pgfplots; a whole axis environment. Cells that are not finite are
/// left white. Rows run downwards as on the screen.
std::string latexHeatmap(const LabelledMatrix& matrix, int decimals);

/// Colours of a heatmap, from `low` to `high` in even steps: 0xRRGGBB, at least two; low < high.
struct LatexColors {
    std::vector<std::uint32_t> map;
    double low = 0.0, high = 1.0;
    std::string title;  ///< Beside the colour bar.
};
/// The same in these colours.
std::string latexHeatmap(const LabelledMatrix& matrix, int decimals, const LatexColors& colors);

}  // namespace attn
