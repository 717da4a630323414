#pragma once
#include <QString>
#include <array>
#include <optional>

#include "src/viewmodel/heatmap_pictures.h"
#include "ui/theme/theme.h"

namespace attn::app {

enum class FigureTheme { Paper, Light, Dark };

/// What may be shown of a figure or left out; each is independent of the others.
enum class FigurePart { Title, Caption, Labels, Values, Grid, ColorBar, Selection };
constexpr std::size_t kFigureParts = 7;

/// How a figure is drawn, whatever it is of and however large.
struct FigureLook {
    double dpi = 300.0;       ///< Pixels of a PNG; density of images inside SVG and PDF.
    QString family;           ///< Of its type; empty: the bundled Lato.
    double typePoints = 7.5;  ///< Of its labels; lines, gaps and all other type are in proportion.
    double marginMm = 0.0;    ///< Empty on every side, within the size.
    FigureTheme theme = FigureTheme::Paper;
    bool isTransparent = false;      ///< No ground is painted: the page or the slide shows through.
    std::optional<ui::MapName> map;  ///< None: as the figure comes.
    std::optional<Range> range;      ///< None: as the figure comes.
    std::array<std::optional<bool>, kFigureParts> parts = {};  ///< None: as the figure usually is.

    const ui::Theme& colors() const;
    std::optional<bool>& part(FigurePart part) { return parts[static_cast<std::size_t>(part)]; }
    bool shows(FigurePart part, bool isUsual) const { return parts[static_cast<std::size_t>(part)].value_or(isUsual); }
    /// How much larger than the usual type everything is drawn.
    double scale() const { return typePoints / 7.5; }
    /// Pixels of a PNG for each unit in which a figure paints.
    double pixelsPerUnit() const { return dpi / 72.0 * scale(); }
    bool operator==(const FigureLook&) const = default;
};

}  // namespace attn::app
