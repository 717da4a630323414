#include "core/io/matrix_text.h"

#include <array>
#include <charconv>
#include <cmath>
#include <string_view>

namespace attn {

namespace {

std::string word(double value) {
    return std::isnan(value) ? "NaN" : value > 0 ? "Infinity" : "-Infinity";
}

std::string shortest(double value) {
    if (!std::isfinite(value))
        return word(value);
    std::array<char, 32> text{};
    const auto end = std::to_chars(text.data(), text.data() + text.size(), value).ptr;
    return {text.data(), end};
}

std::string rounded(double value, int decimals) {
    std::array<char, 512> text{};
    const auto end =
        std::to_chars(text.data(), text.data() + text.size(), value, std::chars_format::fixed, decimals).ptr;
    return {text.data(), end};
}

/// For mathematics: no number stands for infinity, and none that is rounded to 0 keeps a sign.
std::string latexNumber(double value, int decimals) {
    if (std::isnan(value))
        return "\\mathrm{NaN}";
    if (std::isinf(value))
        return value > 0 ? "\\infty" : "-\\infty";
    std::string text = rounded(value, decimals);
    if (text.find_first_not_of("-0.") == std::string::npos && text.front() == '-')
        text.erase(0, 1);
    return text;
}

std::string latexText(std::string_view text) {
    std::string escaped;
    for (const char sign : text) {
        switch (sign) {
            case '\\':
                escaped += "\\textbackslash{}";
                break;
            case '~':
                escaped += "\\textasciitilde{}";
                break;
            case '^':
                escaped += "\\textasciicircum{}";
                break;
            case '&':
            case '%':
            case '$':
            case '#':
            case '_':
            case '{':
            case '}':
                escaped += '\\';
                escaped += sign;
                break;
            case '\n':
            case '\r':
            case '\t':
                escaped += "\\textvisiblespace{}";
                break;
            default:
                escaped += sign;
        }
    }
    return escaped;
}

std::string quoted(const std::string& label, char separator) {
    if (label.find_first_of(std::string("\"\r\n") + separator) == std::string::npos)
        return label;
    std::string text = "\"";
    for (const char sign : label)
        text += sign == '"' ? std::string("\"\"") : std::string(1, sign);
    return text + '"';
}

std::string roundingNote(int decimals) {
    return "% Numbers rounded to " + std::to_string(decimals) + (decimals == 1 ? " decimal.\n" : " decimals.\n");
}

const std::string& labelAt(const std::vector<std::string>& labels, Index at) {
    return labels[static_cast<std::size_t>(at)];
}

/// Tick labels in braces, so that commas in them do not part them.
std::string tickLabels(const std::vector<std::string>& labels) {
    std::string text;
    for (const std::string& label : labels)
        text += (text.empty() ? "{" : ",{") + latexText(label) + "}";
    return text;
}

void appendTicks(std::string& text, const char* axis, const std::vector<std::string>& labels, Index count) {
    if (labels.empty())
        return;
    text += std::string("  ") + axis + "tick={0,...," + std::to_string(count - 1) + "}, " + axis + "ticklabels={" +
            tickLabels(labels) + "},\n";
}

}  // namespace

std::string separatedText(const LabelledMatrix& matrix, char separator) {
    const bool hasRowLabels = !matrix.rowLabels.empty();
    std::string text;
    if (!matrix.colLabels.empty()) {
        if (hasRowLabels)
            text += quoted(matrix.rowTitle, separator) + separator;
        for (Index col = 0; col < matrix.cells.cols; ++col)
            text += (col == 0 ? "" : std::string(1, separator)) + quoted(labelAt(matrix.colLabels, col), separator);
        text += '\n';
    }
    for (Index row = 0; row < matrix.cells.rows; ++row) {
        if (hasRowLabels)
            text += quoted(labelAt(matrix.rowLabels, row), separator) + separator;
        for (Index col = 0; col < matrix.cells.cols; ++col)
            text += (col == 0 ? "" : std::string(1, separator)) + shortest(matrix.cells(row, col));
        text += '\n';
    }
    return text;
}

std::string latexMatrix(const LabelledMatrix& matrix, int decimals) {
    std::string text = roundingNote(decimals);
    // amsmath stops at ten columns unless told otherwise.
    if (matrix.cells.cols > 10)
        text += "\\setcounter{MaxMatrixCols}{" + std::to_string(matrix.cells.cols) + "}\n";
    text += "\\begin{bmatrix}\n";
    for (Index row = 0; row < matrix.cells.rows; ++row) {
        for (Index col = 0; col < matrix.cells.cols; ++col)
            text += (col == 0 ? "  " : " & ") + latexNumber(matrix.cells(row, col), decimals);
        text += row + 1 < matrix.cells.rows ? " \\\\\n" : "\n";
    }
    return text + "\\end{bmatrix}\n";
}

std::string latexTable(const LabelledMatrix& matrix, int decimals) {
    const bool hasRowLabels = !matrix.rowLabels.empty();
    std::string text = roundingNote(decimals) + "\\begin{tabular}{" + (hasRowLabels ? "l" : "") +
                       std::string(static_cast<std::size_t>(matrix.cells.cols), 'r') + "}\n  \\toprule\n";
    if (!matrix.colLabels.empty()) {
        text += "  " + (hasRowLabels ? latexText(matrix.rowTitle) + " & " : std::string());
        for (Index col = 0; col < matrix.cells.cols; ++col)
            text += (col == 0 ? "" : " & ") + latexText(labelAt(matrix.colLabels, col));
        text += " \\\\\n  \\midrule\n";
    }
    for (Index row = 0; row < matrix.cells.rows; ++row) {
        text += "  " + (hasRowLabels ? latexText(labelAt(matrix.rowLabels, row)) + " & " : std::string());
        for (Index col = 0; col < matrix.cells.cols; ++col)
            text += (col == 0 ? "$" : " & $") + latexNumber(matrix.cells(row, col), decimals) + "$";
        text += " \\\\\n";
    }
    return text + "  \\bottomrule\n\\end{tabular}\n";
}

std::string latexHeatmap(const LabelledMatrix& matrix, int decimals) {
    const Matrix& cells = matrix.cells;
    std::string text = roundingNote(decimals);
    text += "% Needs \\usepackage{pgfplots} and \\pgfplotsset{compat=1.18}.\n";
    text += "\\begin{tikzpicture}\n\\begin{axis}[\n";
    text += "  colormap/viridis, colorbar, enlargelimits=false, axis on top, y dir=reverse,\n";
    text += "  xlabel={" + latexText(matrix.colTitle) + "}, ylabel={" + latexText(matrix.rowTitle) + "},\n";
    appendTicks(text, "x", matrix.colLabels, cells.cols);
    appendTicks(text, "y", matrix.rowLabels, cells.rows);
    text += "  x tick label style={rotate=90, anchor=east}, tick align=outside, tick pos=left,\n";
    text += "  xmin=-0.5, xmax=" + rounded(static_cast<double>(cells.cols) - 0.5, 1) +
            ", ymin=-0.5, ymax=" + rounded(static_cast<double>(cells.rows) - 0.5, 1) + "]\n";
    text += "\\addplot[matrix plot*, mesh/cols=" + std::to_string(cells.cols) +
            ", mesh/rows=" + std::to_string(cells.rows) +
            ", point meta=explicit, unbounded coords=jump] table[meta=value] {\n";
    text += "  x y value\n";
    for (Index row = 0; row < cells.rows; ++row)
        for (Index col = 0; col < cells.cols; ++col)
            text += "  " + std::to_string(col) + " " + std::to_string(row) + " " +
                    (std::isfinite(cells(row, col)) ? rounded(cells(row, col), decimals) : "nan") + "\n";
    return text + "};\n\\end{axis}\n\\end{tikzpicture}\n";
}

}  // namespace attn
