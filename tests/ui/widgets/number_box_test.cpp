#include "ui/widgets/number_box.h"

#include <QLineEdit>
#include <QSignalSpy>
#include <QStyleOptionSpinBox>
#include <QTest>
#include <QWheelEvent>

#include "tests/support/catch.h"

using namespace attn::ui;

namespace {

template <class Box>
struct Shown {
    Shown() {
        other.move(0, 40);
        page.resize(200, 100);
        page.show();
        REQUIRE(QTest::qWaitForWindowActive(&page));
        box.setFocus(Qt::TabFocusReason);
    }
    QString text() const { return box.template findChild<QLineEdit*>()->text(); }
    void type(const char* keys) {
        box.selectAll();
        // QTest::keyClicks knows Latin-1 only.
        for (const QChar sign : QString::fromUtf8(keys)) {
            QKeyEvent press(QEvent::KeyPress, Qt::Key_unknown, Qt::NoModifier, QString(sign));
            QApplication::sendEvent(&box, &press);
        }
    }
    void leave() { other.setFocus(Qt::TabFocusReason); }
    void wheel() {
        const QPoint at = box.rect().center();
        QWheelEvent event(at, box.mapToGlobal(at), QPoint(), QPoint(0, 120), Qt::NoButton, Qt::NoModifier,
                          Qt::NoScrollPhase, false);
        QApplication::sendEvent(&box, &event);
    }
    QPoint upButton() {
        QStyleOptionSpinBox option;
        option.initFrom(&box);
        option.buttonSymbols = QAbstractSpinBox::UpDownArrows;
        return box.style()->subControlRect(QStyle::CC_SpinBox, &option, QStyle::SC_SpinBoxUp, &box).center();
    }

    QWidget page;
    Box box{QStringLiteral("Box"), &page};
    QLineEdit other{&page};
};

}  // namespace

TEST_CASE("NumberBox: typing counts on Enter and on leaving, once each", "[widgets][number]") {
    Shown<NumberBox> shown;
    QSignalSpy edited(&shown.box, &NumberBox::edited);
    shown.type("1.25");
    CHECK(edited.isEmpty());
    QTest::keyClick(&shown.box, Qt::Key_Return);
    REQUIRE(edited.count() == 1);
    CHECK(edited.at(0).at(0).toDouble() == 1.25);
    shown.type("-3");
    shown.leave();
    REQUIRE(edited.count() == 2);
    CHECK(shown.box.value() == -3.0);
    CHECK(shown.text() == QStringLiteral("−3.00"));
}

TEST_CASE("NumberBox: comma and point both separate decimals, any minus counts", "[widgets][number]") {
    Shown<NumberBox> shown;
    for (const char* keys : {"-0.5", "-0,5", "−0,5", "−.5"}) {
        INFO(keys);
        shown.box.setValue(7.0);
        shown.type(keys);
        QTest::keyClick(&shown.box, Qt::Key_Return);
        CHECK(shown.box.value() == -0.5);
    }
}

TEST_CASE("NumberBox: Escape restores, and is passed on when there is nothing to restore", "[widgets][number]") {
    Shown<NumberBox> shown;
    shown.box.setValue(1.5);
    QSignalSpy edited(&shown.box, &NumberBox::edited);
    shown.type("9");
    QTest::keyClick(&shown.box, Qt::Key_Escape);
    CHECK(shown.text() == QStringLiteral("1.50"));
    shown.leave();
    CHECK(shown.box.value() == 1.5);
    CHECK(edited.isEmpty());
}

TEST_CASE("NumberBox: shows few digits but keeps all", "[widgets][number]") {
    Shown<NumberBox> shown;
    const double third = 1.0 / 3.0;
    shown.leave();
    shown.box.setValue(third);
    CHECK(shown.text() == QStringLiteral("0.33"));
    shown.box.setFocus(Qt::TabFocusReason);
    CHECK(shown.text() == QStringLiteral("0.3333333333333333"));
    QTest::keyClick(&shown.box, Qt::Key_Return);
    shown.leave();
    CHECK(shown.box.value() == third);
    CHECK(shown.text() == QStringLiteral("0.33"));
}

TEST_CASE("NumberBox: a small or large value does not become zero or a row of digits", "[widgets][number]") {
    Shown<NumberBox> shown;
    shown.leave();
    shown.box.setValue(1e-7);
    CHECK(shown.text() == QStringLiteral("1e−07"));
    shown.box.setValue(1e20);
    CHECK(shown.text() == QStringLiteral("1e+20"));
    shown.box.setValue(0.0);
    CHECK(shown.text() == QStringLiteral("0.00"));
}

