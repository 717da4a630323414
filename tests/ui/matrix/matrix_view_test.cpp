#include "ui/matrix/matrix_view.h"

#include <QScrollBar>
#include <cmath>
#include <limits>

#include "tests/support/catch.h"
#include "tests/ui/matrix/matrix_desk.h"
#include "ui/theme/style.h"

using namespace attn;
using namespace attn::ui;
using namespace attn::ui::test;

namespace {

/// Adds up what is painted again.
struct PaintWatch : QObject {
    QRegion painted;
    bool eventFilter(QObject*, QEvent* event) override {
        if (event->type() == QEvent::Paint)
            painted += static_cast<QPaintEvent*>(event)->region();
        return false;
    }
};

}  // namespace

TEST_CASE("MatrixView: typing replaces, Enter keeps and moves down", "[matrix]") {
    Desk desk(counting(3, 2));
    desk.type(QStringLiteral("-1.5"));
    REQUIRE(desk.view.isEditing());
    CHECK(desk.shownEditor()->text() == QStringLiteral("-1.5"));
    desk.key(Qt::Key_Return);
    CHECK_FALSE(desk.view.isEditing());
    CHECK(desk.values()(0, 0) == -1.5);
    CHECK(desk.view.currentRow() == 1);
    CHECK(desk.view.currentCol() == 0);
    CHECK(desk.view.hasFocus());
}

TEST_CASE("MatrixView: Tab keeps and moves right, Shift+Tab left, rows follow one another", "[matrix]") {
    Desk desk(counting(2, 2));
    desk.type(QStringLiteral("7"));
    desk.key(Qt::Key_Tab);
    CHECK(desk.view.currentCol() == 1);
    desk.type(QStringLiteral("8"));
    desk.key(Qt::Key_Tab);
    CHECK(desk.view.currentRow() == 1);
    CHECK(desk.view.currentCol() == 0);
    desk.type(QStringLiteral("9"));
    desk.key(Qt::Key_Backtab, Qt::ShiftModifier);
    CHECK(desk.view.currentRow() == 0);
    CHECK(desk.view.currentCol() == 1);
    CHECK(desk.values().values == std::vector<double>{7, 8, 9, 3});
}

TEST_CASE("MatrixView: Escape restores and says nothing was changed", "[matrix]") {
    Desk desk(counting(2, 2));
    desk.type(QStringLiteral("55"));
    desk.key(Qt::Key_Escape);
    CHECK_FALSE(desk.view.isEditing());
    CHECK(desk.edits.empty());
    CHECK(desk.values() == counting(2, 2));
}

TEST_CASE("MatrixView: an editor shows every digit, all chosen, and keeping it untouched changes nothing", "[matrix]") {
    Matrix values(1, 1);
    values(0, 0) = 0.1 + 0.2;
    Desk desk(values, 2);
    desk.key(Qt::Key_F2);
    REQUIRE(desk.view.isEditing());
    CHECK(desk.shownEditor()->text() == QStringLiteral("0.30000000000000004"));
    CHECK(desk.shownEditor()->selectedText() == desk.shownEditor()->text());
    desk.key(Qt::Key_Return);
    CHECK(desk.edits.empty());
    CHECK(desk.values()(0, 0) == 0.1 + 0.2);

    desk.mouse(QEvent::MouseButtonPress, desk.centre(0, 0));
    desk.mouse(QEvent::MouseButtonRelease, desk.centre(0, 0));
    desk.mouse(QEvent::MouseButtonDblClick, desk.centre(0, 0));
    CHECK(desk.view.isEditing());
}

TEST_CASE("MatrixView: a text that is no number stays, is marked, and says why", "[matrix]") {
    Desk desk(counting(2, 2));
    desk.type(QStringLiteral("1.2.3"));
    desk.key(Qt::Key_Return);
    REQUIRE(desk.view.isEditing());
    CHECK(desk.shownEditor()->text() == QStringLiteral("1.2.3"));
    CHECK(desk.isFaultShown);
    CHECK(desk.message.contains(QStringLiteral("“1.2.3” is not a number")));
    CHECK(desk.edits.empty());
    CHECK(desk.shownEditor()->palette().color(QPalette::Base) == currentTheme().faultGround);

    // Another cell cannot be reached past it, and no picture that arrives meanwhile throws the text away.
    desk.mouse(QEvent::MouseButtonPress, desk.centre(1, 1));
    CHECK(desk.view.currentRow() == 0);
    desk.show();
    REQUIRE(desk.view.isEditing());
    desk.key(Qt::Key_Backspace);
    desk.key(Qt::Key_Backspace);
    desk.key(Qt::Key_Return);
    CHECK(desk.values()(0, 0) == 1.2);
    CHECK(desk.message.isEmpty());
}

TEST_CASE("MatrixView: NaN and infinities are values", "[matrix]") {
    Desk desk(counting(3, 1));
    desk.type(QStringLiteral("nan"));
    desk.key(Qt::Key_Return);
    desk.type(QStringLiteral("-inf"));
    desk.key(Qt::Key_Return);
    CHECK(std::isnan(desk.values()(0, 0)));
    CHECK(desk.values()(1, 0) == -std::numeric_limits<double>::infinity());
}

