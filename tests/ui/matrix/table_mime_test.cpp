#include "ui/matrix/table_mime.h"

#include <QMimeData>
#include <QTextDocument>
#include <QTextTable>
#include <cmath>
#include <memory>

#include "tests/support/catch.h"
#include "ui/matrix/number_text.h"

using namespace attn;
using namespace attn::ui;

namespace {

CopiedTable sample() {
    CopiedTable table;
    table.cells = Matrix(2, 2);
    table.cells.values = {0.1, -1.0 / 3.0, std::nan(""), -INFINITY};
    table.rowLabels = QStringList{QStringLiteral("The"), QStringLiteral("=1+1")};
    table.colLabels = QStringList{QStringLiteral("a,\t\"b\""), QStringLiteral("<b>&")};
    return table;
}

std::unique_ptr<QMimeData> copied(const CopiedTable& table) {
    return std::unique_ptr<QMimeData>(tableMime(table));
}

}  // namespace

TEST_CASE("table clipboard: plain text and CSV have every digit, and labels in quotation marks where needed",
          "[matrix][clipboard]") {
    const auto data = copied(sample());
    CHECK(data->text() ==
          QStringLiteral("\t\"a,\t\"\"b\"\"\"\t<b>&\nThe\t0.1\t-0.3333333333333333\n'=1+1\tNaN\t-inf\n"));
    CHECK(QString::fromUtf8(data->data(QStringLiteral("text/csv"))) ==
          QStringLiteral(",\"a,\t\"\"b\"\"\",<b>&\r\nThe,0.1,-0.3333333333333333\r\n'=1+1,NaN,-inf\r\n"));
}

TEST_CASE("table clipboard: the HTML is a table that a word processor reads, and tokens are text in it",
          "[matrix][clipboard]") {
    const auto data = copied(sample());
    QTextDocument document;
    document.setHtml(data->html());
    const auto* table = qobject_cast<QTextTable*>(document.rootFrame()->childFrames().value(0));
    REQUIRE(table != nullptr);
    REQUIRE(table->rows() == 3);
    REQUIRE(table->columns() == 3);
    const auto cell = [&](int row, int col) { return table->cellAt(row, col).firstCursorPosition().block().text(); };
    CHECK(cell(0, 2) == QStringLiteral("<b>&"));
    CHECK(cell(2, 0) == QStringLiteral("=1+1"));
    CHECK(cell(1, 2) == QStringLiteral("-0.3333333333333333"));
    CHECK(data->html().contains(QStringLiteral("sdval=\"-0.3333333333333333\"")));
    CHECK_FALSE(data->html().contains(QStringLiteral("sdval=\"NaN\"")));
    CHECK(data->html().count(QStringLiteral("mso-number-format:\"\\@\"")) == 4);
}

TEST_CASE("table clipboard: numbers alone come back as the same block, and a large one is plain text only",
          "[matrix][clipboard]") {
    CopiedTable table;
    table.cells = Matrix(3, 2, 0.1);
    const auto data = copied(table);
    CHECK(data->text() == blockText(table.cells));
    CHECK(parseBlock(data->text())->values == table.cells.values);
    table.cells = Matrix(1, kMostMarkedCells + 1, 0.5);
    const auto large = copied(table);
    CHECK_FALSE(large->hasHtml());
    CHECK_FALSE(large->hasFormat(QStringLiteral("text/csv")));
    CHECK(large->text().size() == 4 * (kMostMarkedCells + 1));
}
