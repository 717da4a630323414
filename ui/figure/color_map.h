#pragma once
#include <qrgb.h>
#include <array>

namespace attn::ui {

/// Grey rises from black to white; Ink falls from white to black, so that a print of mostly small values stays white.
enum class MapName { Cividis, Viridis, Magma, Grey, Diverging, Ink };

using ColorTable = std::array<QRgb, 256>;

/// The 256 opaque colours of a map: the first is its lowest value, the last its highest.
const ColorTable& colorTable(MapName map);

/// The colour at `t` in [0, 1]; values outside have the end's colour.
/// Errors    NaN has no colour on any map: the caller draws it as a fault; here it gives the first colour.
QRgb color(MapName map, double t);

/// Black or white, whichever contrasts more with `ground`: at least 4.59 on every entry of every map.
QRgb inkOn(QRgb ground);

/// Contrast of two opaque colours by the formula of WCAG 2, from 1 to 21.
double contrast(QRgb a, QRgb b);

}  // namespace attn::ui
