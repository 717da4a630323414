#include "src/viewmodel/flops_picture.h"

#include <cmath>

#include "src/viewmodel/growth_parts.h"
#include "src/viewmodel/layer_kinds_picture.h"
#include "src/viewmodel/memory_picture.h"
#include "src/viewmodel/traffic_picture.h"
#include "tests/support/catch.h"

using namespace attn;
using namespace attn::app;

namespace {

const std::vector<Index> kLengths{128, 1024, 4096};

/// Values are written with a space that does not break.
QString breakable(QString text) {
    return text.replace(QChar(QChar::Nbsp), u' ');
}

QString cell(const ui::ValueTable& table, const QString& name, int column) {
    for (const ui::ValueTable::Row& row : table.rows)
        if (row.name == name)
            return breakable(row.cells[column]);
    FAIL("There is no row " << name.toStdString());
    return {};
}

QString sentences(const ui::ValueTable& table) {
    return breakable(table.sentences.join(u' '));
}

}  // namespace

TEST_CASE("growth words: three digits, a unit, and no more", "[viewmodel]") {
    CHECK(breakable(operationsWords(0.0)) == QStringLiteral("0 FLOP"));
    CHECK(breakable(operationsWords(999.6)) == QStringLiteral("1 kFLOP"));
    CHECK(breakable(operationsWords(34359738368.0)) == QStringLiteral("34.4 GFLOP"));
    CHECK(breakable(operationsWords(123456.0)) == QStringLiteral("123 kFLOP"));
    CHECK(ratioWords(8192.0) == QStringLiteral("8\u2009192"));
    CHECK(ratioWords(1.04) == QStringLiteral("1.04"));
    CHECK(ratioWords(9.17) == QStringLiteral("9.2"));
    CHECK(breakable(moreWords(1.0 / 6.0)) == QStringLiteral("+16.7 %"));
    CHECK(breakable(secondsWords(0.00025)) == QStringLiteral("250 µs"));
    CHECK(breakable(secondsWords(1.42)) == QStringLiteral("1.42 s"));
}

TEST_CASE("flopsPicture: 4 n² d for each head on both paths, and only a mask makes a difference", "[viewmodel]") {
    const ui::GrowthPicture plain = flopsPicture({}, kLengths, Index(4096), false);
    REQUIRE(plain.plot.series.size() == 2);
    CHECK(plain.plot.series[0].points[2].y == 4.0 * 4096 * 4096 * 64 * 8);
    CHECK(plain.plot.series[1].points[2].y == plain.plot.series[0].points[2].y);
    CHECK(plain.chosen == 2);
    CHECK(cell(plain.tables[2], QStringLiteral("Without a mask"), 1) == QStringLiteral("34.4 GFLOP"));
    CHECK(sentences(plain.tables[2]).contains(QStringLiteral("Flash does not help here: it does the same products")));

    const ui::GrowthPicture causal = flopsPicture({}, kLengths, {}, true);
    // 64 x 64 tiles at n = 4096: 64 * 65 / 2 of 64 * 64 are visited.
    CHECK(causal.plot.series[1].points[2].y == Approx(34359738368.0 * 2080 / 4096).epsilon(1e-12));
    CHECK(sentences(causal.tables[2]).contains(QStringLiteral("skips 2\u2009016 of 4\u2009096 tiles")));
    const ui::GrowthPicture little = flopsPicture({}, {64}, {}, true);
    CHECK(sentences(little.tables[0]).contains(QStringLiteral("the causal mask empties none")));
}

TEST_CASE("timePicture: marks for what was run, its rate, and where flash took longer it says so", "[viewmodel]") {
    MemoryStudy study;
    for (const Index n : kLengths) {
        MemoryRow row;
        row.n = n;
        study.rows.push_back(row);
    }
    CHECK(timePicture(study).plot.series.empty());
    CHECK(sentences(timePicture(study).tables[0]).contains(QStringLiteral("“Measure” runs both")));
    study.rows[0].naiveSeconds = 0.001;
    study.rows[0].flashSeconds = 0.0015;
    study.rows[1].naiveSeconds = 0.2;
    study.rows[1].flashSeconds = 0.05;
    study.rows[2].naiveWhy = study.rows[2].flashWhy = "n = 4096 is above the length to measure up to.";
    const ui::GrowthPicture picture = timePicture(study);
    REQUIRE(picture.plot.series.size() == 2);
    CHECK(picture.plot.series[0].mark == ui::PlotMark::Circle);
    CHECK(picture.plot.series[0].points.size() == 2);
    CHECK(picture.chosen == 1);
    CHECK(cell(picture.tables[1], QStringLiteral("Time, one run"), 0) == QStringLiteral("200 ms"));
    // 4 * 1024² * 64 * 8 in 0.05 s
    CHECK(cell(picture.tables[1], QStringLiteral("Rate"), 1) == QStringLiteral("42.9 GFLOP/s"));
    CHECK(sentences(picture.tables[1]).contains(QStringLiteral("Flash was 4 times as fast")));
    CHECK(sentences(picture.tables[0])
              .contains(QStringLiteral("Flash does not help here: it took 1.50 times as long")));
    CHECK(cell(picture.tables[2], QStringLiteral("Time, one run"), 0) == QStringLiteral("not run"));
    CHECK(sentences(picture.tables[2]).count(QStringLiteral("above the length")) == 1);
}

