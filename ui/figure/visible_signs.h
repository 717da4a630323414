#pragma once
#include <QString>

namespace attn::ui {

/// `text` as it can be drawn: a line feed becomes ↵, a tab ⇥; other signs without a shape, and those that turn the
/// direction of what follows, become their number, ⟨U+0000⟩; broken surrogates U+FFFD. Blanks stay, and so do the
/// joiners, which hold emoji and letters together. Markup is text like any other.
QString visibleSigns(const QString& text);

}  // namespace attn::ui