TEST_CASE("NumberBox: what lies outside the range becomes its end", "[widgets][number]") {
    Shown<NumberBox> shown;
    shown.box.setRange(0.1, 10.0);
    shown.type("11");
    QTest::keyClick(&shown.box, Qt::Key_Return);
    CHECK(shown.box.value() == 10.0);
    shown.type("");
    QTest::keyClick(&shown.box, Qt::Key_Delete);
    QTest::keyClick(&shown.box, Qt::Key_Return);
    CHECK(shown.box.value() == 10.0);
}

TEST_CASE("NumberBox: steps without the noise of binary fractions", "[widgets][number]") {
    Shown<NumberBox> shown;
    shown.box.setValue(0.1);
    shown.box.stepBy(1);
    shown.box.stepBy(1);
    CHECK(shown.box.value() == 0.3);
}

TEMPLATE_TEST_CASE("Number boxes: the wheel works with focus only", "[widgets][number]", NumberBox, IntBox) {
    Shown<TestType> shown;
    shown.box.setSingleStep(1);
    shown.wheel();
    CHECK(shown.box.value() == 1);
    shown.leave();
    shown.wheel();
    CHECK(shown.box.value() == 1);
}

TEMPLATE_TEST_CASE("Number boxes: focus selects the whole text", "[widgets][number]", NumberBox, IntBox) {
    Shown<TestType> shown;
    shown.leave();
    shown.box.setFocus(Qt::TabFocusReason);
    CHECK(shown.box.template findChild<QLineEdit*>()->selectedText() == shown.text());
}

TEMPLATE_TEST_CASE("Number boxes: being set is silent", "[widgets][number]", NumberBox, IntBox) {
    Shown<TestType> shown;
    QSignalSpy edited(&shown.box, &TestType::edited);
    shown.box.setValue(5);
    CHECK(edited.isEmpty());
    CHECK(shown.box.value() == 5);
}

TEMPLATE_TEST_CASE("Number boxes: one hold of a step is one gesture", "[widgets][number]", NumberBox, IntBox) {
    Shown<TestType> shown;
    QStringList order;
    QObject::connect(&shown.box, &TestType::gestureStarted, [&] { order << QStringLiteral("start"); });
    QObject::connect(&shown.box, &TestType::gestureEnded, [&] { order << QStringLiteral("end"); });
    QObject::connect(&shown.box, &TestType::edited, [&] { order << QStringLiteral("edit"); });
    const QStringList oneEdit{QStringLiteral("start"), QStringLiteral("edit"), QStringLiteral("end")};
    QTest::mouseClick(&shown.box, Qt::LeftButton, {}, shown.upButton());
    CHECK(order == oneEdit);

    order.clear();
    QTest::keyPress(&shown.box, Qt::Key_Up);
    QKeyEvent again(QEvent::KeyPress, Qt::Key_Up, Qt::NoModifier, QString(), true);
    QApplication::sendEvent(&shown.box, &again);
    QTest::keyRelease(&shown.box, Qt::Key_Up);
    CHECK(order.front() == QStringLiteral("start"));
    CHECK(order.back() == QStringLiteral("end"));
    CHECK(order.count(QStringLiteral("edit")) == order.size() - 2);
    CHECK(order.size() > 3);

    order.clear();
    QTest::keyPress(&shown.box, Qt::Key_Up);
    shown.leave();
    CHECK(order == oneEdit);
}

TEST_CASE("IntBox: typing counts on Enter, Escape restores, letters are refused", "[widgets][number]") {
    Shown<IntBox> shown;
    shown.box.setRange(-20, 64);
    QSignalSpy edited(&shown.box, &IntBox::edited);
    shown.type("-1x2");
    CHECK(shown.text() == QStringLiteral("-12"));
    QTest::keyClick(&shown.box, Qt::Key_Return);
    CHECK(shown.box.value() == -12);
    CHECK(shown.text() == QStringLiteral("−12"));
    shown.type("7");
    QTest::keyClick(&shown.box, Qt::Key_Escape);
    CHECK(shown.text() == QStringLiteral("−12"));
    shown.type("900");
    QTest::keyClick(&shown.box, Qt::Key_Return);
    CHECK(shown.box.value() == 64);
    CHECK(edited.count() == 2);
}

TEST_CASE("NumberBox: shows numbers at the ends of what a double holds", "[widgets]") {
    NumberBox box(QStringLiteral("Temperature"));
    box.setRange(1e-322, std::numeric_limits<double>::max());
    box.setValue(1e-320);
    CHECK(box.value() == 1e-320);
    CHECK(box.text() == QStringLiteral("1e−320"));
    box.setValue(1e300);
    CHECK(box.value() == 1e300);
    CHECK(box.text() == QStringLiteral("1e+300"));
}
