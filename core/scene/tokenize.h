#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"

namespace attn {

/// Most tokens that one sentence may have.
inline constexpr std::size_t kMostTokens = 4096;

/// Splits a sentence into words and punctuation: "Don't stop, now." -> Don't | stop | , | now | .
/// White space (of any script) separates; each ASCII punctuation mark is a token of its own, except an apostrophe,
/// hyphen or underscore between two word characters and a dot or comma between two digits. Every other character,
/// of any script, is part of a word. Bytes that are not UTF-8 become U+FFFD.
///
/// Errors    TooLarge beyond kMostTokens, with both numbers.
Result<std::vector<std::string>> tokenize(std::string_view sentence);

/// `text` with every byte that is not part of well-formed UTF-8 replaced by U+FFFD.
std::string validUtf8(std::string_view text);

}  // namespace attn
