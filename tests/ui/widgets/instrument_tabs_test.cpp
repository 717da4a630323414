#include "ui/widgets/instrument_tabs.h"

#include <QAbstractButton>
#include <QMenu>
#include <QSignalSpy>
#include <QTest>

#include "tests/support/catch.h"

using namespace attn::ui;

namespace {

const QStringList& names() {
    static const QStringList kNames =
        QStringLiteral("Heatmap Heads Mask Saturation Memory Tiles").split(QLatin1Char(' '));
    return kNames;
}

QStringList wordsOf(const QMenu& menu) {
    QStringList words;
    for (const QAction* action : menu.actions())
        words << action->text();
    return words;
}

}  // namespace

TEST_CASE("InstrumentTabs: what does not fit is in More, in the same order", "[widgets][tabs]") {
    InstrumentTabs tabs;
    tabs.setTabs(names());
    tabs.resize(tabs.sizeHint());
    tabs.show();
    CHECK(tabs.shownCount() == names().size());
    CHECK(wordsOf(*tabs.moreMenu()).isEmpty());
    for (int width = tabs.sizeHint().width(); width >= tabs.minimumSizeHint().width(); width -= 10) {
        tabs.resize(width, 44);
        CAPTURE(width, tabs.shownCount());
        CHECK(wordsOf(*tabs.moreMenu()) == names().mid(tabs.shownCount()));
        for (const QWidget* child : tabs.findChildren<QAbstractButton*>())
            CHECK((child->isHidden() || child->geometry().right() < width));
    }
}

TEST_CASE("InstrumentTabs: a choice from More is a choice, and marks More", "[widgets][tabs]") {
    InstrumentTabs tabs;
    tabs.setTabs(names());
    tabs.resize(260, 44);
    tabs.show();
    REQUIRE(tabs.shownCount() < names().size());
    QSignalSpy chosen(&tabs, &InstrumentTabs::chosen);
    tabs.moreMenu()->actions().back()->trigger();
    REQUIRE(chosen.count() == 1);
    CHECK(chosen.at(0).at(0).toInt() == names().size() - 1);
    CHECK(tabs.moreMenu()->actions().back()->isChecked());
    CHECK(tabs.findChild<QAbstractButton*>(QString(), Qt::FindDirectChildrenOnly)->isChecked());
}

TEST_CASE("InstrumentTabs: arrows, Home and End walk through all of them", "[widgets][tabs]") {
    InstrumentTabs tabs;
    tabs.setTabs(names());
    tabs.resize(tabs.sizeHint());
    tabs.show();
    REQUIRE(QTest::qWaitForWindowActive(&tabs));
    QSignalSpy chosen(&tabs, &InstrumentTabs::chosen);
    tabs.findChildren<QAbstractButton*>().at(1)->setFocus();
    const auto press = [](Qt::Key key) { QTest::keyClick(QApplication::focusWidget(), key); };
    press(Qt::Key_Right);
    CHECK(tabs.current() == 1);
    press(Qt::Key_End);
    CHECK(tabs.current() == 5);
    press(Qt::Key_Right);
    CHECK(tabs.current() == 5);
    press(Qt::Key_Left);
    CHECK(tabs.current() == 4);
    press(Qt::Key_Home);
    CHECK(tabs.current() == 0);
    CHECK(chosen.count() == 4);
}

TEST_CASE("InstrumentTabs: being set is silent, a click is not", "[widgets][tabs]") {
    InstrumentTabs tabs;
    tabs.setTabs(names());
    tabs.resize(tabs.sizeHint());
    tabs.show();
    QSignalSpy chosen(&tabs, &InstrumentTabs::chosen);
    tabs.setCurrent(3);
    CHECK(chosen.isEmpty());
    QTest::mouseClick(tabs.findChildren<QAbstractButton*>().at(2), Qt::LeftButton);
    CHECK(tabs.current() == 1);
    CHECK(chosen.count() == 1);
}
