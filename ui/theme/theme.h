#pragma once
#include <QColor>
#include <QFont>

namespace attn::ui {

enum class ThemeKind { Light, Dark };

/// Every colour of the program, by what it means. Views take colours from here and from the data maps, nowhere else.
struct Theme {
    ThemeKind kind;
    QColor window, surface, raised, sunken;      ///< grounds
    QColor hairline, strongLine;
    QColor text, secondText, disabledText;
    QColor accent, onAccent, accentGround;       ///< "chosen" or "do this"
    QColor query, queryGround, key, keyGround, value, valueGround;
    QColor maskLine, maskGround;                 ///< hatch of a masked cell
    QColor warningText, warningLine, warningGround;
    QColor fault, faultGround;
};

/// The two themes of the screen, and black on white for paper.
const Theme& theme(ThemeKind kind);
const Theme& paperTheme();

/// Sizes of type, in pixels at 100 %.
namespace type {
constexpr int kIndex = 12;      ///< indices, axis ticks, hints
constexpr int kLabel = 13;      ///< labels in figures, status
constexpr int kBody = 14;       ///< everything else, numbers included
constexpr int kDockHeading = 16;
constexpr int kTitle = 18;
constexpr int kChosenValue = 32;
}  // namespace type

/// The bundled font at `pixels` * the font scale; weights 400 (QFont::Normal) and 600 (QFont::DemiBold) only.
QFont bodyFont(int pixels = type::kBody, QFont::Weight weight = QFont::Normal);

/// The same at a size that is scaled already. Each font is made once: a copy shares what Qt has looked up for it.
QFont sizedFont(int scaledPixels, QFont::Weight weight = QFont::Normal, bool isItalic = false);

/// 1.0, 1.15, 1.3 or 1.5: multiplies every size of type and every height made from one.
double fontScale();
void setFontScale(double scale);

/// Registers the bundled fonts and icons with the application; needed once, before the first bodyFont() or icon().
void loadFonts();

}  // namespace attn::ui
