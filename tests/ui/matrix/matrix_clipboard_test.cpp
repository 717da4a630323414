#include "tests/support/catch.h"
#include "tests/ui/matrix/matrix_desk.h"

using namespace attn;
using namespace attn::ui;
using namespace attn::ui::test;

TEST_CASE("MatrixView: a block from a spreadsheet lands at the chosen cell, decimal commas too", "[matrix]") {
    Desk desk(counting(3, 3));
    desk.view.setCurrent(1, 1);
    desk.paste(QStringLiteral("0,5\t−1,25\r\n2\t3e-2\r\n"));
    CHECK(desk.blocks == 1);
    CHECK(desk.values().values == std::vector<double>{0, 1, 2, 3, 0.5, -1.25, 6, 2, 0.03});
    CHECK(desk.view.selection() == CellBlock{1, 1, 2, 2});
    CHECK(desk.view.currentRow() == 1);
    CHECK_FALSE(desk.isFaultShown);
}

TEST_CASE("MatrixView: a refused paste changes nothing and says where and why", "[matrix]") {
    Desk desk(counting(3, 3));
    QString reason;
    QObject::connect(&desk.view, &MatrixView::pasteRefused, [&reason](const QString& text) { reason = text; });
    desk.paste(QStringLiteral("1\t2\n3\tcat"));
    CHECK(reason == QStringLiteral("Row 1, column 1 of the block is not a number: “cat”. Nothing was pasted."));
    CHECK(desk.isFaultShown);
    desk.view.setCurrent(2, 1);
    desk.paste(QStringLiteral("1\t2\n3\t4"));
    CHECK(reason == QStringLiteral(
                        "The block is 2 × 2 but only 1 × 2 cells of W_q lie from row 2, column 1 on. Nothing was pasted."));
    CHECK(desk.blocks == 0);
    CHECK(desk.edits.empty());
    CHECK(desk.values() == counting(3, 3));
}

TEST_CASE("MatrixView: one number is pasted into every chosen cell", "[matrix]") {
    Desk desk(counting(2, 2));
    desk.key(Qt::Key_A, Qt::ControlModifier);
    desk.paste(QStringLiteral("4"));
    CHECK(desk.values().values == std::vector<double>{4, 4, 4, 4});
    CHECK(desk.blocks == 1);
    desk.paste(QStringLiteral("4"));
    CHECK(desk.blocks == 1);
}

TEST_CASE("MatrixView: copying keeps every digit", "[matrix]") {
    Matrix values(2, 2, 1.0 / 3.0);
    values(1, 0) = -1e-17;
    Desk desk(values, 2);
    desk.key(Qt::Key_A, Qt::ControlModifier);
    desk.key(Qt::Key_C, Qt::ControlModifier);
    CHECK(QApplication::clipboard()->text() ==
          QStringLiteral("0.3333333333333333\t0.3333333333333333\n-1e-17\t0.3333333333333333\n"));
    desk.key(Qt::Key_Delete);
    CHECK(desk.values() == Matrix(2, 2));
    desk.key(Qt::Key_V, Qt::ControlModifier);
    CHECK(desk.values() == values);
    CHECK(desk.blocks == 2);
}

TEST_CASE("MatrixView: Delete on zeros is no edit", "[matrix]") {
    Desk desk(Matrix(2, 2));
    desk.key(Qt::Key_A, Qt::ControlModifier);
    desk.key(Qt::Key_Delete);
    CHECK(desk.blocks == 0);
    CHECK(desk.edits.empty());
}