TEST_CASE("MatrixView: one drag on a number is one gesture, and moves it by its magnitude", "[matrix]") {
    Desk desk(counting(2, 2));
    const QPoint from = desk.centre(0, 1);
    desk.mouse(QEvent::MouseButtonPress, from);
    for (int x = 1; x <= 40; ++x)
        desk.mouse(QEvent::MouseMove, from + QPoint(x, 0));
    desk.mouse(QEvent::MouseButtonRelease, from + QPoint(40, 0));
    CHECK(desk.values()(0, 1) == 2.0);
    CHECK(desk.edits.size() > 3);
    CHECK(desk.gesturesStarted == 1);
    CHECK(desk.gesturesEnded == 1);
    CHECK_FALSE(desk.view.isEditing());
}

TEST_CASE("MatrixView: Escape during a drag gives the number back", "[matrix]") {
    Matrix values(1, 1);
    values(0, 0) = 1.0 / 3.0;
    Desk desk(values);
    const QPoint from = desk.centre(0, 0);
    desk.mouse(QEvent::MouseButtonPress, from);
    desk.mouse(QEvent::MouseMove, from + QPoint(30, 0));
    CHECK(desk.values()(0, 0) != 1.0 / 3.0);
    desk.key(Qt::Key_Escape);
    CHECK(desk.values()(0, 0) == 1.0 / 3.0);
    CHECK(desk.gesturesEnded == 1);
    desk.mouse(QEvent::MouseMove, from + QPoint(60, 0));
    desk.mouse(QEvent::MouseButtonRelease, from + QPoint(60, 0));
    CHECK(desk.values()(0, 0) == 1.0 / 3.0);
    CHECK(desk.gesturesStarted == 1);
    CHECK(desk.gesturesEnded == 1);
}

TEST_CASE("MatrixView: a click without a drag starts no gesture", "[matrix]") {
    Desk desk(counting(2, 2));
    desk.mouse(QEvent::MouseButtonPress, desk.centre(1, 1));
    desk.mouse(QEvent::MouseMove, desk.centre(1, 1) + QPoint(2, 5));
    desk.mouse(QEvent::MouseButtonRelease, desk.centre(1, 1) + QPoint(2, 5));
    CHECK(desk.gesturesStarted == 0);
    CHECK(desk.view.currentRow() == 1);
    CHECK(desk.view.currentCol() == 1);
}

TEST_CASE("MatrixView: arrows, Home, End and Shift choose cells and blocks", "[matrix]") {
    Desk desk(counting(4, 5));
    desk.key(Qt::Key_Right);
    desk.key(Qt::Key_Down);
    desk.key(Qt::Key_Right, Qt::ShiftModifier);
    desk.key(Qt::Key_Down, Qt::ShiftModifier);
    CHECK(desk.view.selection() == CellBlock{1, 1, 2, 2});
    desk.key(Qt::Key_End);
    CHECK(desk.view.selection() == CellBlock{2, 4, 1, 1});
    desk.key(Qt::Key_Home, Qt::ControlModifier);
    CHECK(desk.view.selection() == CellBlock{0, 0, 1, 1});
    desk.key(Qt::Key_A, Qt::ControlModifier);
    CHECK(desk.view.selection() == CellBlock{0, 0, 4, 5});
    desk.mouse(QEvent::MouseButtonPress, desk.centre(1, 1));
    desk.mouse(QEvent::MouseButtonRelease, desk.centre(1, 1));
    desk.mouse(QEvent::MouseButtonPress, desk.centre(2, 2), Qt::ShiftModifier);
    desk.mouse(QEvent::MouseMove, desk.centre(3, 4), Qt::ShiftModifier);
    desk.mouse(QEvent::MouseButtonRelease, desk.centre(3, 4), Qt::ShiftModifier);
    CHECK(desk.view.selection() == CellBlock{1, 1, 3, 4});
    CHECK(desk.edits.empty());
}

TEST_CASE("MatrixView: Tab leaves after the last cell, at once after Escape, and with Ctrl", "[matrix]") {
    QWidget window;
    auto* row = new QHBoxLayout(&window);
    auto* before = new QLineEdit;
    auto* view = new MatrixView;
    auto* after = new QLineEdit;
    for (QWidget* widget : std::initializer_list<QWidget*>{before, view, after})
        row->addWidget(widget);
    MatrixPicture picture;
    picture.cells = SharedMatrix(counting(1, 2));
    view->setPicture(picture);
    window.show();
    QApplication::setActiveWindow(&window);
    view->setFocus(Qt::TabFocusReason);
    QTest::keyClick(view, Qt::Key_Tab);
    CHECK(view->currentCol() == 1);
    CHECK(view->hasFocus());
    QTest::keyClick(view, Qt::Key_Tab);
    CHECK(after->hasFocus());

    view->setCurrent(0, 0);
    view->setFocus(Qt::TabFocusReason);
    QTest::keyClick(view, Qt::Key_Escape);
    QTest::keyClick(view, Qt::Key_Tab);
    CHECK(after->hasFocus());

    view->setFocus(Qt::TabFocusReason);
    QTest::keyClick(view, Qt::Key_Tab, Qt::ControlModifier);
    CHECK(after->hasFocus());
}

