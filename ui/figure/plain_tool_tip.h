#pragma once
#include <QString>

namespace attn::ui {

/// Text for QToolTip and setToolTip() that is shown letter for letter, whatever markup it seems to hold.
///
/// Qt guesses whether a tooltip is rich text; this is always rich text, with every sign escaped once.
QString plainToolTip(const QString& text);

}  // namespace attn::ui
