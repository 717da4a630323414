#include "ui/widgets/segmented_control.h"

#include <QAbstractButton>
#include <QSignalSpy>
#include <QTest>

#include "tests/support/catch.h"

using namespace attn::ui;

namespace {

QAbstractButton* word(const SegmentedControl& control, int index) {
    return control.findChildren<QAbstractButton*>().at(index);
}

}  // namespace

TEST_CASE("SegmentedControl: the arrow keys choose, and say so once", "[widgets][segments]") {
    SegmentedControl control(QStringLiteral("Scale"));
    control.setWords({QStringLiteral("1/√d"), QStringLiteral("Off"), QStringLiteral("Custom")});
    control.show();
    REQUIRE(QTest::qWaitForWindowActive(&control));
    QSignalSpy chosen(&control, &SegmentedControl::chosen);
    word(control, 0)->setFocus();
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Right);
    CHECK(control.current() == 1);
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Right);
    CHECK(control.current() == 2);
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Left);
    CHECK(control.current() == 1);
    REQUIRE(chosen.count() == 3);
    CHECK(chosen.at(1).at(0).toInt() == 2);
}

TEST_CASE("SegmentedControl: a click chooses, a second one on the same word is silent", "[widgets][segments]") {
    SegmentedControl control(QStringLiteral("Scale"));
    control.setWords({QStringLiteral("One"), QStringLiteral("Mean")});
    control.show();
    QSignalSpy chosen(&control, &SegmentedControl::chosen);
    QTest::mouseClick(word(control, 1), Qt::LeftButton);
    QTest::mouseClick(word(control, 1), Qt::LeftButton);
    CHECK(chosen.count() == 1);
    CHECK(control.current() == 1);
}

TEST_CASE("SegmentedControl: being set is silent, and none can be current", "[widgets][segments]") {
    SegmentedControl control(QStringLiteral("Scale"));
    control.setWords({QStringLiteral("One"), QStringLiteral("Mean")});
    QSignalSpy chosen(&control, &SegmentedControl::chosen);
    control.setCurrent(1);
    CHECK(word(control, 1)->isChecked());
    control.setCurrent(7);
    CHECK(control.current() == -1);
    CHECK_FALSE(word(control, 1)->isChecked());
    CHECK(chosen.isEmpty());
}

TEST_CASE("SegmentedControl: a word is said without its markup of subscripts", "[widgets][segments]") {
    SegmentedControl control(QStringLiteral("Scale"));
    control.setWords(std::vector<TextRuns>{{{QStringLiteral("1/√d")}, {QStringLiteral("k"), TextRun::Subscript}},
                                           {{QStringLiteral("Off")}}});
    CHECK(word(control, 0)->accessibleName() == QStringLiteral("1/√dk"));
    CHECK(word(control, 0)->sizeHint().height() >= 28);
}
