#include "core/scene/tokenize.h"

#include <algorithm>
#include <iterator>

namespace attn {

namespace {

constexpr char32_t kReplacement = 0xFFFD;

struct Decoded {
    char32_t character = kReplacement;
    std::size_t length = 1;
    bool isValid = false;
};

/// The character that starts at `at`: well-formed UTF-8 (shortest form, no surrogates, up to U+10FFFF), or one bad
/// byte.
Decoded decode(std::string_view text, std::size_t at) {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[at + i]); };
    const unsigned first = byte(0);
    if (first < 0x80)
        return {first, 1, true};
    const std::size_t length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
    if (first < 0xC2 || first > 0xF4 || at + length > text.size())
        return {};
    char32_t character = first & (0xFFU >> (length + 1));
    for (std::size_t i = 1; i < length; ++i) {
        if ((byte(i) & 0xC0U) != 0x80U)
            return {};
        character = (character << 6) | (byte(i) & 0x3FU);
    }
    const char32_t smallest = length == 4 ? 0x10000 : length == 3 ? 0x800 : 0x80;
    if (character < smallest || character > 0x10FFFF || (character >= 0xD800 && character <= 0xDFFF))
        return {};
    return {character, length, true};
}

/// Unicode's White_Space property.
bool isSpace(char32_t c) {
    static constexpr char32_t kSingles[] = {0x20, 0x85, 0xA0, 0x1680, 0x2028, 0x2029, 0x202F, 0x205F, 0x3000};
    return (c >= 0x09 && c <= 0x0D) || (c >= 0x2000 && c <= 0x200A) ||
           std::find(std::begin(kSingles), std::end(kSingles), c) != std::end(kSingles);
}

bool isDigit(char32_t c) {
    return c >= '0' && c <= '9';
}
bool isPunctuation(char32_t c) {
    return (c >= 0x21 && c <= 0x2F) || (c >= 0x3A && c <= 0x40) || (c >= 0x5B && c <= 0x60) ||
           (c >= 0x7B && c <= 0x7E);
}
bool isWord(char32_t c) {
    return !isSpace(c) && !isPunctuation(c);
}

bool joins(char32_t before, char32_t mark, char32_t after) {
    if (mark == '\'' || mark == '-' || mark == '_')
        return isWord(before) && isWord(after);
    return (mark == '.' || mark == ',') && isDigit(before) && isDigit(after);
}

}  // namespace

std::string validUtf8(std::string_view text) {
    std::string out;
    out.reserve(text.size());
    for (std::size_t at = 0; at < text.size();) {
        const Decoded decoded = decode(text, at);
        if (decoded.isValid)
            out += text.substr(at, decoded.length);
        else
            out += "\xEF\xBF\xBD";
        at += decoded.length;
    }
    return out;
}

Result<std::vector<std::string>> tokenize(std::string_view sentence) {
    const std::string text = validUtf8(sentence);
    std::vector<std::string> tokens;
    std::string word;
    const auto finish = [&] {
        if (!word.empty())
            tokens.push_back(std::exchange(word, {}));
    };
    char32_t before = ' ';
    for (std::size_t at = 0; at < text.size();) {
        const Decoded decoded = decode(text, at);
        const std::size_t next = at + decoded.length;
        const char32_t c = decoded.character;
        const std::string piece = text.substr(at, decoded.length);
        if (isWord(c) || joins(before, c, next < text.size() ? decode(text, next).character : U' ')) {
            word += piece;
        } else {
            finish();
            if (!isSpace(c))
                tokens.push_back(piece);
        }
        before = c;
        at = next;
    }
    finish();
    if (tokens.size() > kMostTokens)
        return Error{ErrorCode::TooLarge, "The sentence has " + std::to_string(tokens.size()) + " tokens; at most " +
                                              std::to_string(kMostTokens) + " are taken."};
    return tokens;
}

}  // namespace attn
