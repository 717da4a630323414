#include "ui/figure/color_map.h"

#include <QColor>
#include <cmath>

#include "tests/support/catch.h"

using namespace attn::ui;

namespace {

/// Lightness by OKLab, written anew here: the tables are made by a script of its own.
double lightness(QRgb color) {
    const auto linear = [](int channel) {
        const double c = channel / 255.0;
        return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
    };
    const double r = linear(qRed(color)), g = linear(qGreen(color)), b = linear(qBlue(color));
    const double l = std::cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
    const double m = std::cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
    const double s = std::cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
    return 0.2104542553 * l + 0.7936177850 * m - 0.0040720468 * s;
}

constexpr MapName kMaps[] = {MapName::Cividis, MapName::Viridis, MapName::Magma, MapName::Grey, MapName::Diverging, MapName::Ink};

}  // namespace

TEST_CASE("colour maps: lightness rises along each but ink, and falls again past the middle of the diverging one",
          "[figure]") {
    for (const MapName map : kMaps) {
        const ColorTable& table = colorTable(map);
        for (std::size_t i = 1; i < 256; ++i) {
            CAPTURE(static_cast<int>(map), i);
            // 8 bits round a step of a dark map by up to 0.004.
            const double step = (lightness(table[i]) - lightness(table[i - 1])) * (map == MapName::Ink ? -1.0 : 1.0);
            if (map == MapName::Diverging && i > 128)
                CHECK(step < 0.004);
            else
                CHECK(step > -0.004);
        }
        if (map != MapName::Diverging)
            for (std::size_t i = 8; i < 256; ++i)
                CHECK((lightness(table[i]) > lightness(table[i - 8])) != (map == MapName::Ink));
    }
}

TEST_CASE("colour maps: the ends and middles are the published ones", "[figure]") {
    CHECK(color(MapName::Cividis, 0.0) == QColor(0, 34, 78).rgb());
    CHECK(color(MapName::Cividis, 1.0) == QColor(254, 232, 56).rgb());
    CHECK(color(MapName::Viridis, 0.0) == QColor(68, 1, 84).rgb());
    CHECK(color(MapName::Magma, 1.0) == QColor(252, 253, 191).rgb());
    CHECK(color(MapName::Diverging, 0.0) == QColor(0x12, 0x3F, 0x73).rgb());
    CHECK(color(MapName::Diverging, 0.5) == QColor(0xF4, 0xF2, 0xEE).rgb());
    CHECK(color(MapName::Diverging, 1.0) == QColor(0x7A, 0x2C, 0x0C).rgb());
}

TEST_CASE("colour maps: a number on a cell is readable on every colour", "[figure]") {
    for (const MapName map : kMaps)
        for (const QRgb ground : colorTable(map)) {
            CAPTURE(static_cast<int>(map), QColor(ground).name().toStdString());
            CHECK(contrast(ground, inkOn(ground)) >= 4.58);
            if (map == MapName::Cividis || map == MapName::Diverging)
                CHECK(contrast(ground, inkOn(ground)) >= 4.59);
        }
}

TEST_CASE("color: outside 0 to 1 has the end's colour", "[figure]") {
    CHECK(color(MapName::Viridis, -1e300) == colorTable(MapName::Viridis).front());
    CHECK(color(MapName::Viridis, 1e300) == colorTable(MapName::Viridis).back());
    CHECK(color(MapName::Viridis, std::nan("")) == colorTable(MapName::Viridis).front());
}
