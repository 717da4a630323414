#pragma once
#include <QString>
#include <vector>

#include "core/base/result.h"
#include "core/base/tensor.h"

namespace attn::ui {

/// "0, 3, 5-7": numbers and ranges, separated by commas, semicolons or spaces. Sorted, without repeats; empty for "".
///
/// Errors    Malformed with the word; OutOfRange with both numbers when one is not in 0 .. count - 1; TooLarge past
///           20000 characters. `noun` names what is counted: "token", "key".
Result<std::vector<Index>> parseIndexList(const QString& text, Index count, const QString& noun);

/// The same numbers as text; three in a row or more as a range.
QString indexListText(const std::vector<Index>& sorted);

}  // namespace attn::ui