TEST_CASE("MatrixView: a locked matrix can be read and copied, not changed", "[matrix]") {
    Desk desk(counting(2, 2));
    desk.picture.isLocked = true;
    desk.show();
    desk.type(QStringLiteral("5"));
    CHECK_FALSE(desk.view.isEditing());
    CHECK(desk.message.contains(QStringLiteral("locked")));
    desk.key(Qt::Key_Delete);
    desk.mouse(QEvent::MouseButtonPress, desk.centre(0, 0));
    desk.mouse(QEvent::MouseMove, desk.centre(0, 0) + QPoint(40, 0));
    desk.mouse(QEvent::MouseButtonRelease, desk.centre(0, 0) + QPoint(40, 0));
    desk.paste(QStringLiteral("9"));
    CHECK(desk.edits.empty());
    CHECK(desk.blocks == 0);
    CHECK(desk.gesturesStarted == 0);
}

TEST_CASE("MatrixView: an edit paints its own cell again and no other", "[matrix]") {
    Desk desk(counting(3, 3));
    QTest::qWait(0);
    PaintWatch watch;
    desk.view.viewport()->installEventFilter(&watch);
    Matrix values = counting(3, 3);
    values(1, 1) = 5;
    desk.picture.cells = SharedMatrix(values);
    desk.view.setPicture(desk.picture);
    QApplication::processEvents();
    REQUIRE_FALSE(watch.painted.isEmpty());
    CHECK(desk.view.cellRect(1, 1).contains(watch.painted.boundingRect()));
    desk.view.viewport()->removeEventFilter(&watch);
}

TEST_CASE("MatrixView: a wider number never makes another column start elsewhere while it is dragged", "[matrix]") {
    Desk desk(counting(2, 2));
    const QRect before = desk.view.cellRect(0, 1);
    const QPoint from = desk.centre(0, 0);
    desk.mouse(QEvent::MouseButtonPress, from);
    for (int x = 1; x < 300; x += 7)
        desk.mouse(QEvent::MouseMove, from + QPoint(x, 0));
    CHECK(desk.view.cellRect(0, 1) == before);
    desk.mouse(QEvent::MouseButtonRelease, from + QPoint(300, 0));
}

TEST_CASE("MatrixView: a screen reader hears the matrix and its current cell", "[matrix]") {
    Desk desk(counting(4, 2));
    desk.picture.rowLabels = {QStringLiteral("<b>The</b>"), QStringLiteral("cat")};
    desk.show();
    CHECK(desk.view.accessibleName() == QStringLiteral("Matrix W_q, 4 by 2"));
    desk.key(Qt::Key_Right);
    CHECK(desk.view.accessibleDescription() == QStringLiteral("W_q row 0 “<b>The</b>”, column 1: 1"));
}

TEST_CASE("MatrixView: closing the window with an open editor changes nothing", "[matrix]") {
    int edits = 0;
    {
        Desk desk(counting(2, 2));
        QObject::connect(&desk.view, &MatrixView::cellEdited, [&edits] { ++edits; });
        desk.type(QStringLiteral("5"));
        REQUIRE(desk.view.isEditing());
    }
    CHECK(edits == 0);
}

TEST_CASE("MatrixView: a matrix without cells takes every key and click", "[matrix]") {
    Desk desk(Matrix(0, 3));
    for (Qt::Key key : {Qt::Key_Down, Qt::Key_F2, Qt::Key_Delete, Qt::Key_End, Qt::Key_Return, Qt::Key_PageDown})
        desk.key(key);
    desk.key(Qt::Key_A, Qt::ControlModifier);
    desk.type(QStringLiteral("5"));
    desk.paste(QStringLiteral("1\t2"));
    desk.mouse(QEvent::MouseButtonPress, {30, 30});
    desk.mouse(QEvent::MouseMove, {60, 30});
    desk.mouse(QEvent::MouseButtonRelease, {60, 30});
    CHECK(desk.edits.empty());
    CHECK_FALSE(desk.view.grab().isNull());
}

TEST_CASE("MatrixView: a number that no cell holds is refused with the limit", "[matrix]") {
    test::Desk desk(test::counting(2, 2));
    desk.type(QStringLiteral("1e400"));
    desk.key(Qt::Key_Return);
    CHECK(desk.isFaultShown);
    CHECK(desk.message.startsWith(QStringLiteral("1e400 is larger than a cell holds, about 1.8e308. Type a smaller number")));
    CHECK(desk.edits.empty());
    desk.key(Qt::Key_Escape);
    desk.type(QStringLiteral("1e-400"));
    desk.key(Qt::Key_Return);
    CHECK(desk.message.contains(QStringLiteral("closer to 0 than a cell holds")));
}
