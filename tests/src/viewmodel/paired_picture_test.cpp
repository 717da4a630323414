#include "src/viewmodel/paired_picture.h"

#include "tests/support/catch.h"

using namespace attn;
using namespace attn::app;

TEST_CASE("pairedPicture: what is printed stands in the table, and the quoted value only in the words", "[viewmodel][saturation]") {
    PairedSettings settings;
    settings.runs = 5;
    const PairedStudy study = *pairedStudy(settings);
    const ui::PairedPicture picture = pairedPicture(study);
    REQUIRE(picture.table.rows.size() == 6);
    CHECK(picture.table.rows[0].name == QStringLiteral("d_k = 1"));
    CHECK(picture.table.rows[4].cells[0] == QString::number(study.rows[4].raw.first, 'f', 6));
    CHECK(picture.table.rows[1].cells[3].startsWith(QStringLiteral("0.00099")));
    CHECK(picture.table.rows[5].cells[3] == QStringLiteral("0.000999"));
    REQUIRE(picture.plot.series.size() == 4);
    for (const ui::PlotSeries& series : picture.plot.series)
        for (const ui::PlotPoint& point : series.points)
            CHECK(point.y <= largestMeanP1p(1000));
    CHECK(picture.plot.limits[0].y == largestMeanP1p(1000));
    CHECK(picture.plot.y.high < 0.01);
    CHECK(picture.table.sentences[0].contains(QStringLiteral("0.25")));
    CHECK(picture.table.sentences.join(u' ').contains(QStringLiteral("unrelated pairs")));
}
