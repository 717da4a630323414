#include "ui/matrix/matrix_accessible.h"

#include <QAccessible>

#include "tests/support/catch.h"
#include "tests/ui/matrix/matrix_desk.h"

using namespace attn;
using namespace attn::ui;
using namespace attn::ui::test;

TEST_CASE("MatrixView: a screen reader finds a table with rows, columns and exact numbers", "[matrix]") {
    Matrix values = counting(3, 2);
    values(2, 1) = -0.1;
    Desk desk(values, 0);
    desk.picture.rowLabels = {QStringLiteral("The"), QStringLiteral("cat"), QStringLiteral("sat")};
    desk.show();
    QAccessibleInterface* view = QAccessible::queryAccessibleInterface(&desk.view);
    REQUIRE(view);
    CHECK(view->role() == QAccessible::Table);
    CHECK(view->text(QAccessible::Name).contains(QStringLiteral("W_q")));
    QAccessibleTableInterface* table = view->tableInterface();
    REQUIRE(table);
    CHECK(table->rowCount() == 3);
    CHECK(table->columnCount() == 2);
    CHECK(table->rowDescription(1) == QStringLiteral("cat"));
    QAccessibleInterface* cell = table->cellAt(2, 1);
    REQUIRE(cell);
    CHECK(cell->text(QAccessible::Name) == QStringLiteral("sat, column 1"));
    CHECK(cell->text(QAccessible::Value) == QStringLiteral("−0.1"));
    CHECK(cell->tableCellInterface()->rowIndex() == 2);
    CHECK(view->indexOfChild(cell) == 5);
    CHECK(view->child(5) == cell);
    CHECK(cell->rect().center() == desk.view.viewport()->mapToGlobal(desk.centre(2, 1)));
    CHECK(table->cellAt(3, 0) == nullptr);

    desk.view.setCurrent(1, 0);
    CHECK(table->selectedCellCount() == 1);
    CHECK(table->cellAt(1, 0)->state().selected);
    CHECK_FALSE(cell->state().selected);

    // A smaller matrix: the cell that is gone says so.
    desk.picture.cells = SharedMatrix(counting(1, 1));
    desk.view.setPicture(desk.picture);
    CHECK_FALSE(cell->isValid());
    CHECK(cell->text(QAccessible::Value).isEmpty());
}
