#include "ui/figure/color_map.h"

#include <algorithm>
#include <cmath>

namespace attn::ui {
namespace {

double luminance(QRgb color) {
    const auto linear = [](int channel) {
        const double c = channel / 255.0;
        return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
    };
    return 0.2126 * linear(qRed(color)) + 0.7152 * linear(qGreen(color)) + 0.0722 * linear(qBlue(color));
}

}  // namespace

QRgb color(MapName map, double t) {
    const ColorTable& table = colorTable(map);
    if (!(t > 0.0))
        return table.front();
    return table[static_cast<std::size_t>(std::min(t, 1.0) * 255.0 + 0.5)];
}

double contrast(QRgb a, QRgb b) {
    const double first = luminance(a), second = luminance(b);
    return (std::max(first, second) + 0.05) / (std::min(first, second) + 0.05);
}

QRgb inkOn(QRgb ground) {
    constexpr QRgb kBlack = 0xFF000000, kWhite = 0xFFFFFFFF;
    return contrast(ground, kBlack) >= contrast(ground, kWhite) ? kBlack : kWhite;
}

}  // namespace attn::ui
