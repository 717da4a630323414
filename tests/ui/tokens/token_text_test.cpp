#include "ui/tokens/token_text.h"

#include "tests/support/catch.h"

using namespace attn::ui;

TEST_CASE("chipText: what has no shape of its own gets one, markup stays as it is", "[tokens]") {
    CHECK(chipText(QStringLiteral(" cat")) == QStringLiteral("␣cat"));
    CHECK(chipText(QStringLiteral("\n\t")) == QStringLiteral("↵⇥"));
    CHECK(chipText(QString()) == QStringLiteral("“”"));
    CHECK(chipText(QStringLiteral("<b>x</b>&amp;")) == QStringLiteral("<b>x</b>&amp;"));
    CHECK(chipText(QString(QChar(0x202E))) == QStringLiteral("⟨U+202E⟩"));
    CHECK(chipText(QStringLiteral("注意力")) == QStringLiteral("注意力"));
}

TEST_CASE("chipText: a long token loses its middle", "[tokens]") {
    CHECK(chipText(QStringLiteral("abcdefghij"), 5) == QStringLiteral("ab…ij"));
    CHECK(chipText(QStringLiteral("abcde"), 5) == QStringLiteral("abcde"));
}
