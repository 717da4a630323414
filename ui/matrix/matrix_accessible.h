#pragma once

namespace attn::ui {

/// Makes every MatrixView a table to screen readers: its cells have a row, a column, a name with the token, and the
/// exact number as their value. May be called any number of times.
void installMatrixAccessibility();

}  // namespace attn::ui
