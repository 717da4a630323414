#include "src/cli/style_words.h"

#include <QFile>
#include <QFileInfo>
#include <algorithm>

namespace attn::app {
namespace {

template <class Names>
std::size_t placeOf(const std::string& word, const Names& names) {
    return static_cast<std::size_t>(std::find(names.begin(), names.end(), word) - names.begin());
}

/// What CLI11 cannot check by a list.
std::string checkRange(const std::string& word) {
    return rangeFromWord(QString::fromStdString(word)) ? std::string() : "The range \"" + word + "\" is not auto, row, log or LO:HI with LO < HI.";
}

std::string checkLength(const std::string& word) {
    const auto length = lengthFromWord(QString::fromStdString(word));
    return length ? std::string() : length.error().message;
}

std::string checkHeight(const std::string& word) { return word == "0" ? std::string() : checkLength(word); }

std::string venuesText() {
    std::string text;
    for (const VenueWidth& venue : venueWidths())
        text += (text.empty() ? "" : ", ") + std::string(venue.word);
    return text;
}

/// The preset of that name, unless a file has it.
Result<FigureStyle> named(const std::string& word) {
    const QString path = QFile::decodeName(word.c_str());
    const auto& presets = builtInStyles();
    const auto preset = std::find_if(presets.begin(), presets.end(), [&](const BuiltInStyle& each) { return word == each.word; });
    if (preset != presets.end() && !QFileInfo::exists(path))
        return preset->style;
    return loadFigureStyle(path);
}

}  // namespace

void addStyleWords(CLI::App& command, StyleWords& words) {
    command.add_option("--style", words.style, "A style file, or paper, slide, poster or worksheet; the options below override it");
    command.add_option("--width", words.width, "In mm, \"3.5 in\", or a venue's: " + venuesText())->check(checkLength);
    command.add_option("--height", words.height, "In mm or \"3.5 in\"; 0: as high as needed")->check(checkHeight);
    command.add_option("--margin", words.margin, "Empty on every side, in mm (0)")->check(CLI::Range(0.0, 200.0));
    command.add_option("--dpi", words.dpi, "Pixels an inch (300; of an animation 144)")->check(CLI::Range(10.0, 4800.0));
    command.add_option("--font", words.font, "Family of the type (Lato)");
    command.add_option("--font-size", words.fontSize, "Of the labels, in points (7.5); all else is in proportion")->check(CLI::Range(2.0, 200.0));
    command.add_option("--theme", words.theme, "paper, light or dark")->check(CLI::IsMember(themeWords()));
    command.add_flag("--transparent", words.isTransparent, "No ground");
    command.add_option("--colormap", words.map, "cividis, viridis, magma, grey, diverging or ink (white to black)")->check(CLI::IsMember(mapWords()));
    command.add_option("--range", words.range, "auto, row, log or LO:HI")->check(checkRange);
    command.add_flag("--values", words.hasValues, "Numbers in the cells, also past 24 tokens");
    const std::string parts = "title, caption, labels, values, grid, bar, selection; several with commas";
    command.add_option("--with", words.with, "Show: " + parts)->delimiter(',')->check(CLI::IsMember(partWords()));
    command.add_option("--without", words.without, "Leave out any of them")->delimiter(',')->check(CLI::IsMember(partWords()));
}

Result<FigureStyle> styleOf(const StyleWords& words) {
    FigureStyle style;
    if (!words.style.empty()) {
        auto read = named(words.style);
        if (!read)
            return read.error();
        style = *std::move(read);
    }
    if (words.width)
        style.width = *lengthFromWord(QString::fromStdString(*words.width));
    if (words.height && *words.height == "0")
        style.height.reset();
    else if (words.height)
        style.height = *lengthFromWord(QString::fromStdString(*words.height));
    style.marginMm = words.margin.value_or(style.marginMm);
    style.dpi = words.dpi.value_or(style.dpi);
    style.typePoints = words.fontSize.value_or(style.typePoints);
    if (words.font)
        style.family = QString::fromStdString(*words.font);
    if (words.theme)
        style.theme = static_cast<FigureTheme>(placeOf(*words.theme, themeWords()));
    style.isTransparent |= words.isTransparent;
    if (words.map)
        style.map = static_cast<ui::MapName>(placeOf(*words.map, mapWords()));
    if (words.range)
        style.range = *rangeFromWord(QString::fromStdString(*words.range));
    for (const std::string& part : words.with)
        style.parts[placeOf(part, partWords())] = true;
    for (const std::string& part : words.without)
        style.parts[placeOf(part, partWords())] = false;
    if (words.hasValues)
        style.part(FigurePart::Values) = true;
    if (const auto font = needFont(style); !font)
        return font.error();
    return style;
}

}  // namespace attn::app
