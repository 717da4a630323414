#include "core/base/text.h"

#include <array>
#include <cmath>
#include <cstdio>

namespace attn {

std::string bytesText(double bytes) {
    static constexpr std::array kUnits{"bytes", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
    if (!std::isfinite(bytes))
        return std::isnan(bytes) ? "NaN bytes" : "infinitely many bytes";
    std::size_t unit = 0;
    // 1023.6 KiB would round to "1024 KiB", which is 1 MiB.
    while (std::abs(bytes) >= (unit == 0 ? 1024.0 : 1023.5) && unit + 1 < kUnits.size()) {
        bytes /= 1024.0;
        ++unit;
    }
    if (bytes == 1.0 && unit == 0)
        return "1 byte";
    std::array<char, 40> text{};
    const double size = std::abs(bytes);
    const int decimals = size >= 99.95 ? 0 : size >= 9.995 ? 1 : 2;
    const int length = std::snprintf(text.data(), text.size(), "%.*f", decimals, bytes);
    std::string number(text.data(), static_cast<std::size_t>(length));
    if (number.find('.') != std::string::npos) {
        number.erase(number.find_last_not_of('0') + 1);
        if (number.back() == '.')
            number.pop_back();
    }
    return number + " " + kUnits[unit];
}

std::string countText(Index count) {
    std::string digits = std::to_string(count);
    const std::size_t first = digits[0] == '-' ? 1 : 0;
    for (std::size_t at = digits.size(); at > first + 3;) {
        at -= 3;
        digits.insert(at, "\u2009");
    }
    return digits;
}

}  // namespace attn
