#include "ui/tokens/token_text.h"

#include <QTextDocument>

#include "tests/support/catch.h"

using namespace attn::ui;

TEST_CASE("visibleToken: what has no shape of its own gets one, markup stays as it is", "[tokens]") {
    CHECK(visibleToken(QStringLiteral(" cat")) == QStringLiteral("␣cat"));
    CHECK(visibleToken(QStringLiteral("\n\t")) == QStringLiteral("↵⇥"));
    CHECK(visibleToken(QString()) == QStringLiteral("“”"));
    CHECK(visibleToken(QStringLiteral("<b>x</b>&amp;")) == QStringLiteral("<b>x</b>&amp;"));
    CHECK(visibleToken(QString(QChar(0x202E))) == QStringLiteral("⟨U+202E⟩"));
    CHECK(visibleToken(QStringLiteral("注意力")) == QStringLiteral("注意力"));
}

TEST_CASE("visibleToken: a long token loses its middle", "[tokens]") {
    CHECK(visibleToken(QStringLiteral("abcdefghij"), 5) == QStringLiteral("ab…ij"));
    CHECK(visibleToken(QStringLiteral("abcde"), 5) == QStringLiteral("abcde"));
}

TEST_CASE("literalToolTip: a tooltip shows the signs themselves", "[tokens]") {
    const QString text = GENERATE(QStringLiteral("<b>x</b>"), QStringLiteral("a&b"), QStringLiteral("&lt;s&gt;"),
                                  QStringLiteral("<!-- gone --> <script>"), QStringLiteral("plain"));
    const QString tip = literalToolTip(text);
    if (!Qt::mightBeRichText(tip)) {
        CHECK(tip == text);
        return;
    }
    QTextDocument shown;
    shown.setHtml(tip);
    CHECK(shown.toPlainText() == text);
}
