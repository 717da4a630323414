#pragma once
#include "ui/theme/theme.h"

class QApplication;

namespace attn::ui {

/// Gives the whole program the style, palette and font of `kind` at the present fontScale(). May be called again at
/// any time: every widget then gets QEvent::StyleChange and is painted anew.
void applyTheme(QApplication& app, ThemeKind kind);

/// The theme of the last applyTheme(); light before the first.
const Theme& currentTheme();

/// What the desktop's own palette looks like; only meaningful before the first applyTheme().
ThemeKind systemTheme();

/// `pixels` at 100 %, multiplied by the font scale: for heights made from a size of type.
int scaled(int pixels);

/// Lines and gaps of a figure on the screen, in whole pixels: 1 on the desk, more in a room, where the type is larger
/// than a person can choose.
int screenUnit();

}  // namespace attn::ui
