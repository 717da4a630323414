#include "ui/theme/theme.h"

#include <QFontInfo>
#include <cmath>

#include "tests/support/catch.h"

using namespace attn::ui;

namespace {

double luminance(const QColor& color) {
    const auto linear = [](double c) { return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4); };
    return 0.2126 * linear(color.redF()) + 0.7152 * linear(color.greenF()) + 0.0722 * linear(color.blueF());
}

double contrast(const QColor& a, const QColor& b) {
    const double high = std::max(luminance(a), luminance(b));
    const double low = std::min(luminance(a), luminance(b));
    return (high + 0.05) / (low + 0.05);
}

}  // namespace

TEST_CASE("theme: all information is readable on its ground", "[theme]") {
    const auto kind = GENERATE(ThemeKind::Light, ThemeKind::Dark);
    const Theme& t = theme(kind);
    for (const QColor& ground : {t.surface, t.window}) {
        for (const QColor& ink : {t.text, t.secondText, t.accent, t.query, t.key, t.value})
            CHECK(contrast(ink, ground) >= 4.5);
        CHECK(contrast(t.strongLine, ground) >= 3.0);
    }
    CHECK(contrast(t.onAccent, t.accent) >= 4.5);
    CHECK(contrast(t.accent, t.accentGround) >= 4.5);
    CHECK(contrast(t.warningText, t.warningGround) >= 4.5);
    CHECK(contrast(t.fault, t.faultGround) >= 4.5);
}

TEST_CASE("bodyFont: the bundled font is the one that is drawn", "[theme]") {
    CHECK(QFontInfo(bodyFont()).family() == QStringLiteral("Lato"));
    CHECK(QFontInfo(bodyFont(type::kBody, QFont::DemiBold)).weight() == QFont::DemiBold);
    CHECK(bodyFont(type::kTitle).pixelSize() == 18);
}
