#include "ui/figure/figure_text.h"

#include <QLabel>
#include <QTextDocument>
#include <limits>

#include "tests/support/catch.h"
#include "ui/figure/plain_tool_tip.h"
#include "ui/figure/ticks.h"

using namespace attn::ui;

TEST_CASE("plainToolTip: markup and escaped markup are shown letter for letter", "[figure]") {
    const QString token = GENERATE(QStringLiteral("<b>x</b>"), QStringLiteral("&lt;"), QStringLiteral("a&b"),
                                   QStringLiteral("<!-- gone -->"), QStringLiteral("plain"), QStringLiteral("<s>"));
    const QString tip = plainToolTip(token);
    CHECK(Qt::mightBeRichText(tip));
    QTextDocument shown;
    shown.setHtml(tip);
    CHECK(shown.toPlainText() == token);
}

TEST_CASE("visibleToken: blanks and control characters get a shape, everything else stays", "[figure]") {
    CHECK(visibleToken(QStringLiteral("\n")) == QStringLiteral("↵"));
    CHECK(visibleToken(QStringLiteral("a\tb")) == QStringLiteral("a⇥b"));
    CHECK(visibleToken(QStringLiteral("  ")) == QStringLiteral("␣␣"));
    CHECK(visibleToken(QStringLiteral(" the")) == QStringLiteral(" the"));
    CHECK(visibleToken(QString(QChar(0x01))) == QStringLiteral("⟨U+0001⟩"));
    CHECK(visibleToken(QString(QChar(0x00))) == QStringLiteral("⟨U+0000⟩"));
    CHECK(visibleToken(QString(QChar(0x202E))) == QStringLiteral("⟨U+202E⟩"));
    CHECK(visibleToken(QString(QChar(0xD800))) == QString(QChar(0xFFFD)));
    for (const QString& same : {QStringLiteral("<b>x</b>"), QStringLiteral("مرحبا"), QStringLiteral("👩‍🏫")})
        CHECK(visibleToken(same) == same);
}

TEST_CASE("numbers: true minus, words for what is not finite, and no digit lost", "[figure]") {
    CHECK(exactNumber(0.1) == QStringLiteral("0.1"));
    CHECK(exactNumber(-2.5) == QStringLiteral("−2.5"));
    CHECK(exactNumber(-std::numeric_limits<double>::infinity()) == QStringLiteral("−∞"));
    CHECK(fixedNumber(0.768, 2, true) == QStringLiteral(".77"));
    CHECK(fixedNumber(-0.768, 2, true) == QStringLiteral("−.77"));
    CHECK(fixedNumber(10.5, 1, true) == QStringLiteral("10.5"));
    CHECK(fixedNumber(0.0, 3) == QStringLiteral("0"));
    CHECK(fixedNumber(0.0001, 2) == QStringLiteral("0.00"));
    CHECK(fixedNumber(std::nan(""), 2) == QStringLiteral("NaN"));
}

TEST_CASE("scaleTicks: both ends stand, round numbers between, never more than five for weights", "[figure]") {
    const auto texts = [](double low, double high, bool isLog = false) {
        QStringList all;
        for (const Tick& tick : scaleTicks(low, high, isLog, 0.15))
            all << tick.text;
        return all;
    };
    CHECK(texts(0, 1) == QStringList{QStringLiteral("0"), QStringLiteral("0.25"), QStringLiteral("0.50"),
                                     QStringLiteral("0.75"), QStringLiteral("1")});
    CHECK(texts(-4, 4).join(u' ') == QStringLiteral("−4 −2 0 2 4"));
    CHECK(texts(1e-4, 1, true).size() >= 3);
    CHECK(texts(2, 2).size() == 2);
    CHECK(texts(-1e308, 1e308).size() >= 2);
}

TEST_CASE("abbreviated: the middle goes, both ends and the position stay", "[figure]") {
    const QFont font = figureType(false).label;
    const FigureLabel whole{QStringLiteral("Donaudampfschifffahrtskapitän"), 7};
    const FigureLabel shorter = abbreviated(whole, font, 90);
    CHECK(labelWidth(shorter, font) <= 90.5);
    CHECK(shorter.index == 7);
    CHECK(shorter.text.startsWith(u'D'));
    CHECK(shorter.text.endsWith(u'n'));
    CHECK(abbreviated({QStringLiteral("cat"), -1}, font, 90).text == QStringLiteral("cat"));
}
