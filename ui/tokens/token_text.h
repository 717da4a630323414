#pragma once
#include <QString>

namespace attn::ui {

/// A token as an editor shows it, where every sign counts: space ␣, tab ⇥, newline ↵, other control and direction signs as ⟨U+202E⟩, an empty one “”.
/// Nothing else is changed: markup stays literal.
QString chipText(const QString& token);

/// The same with its middle replaced by "…" past `maxChars` characters.
QString chipText(const QString& token, int maxChars);

}  // namespace attn::ui