TEST_CASE("backwardPicture: a seventh product for flash, and the bytes that it saves", "[viewmodel]") {
    const ui::GrowthPicture picture = backwardPicture({}, kLengths);
    const ui::ValueTable& table = picture.tables[2];
    CHECK(cell(table, QStringLiteral("Backward"), 0) == QStringLiteral("68.7 GFLOP"));
    CHECK(cell(table, QStringLiteral("Backward"), 1) == QStringLiteral("85.9 GFLOP"));
    CHECK(cell(table, QStringLiteral("of it, scores again"), 1) == QStringLiteral("17.2 GFLOP"));
    CHECK(cell(table, QStringLiteral("Memory, whole step"), 0) == QStringLiteral("1.5 GiB"));
    CHECK(cell(table, QStringLiteral("Memory, whole step"), 1) == QStringLiteral("256 KiB"));
    CHECK(sentences(table).contains(QStringLiteral("+16.7 % arithmetic")));
    CHECK(sentences(table).contains(QStringLiteral("1.5 GiB less: 11 operations for each byte")));
    CHECK(picture.plot.series[0].points[2].y == 3.0 * 4096 * 4096 * 4 * 8);
    CHECK(sentences(picture.tables[0]).contains(QStringLiteral("It matters little at this length")));
}

TEST_CASE("trafficPicture: bytes, least time, and no help where arithmetic is the limit or blocks are small",
          "[viewmodel]") {
    MemoryShape shape;
    shape.precision = Precision::F16;
    const auto picture = trafficPicture(*findDevice("A100 SXM4 80GB"), shape, kLengths, Index(1024));
    REQUIRE(picture);
    CHECK(picture->chosen == 1);
    CHECK(picture->plot.title.contains(QStringLiteral("Traffic")));
    CHECK(picture->plot.subtitle.startsWith(QStringLiteral("A100 SXM4 80GB: 2\u2009039 GB/s")));
    REQUIRE(picture->plot.series.size() == 3);
    // (4 n² + 4 n d) * 8 heads * 2 bytes
    CHECK(picture->plot.series[0].points[1].y == (4.0 * 1024 * 1024 + 4.0 * 1024 * 64) * 16.0);
    CHECK(cell(picture->tables[1], QStringLiteral("Limited by"), 0) == QStringLiteral("memory"));
    CHECK(sentences(picture->tables[1]).contains(QStringLiteral("times less, and its least time is")));

    Device slow = *findDevice("A100 SXM4 80GB");
    slow.name = "Own numbers";
    slow.tensorTeraflops = 0.5;
    const auto bound = trafficPicture(slow, shape, kLengths);
    REQUIRE(bound);
    CHECK(sentences(bound->tables[1]).contains(QStringLiteral("no faster by this bound: arithmetic takes")));
    CHECK(sentences(bound->tables[1]).contains(QStringLiteral("Up to n = 4\u2009096 the least time is no shorter")));

    slow.sharedKibPerMultiprocessor = 2;
    const auto small = trafficPicture(slow, shape, kLengths);
    REQUIRE(small);
    CHECK(sentences(small->tables[2]).startsWith(QStringLiteral("Flash does not help here: in tiles of ")));
    CHECK(small->plot.series[1].points[2].y > small->plot.series[0].points[2].y);

    shape.dk = shape.dv = 4096;
    const auto none = trafficPicture(slow, shape, kLengths);
    REQUIRE_FALSE(none);
    CHECK(none.error().code == ErrorCode::OutOfRange);
}

TEST_CASE("memoryPicture: it says so where flash saves next to nothing", "[viewmodel]") {
    MemoryStudy study;
    for (const Index n : {Index(32), Index(4096)}) {
        const MemoryCount count = *countMemory(study.shape, n);
        MemoryRow row;
        row.n = n;
        row.naiveCountedBytes = count.naive;
        row.flashCountedBytes = count.flash;
        study.rows.push_back(row);
    }
    study.rows[0].naiveMeasuredBytes = 65536.0;
    study.rows[0].flashMeasuredBytes = 66560.0;
    const ui::GrowthPicture picture = memoryPicture(study);
    CHECK(sentences(picture.tables[0])
              .contains(QStringLiteral("Flash matters little at this length: all that naive holds more, 64 KiB")));
    CHECK(sentences(picture.tables[0]).contains(QStringLiteral("as measured it holds 65 KiB, naive 64 KiB")));
    CHECK_FALSE(sentences(picture.tables[1]).contains(QStringLiteral("matters little")));
}

TEST_CASE("layerKindsPicture: the table of four kinds, the least of each column marked", "[viewmodel]") {
    const auto picture = layerKindsPicture({1024, 64, 3, 128});
    REQUIRE(picture);
    REQUIRE(picture->rows.size() == 4);
    CHECK(picture->rows[0].cells[0].formula == QStringLiteral("n² d"));
    CHECK(picture->rows[0].cells[0].value == QStringLiteral("67\u2009108\u2009864"));
    CHECK(picture->rows[1].cells[0].isLeast);
    CHECK(picture->rows[1].cells[1].value == QStringLiteral("1\u2009024"));
    CHECK(picture->rows[0].cells[2].isLeast);
    CHECK(picture->rows[3].cells[2].value == QStringLiteral("8"));
    CHECK(picture->rows[0].cells[0].share == 1.0);
    CHECK(picture->rows[0].cells[1].share == 0.0);
    CHECK(picture->sentences[0].contains(QStringLiteral("multiplies 16 times more than a recurrent layer")));
    CHECK(layerKindsPicture({6, 12, 3, 128})->sentences[0].contains(QStringLiteral("multiplies 2 times less")));
    CHECK(layerKindsPicture({1 << 20, 4096, 3, 128})->rows[0].cells[0].value == QStringLiteral("4.50 × 10¹⁵"));
    CHECK_FALSE(layerKindsPicture({0, 4, 3, 128}));
}
