#include "core/io/matrix_text.h"

#include <algorithm>
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
    // A label of nothing but blanks would not be seen.
    const bool isBlank = text.find_first_not_of(' ') == std::string_view::npos;
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
            case '<':  // in LaTeX's first encoding these three are other signs
                escaped += "\\textless{}";
                break;
            case '>':
                escaped += "\\textgreater{}";
                break;
            case '|':
                escaped += "\\textbar{}";
                break;
            default:
                if (static_cast<unsigned char>(sign) < 0x20 || sign == 0x7f || (isBlank && sign == ' '))
                    escaped += "\\textvisiblespace{}";
                else
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

bool hasOtherScripts(const std::vector<std::string>& labels) {
    return std::any_of(labels.begin(), labels.end(), [](const std::string& label) {
        return std::any_of(label.begin(), label.end(), [](char sign) { return (sign & 0x80) != 0; });
    });
}

std::string colorMap(const std::vector<std::uint32_t>& colors) {
    std::string text = "colormap={headscope}{";
    for (std::size_t i = 0; i < colors.size(); ++i)
        text += std::string(i == 0       ? ""
                            : i % 4 == 0 ? "\n    "
                                         : " ") +
                "rgb255=(" + std::to_string(colors[i] >> 16 & 0xff) + "," + std::to_string(colors[i] >> 8 & 0xff) +
                "," + std::to_string(colors[i] & 0xff) + ")";
    return text + "}";
}

/// "0,...,11"; one number alone is no range.
std::string tickList(Index count) {
    return count < 2 ? "0" : count == 2 ? "0,1" : "0,...," + std::to_string(count - 1);
}

void appendTicks(std::string& text, const char* axis, const std::vector<std::string>& labels, Index count) {
    if (labels.empty())
        return;
    text += std::string("  ") + axis + "tick={" + tickList(count) + "}, " + axis + "ticklabels={" +
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
    return latexHeatmap(matrix, decimals, {});
}

std::string latexHeatmap(const LabelledMatrix& matrix, int decimals, const LatexColors& colors) {
    const Matrix& cells = matrix.cells;
    const bool isOwnMap = colors.map.size() >= 2;
    std::string text = roundingNote(decimals);
    text += "% Needs \\usepackage{pgfplots} and \\pgfplotsset{compat=1.18}.\n";
    if (hasOtherScripts(matrix.rowLabels) || hasOtherScripts(matrix.colLabels))
        text += "% Letters that pdfLaTeX does not know need XeLaTeX or LuaLaTeX, and a font that has them.\n";
    // Without cells pgfplots would stop at the axis.
    if (cells.rows == 0 || cells.cols == 0)
        return text + "% The matrix has no cells.\n\\begin{tikzpicture}\n\\end{tikzpicture}\n";
    text += "\\begin{tikzpicture}\n\\begin{axis}[\n";
    text += isOwnMap
                ? "  " + colorMap(colors.map) + ",\n  colorbar, point meta min=" + shortest(colors.low) +
                      ", point meta max=" + shortest(colors.high) +
                      (colors.title.empty() ? "" : ", colorbar style={ylabel={" + latexText(colors.title) + "}}") +
                      ",\n  "
                : "  colormap/viridis, colorbar, ";
    text += "enlargelimits=false, axis on top, y dir=reverse,\n";
    text += "  xlabel={" + latexText(matrix.colTitle) + "}, ylabel={" + latexText(matrix.rowTitle) + "},\n";
    appendTicks(text, "x", matrix.colLabels, cells.cols);
    appendTicks(text, "y", matrix.rowLabels, cells.rows);
    text += "  x tick label style={rotate=90, anchor=east}, tick align=outside, tick pos=left,\n";
    text += "  xmin=-0.5, xmax=" + rounded(static_cast<double>(cells.cols) - 0.5, 1) +
            ", ymin=-0.5, ymax=" + rounded(static_cast<double>(cells.rows) - 0.5, 1) + "]\n";
    // A matrix plot takes the size of a cell from its neighbours: a lone row or column gets some outside the axis.
    const Index rows = std::max<Index>(cells.rows, 2), cols = std::max<Index>(cells.cols, 2);
    text += "\\addplot[matrix plot*, mesh/cols=" + std::to_string(cols) + ", mesh/rows=" + std::to_string(rows) +
            ", point meta=explicit, unbounded coords=jump] table[meta=value] {\n";
    text += "  x y value\n";
    for (Index row = 0; row < rows; ++row)
        for (Index col = 0; col < cols; ++col) {
            const bool isCell = row < cells.rows && col < cells.cols && std::isfinite(cells(row, col));
            text += "  " + std::to_string(col) + " " + std::to_string(row) + " " +
                    (isCell ? rounded(cells(row, col), decimals) : "nan") + "\n";
        }
    return text + "};\n\\end{axis}\n\\end{tikzpicture}\n";
}

}  // namespace attn
