#include <array>
#include <charconv>
#include <cmath>

#include "core/io/json.h"
#include "core/scene/tokenize.h"

namespace attn {

void appendJsonText(std::string& out, std::string_view text) {
    static constexpr std::string_view kHex = "0123456789abcdef";
    out += '"';
    for (const char c : validUtf8(text)) {
        const auto byte = static_cast<unsigned char>(c);
        if (c == '"' || c == '\\')
            out += '\\', out += c;
        else if (c == '\n')
            out += "\\n";
        else if (c == '\t')
            out += "\\t";
        else if (c == '\r')
            out += "\\r";
        else if (byte < 0x20)
            out += "\\u00", out += kHex[byte >> 4], out += kHex[byte & 15U];
        else
            out += c;
    }
    out += '"';
}

void appendJsonNumber(std::string& out, double value) {
    if (std::isnan(value)) {
        out += "\"NaN\"";
    } else if (std::isinf(value)) {
        out += value > 0 ? "\"Infinity\"" : "\"-Infinity\"";
    } else if (value == 0.0 && std::signbit(value)) {
        out += "-0.0";  // "-0" is an integer to most readers, and loses its sign
    } else {
        std::array<char, 32> digits{};
        const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr;
        out.append(digits.data(), end);
    }
}

}  // namespace attn
