#pragma once
#include <QString>

namespace attn::ui {

/// A token as it can be seen: space ␣, tab ⇥, newline ↵, other control and direction signs as ⟨U+202E⟩, an empty one “”.
/// Nothing else is changed: markup stays literal.
QString visibleToken(const QString& token);

/// The same with its middle replaced by "…" past `maxChars` characters.
QString visibleToken(const QString& token, int maxChars);

/// A tooltip that shows `text` literally, whatever it contains: QToolTip takes text that looks like markup for markup.
QString literalToolTip(const QString& text);

}  // namespace attn::ui
