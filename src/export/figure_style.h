#pragma once
#include <QString>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "src/export/figure_export.h"
#include "src/export/figure_look.h"

namespace attn::app {

/// The column or the text of a venue, as wide as its style sheet sets it.
struct VenueWidth {
    const char* word;   ///< "acl-column"
    const char* title;  ///< "ACL, column"
    double mm;
};
const std::vector<VenueWidth>& venueWidths();

/// A length as a person gave it.
struct FigureLength {
    enum class Unit { Millimetre, Inch, Venue };
    double value = 0.0;  ///< In the unit; of a venue its place in venueWidths().
    Unit unit = Unit::Millimetre;

    double mm() const;
    bool operator==(const FigureLength&) const = default;
};
/// "88 mm", "3.5 in" (the blank may be left out), a plain number of millimetres, or a venue's word.
/// Errors    Malformed for other words; OutOfRange below 1 and above 5000 mm.
Result<FigureLength> lengthFromWord(const QString& word);
QString lengthWord(const FigureLength& length);

/// Words of the command line and of style files; the first fits every value of the enumeration in order.
const std::vector<std::string>& themeWords();  ///< paper, light, dark
const std::vector<std::string>& mapWords();    ///< cividis, viridis, magma, grey, diverging, ink
const std::vector<std::string>& partWords();   ///< title, caption, labels, values, grid, bar, selection

/// Everything that decides how figures look, kept under a name: a preset.
struct FigureStyle : FigureLook {
    QString name;
    std::optional<FigureLength> width;   ///< None: as the figure proposes.
    std::optional<FigureLength> height;  ///< None: as high as the figure needs.

    bool operator==(const FigureStyle&) const = default;
};

/// The style of a figure that proposes `widthMm`.
FigureRequest requestOf(const FigureStyle& style, double widthMm, const QString& title);

constexpr std::size_t kLargestStyle = 65536;  ///< Bytes of a style file.

/// Reads a style file (its keys: src/export/README.md). Any bytes are safe input.
///
/// Errors    Malformed with the place or the key; OutOfRange with the number; NotSupported for another format or
///           version; TooLarge beyond kLargestStyle.
Result<FigureStyle> readFigureStyle(std::string_view json);
/// The text of a style file; what is read from it writes the same text.
std::string writeFigureStyle(const FigureStyle& style);

/// The style in the file at `path`. Errors: FileProblem, and those of readFigureStyle().
Result<FigureStyle> loadFigureStyle(const QString& path);

/// A preset that comes with the program.
struct BuiltInStyle {
    const char* word;   ///< As in `headscope render --style`: paper, slide, poster, worksheet.
    FigureStyle style;  ///< With its name for the screen.
};
const std::vector<BuiltInStyle>& builtInStyles();

/// Why the style cannot be obeyed on this machine: its font is not installed.
Result<void> needFont(const FigureStyle& style);

}  // namespace attn::app
