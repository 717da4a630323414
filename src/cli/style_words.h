#pragma once
#include <CLI/CLI.hpp>
#include <optional>
#include <string>
#include <vector>

#include "src/export/figure_style.h"

namespace attn::app {

/// The words of a command that decide how a figure looks; those that are given override the style.
struct StyleWords {
    std::string style;  ///< A file, or a built-in preset's word.
    std::optional<std::string> width, height;
    std::optional<double> margin, dpi, fontSize;
    std::optional<std::string> theme, map, range, font;
    std::vector<std::string> with, without;
    bool isTransparent = false;
    bool hasValues = false;
};

void addStyleWords(CLI::App& command, StyleWords& words);

/// Errors    of the style's file; NotSupported where its font is not installed (needs the QApplication).
Result<FigureStyle> styleOf(const StyleWords& words);

}  // namespace attn::app
