#include "ui/theme/style.h"

#include <QComboBox>
#include <QFocusFrame>
#include <QImage>
#include <QLineEdit>
#include <QMenuBar>
#include <QMouseEvent>
#include <QPushButton>
#include <QTest>
#include <QVBoxLayout>

#include "tests/support/catch.h"

using namespace attn::ui;

TEST_CASE("applyTheme: palette, font and style follow, and later calls win", "[theme][style]") {
    for (const auto kind : {ThemeKind::Dark, ThemeKind::Light}) {
        applyTheme(*qApp, kind);
        CHECK(currentTheme().kind == kind);
        CHECK(QApplication::palette().color(QPalette::WindowText) == theme(kind).text);
        CHECK(QApplication::palette().color(QPalette::Disabled, QPalette::WindowText) == theme(kind).disabledText);
        CHECK(systemTheme() == kind);
        CHECK(QApplication::font().family() == QStringLiteral("Lato"));
    }
}

TEST_CASE("style: controls are 28 tall and grow with the font scale", "[theme][style]") {
    for (const double scale : {1.0, 1.15, 1.3, 1.5}) {
        setFontScale(scale);
        applyTheme(*qApp, ThemeKind::Light);
        QComboBox combo;
        combo.addItem(QStringLiteral("None"));
        QLineEdit line;
        QPushButton button(QStringLiteral("Reset"));
        CAPTURE(scale);
        CHECK(combo.sizeHint().height() == scaled(28));
        CHECK(line.sizeHint().height() == scaled(28));
        CHECK(button.sizeHint().height() == scaled(28));
        CHECK(button.sizeHint().height() >= button.fontMetrics().height());
    }
    setFontScale(1.0);
    applyTheme(*qApp, ThemeKind::Light);
}

TEST_CASE("style: an input has a strong foot, an accent one with the focus", "[theme][style]") {
    applyTheme(*qApp, ThemeKind::Light);
    QWidget page;
    QLineEdit line(&page);
    line.setGeometry(20, 20, 100, 28);
    QLineEdit other(&page);
    other.setGeometry(20, 80, 100, 28);
    page.resize(200, 120);
    page.show();
    REQUIRE(QTest::qWaitForWindowActive(&page));
    other.setFocus();
    const auto foot = [&] { return page.grab().toImage().pixelColor(70, 47).rgb(); };
    CHECK(foot() == currentTheme().strongLine.rgb());
    line.setFocus();
    CHECK(foot() == currentTheme().accent.rgb());
}

TEST_CASE("focus ring: the keyboard brings it, the mouse takes it away", "[theme][style]") {
    applyTheme(*qApp, ThemeKind::Light);
    QWidget page;
    auto* column = new QVBoxLayout(&page);
    auto* first = new QPushButton(QStringLiteral("First"));
    auto* second = new QPushButton(QStringLiteral("Second"));
    column->addWidget(first);
    column->addWidget(second);
    page.show();
    REQUIRE(QTest::qWaitForWindowActive(&page));
    first->setFocus();
    QTest::keyClick(first, Qt::Key_Tab);
    REQUIRE(second->hasFocus());
    auto* ring = page.findChild<QFocusFrame*>();
    REQUIRE(ring);
    CHECK(ring->widget() == second);
    CHECK(ring->geometry() == second->geometry().adjusted(-4, -4, 4, 4));
    const QImage image = page.grab().toImage();
    CHECK(image.pixelColor(second->geometry().center().x(), second->geometry().top() - 3).rgb() ==
          currentTheme().accent.rgb());
    CHECK(image.pixelColor(second->geometry().center().x(), second->geometry().top() - 1).rgb() ==
          currentTheme().surface.rgb());
    QTest::mouseClick(first, Qt::LeftButton);
    CHECK(ring->widget() == nullptr);
}
