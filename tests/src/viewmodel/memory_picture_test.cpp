#include "src/viewmodel/memory_picture.h"

#include <cmath>

#include "src/viewmodel/plot_ticks.h"
#include "tests/support/catch.h"

using namespace attn;
using namespace attn::app;
using ui::LineKind;
using ui::PlotMark;

namespace {

MemoryStudy study() {
    MemoryStudy all;
    for (const Index n : {Index(128), Index(4096), Index(65536)}) {
        const MemoryCount count = *countMemory(all.shape, n);
        MemoryRow row;
        row.n = n;
        row.naiveCountedBytes = count.naive;
        row.flashCountedBytes = count.flash;
        all.rows.push_back(row);
    }
    all.rows[0].naiveMeasuredBytes = 1048580.0;
    all.rows[0].flashMeasuredBytes = 25600.0;
    all.rows[0].naiveSeconds = 0.002;
    all.rows[0].flashSeconds = 0.001;
    all.rows[2].naiveWouldNotFit = true;
    all.rows[2].naiveWhy = "Naive at n = 65536 would need 256 GiB; 16 GiB are free.";
    return all;
}

/// Sizes are written with a space that does not break.
QString breakable(QString text) { return text.replace(QChar(QChar::Nbsp), u' '); }
QStringList breakable(QStringList texts) { return texts.replaceInStrings(QString(QChar(QChar::Nbsp)), QStringLiteral(" ")); }

int seriesWith(const ui::PlotPicture& plot, PlotMark mark, LineKind line) {
    int count = 0;
    for (const ui::PlotSeries& series : plot.series)
        count += series.mark == mark && series.line == line ? 1 : 0;
    return count;
}

}  // namespace

TEST_CASE("memoryPicture: counted values are lines, measured ones marks, what would not fit a cross", "[viewmodel]") {
    const ui::GrowthPicture picture = memoryPicture(study(), Index(4096), 23.4 * std::pow(2.0, 30));
    CHECK(seriesWith(picture.plot, PlotMark::None, LineKind::Solid) == 1);
    CHECK(seriesWith(picture.plot, PlotMark::None, LineKind::Dashed) == 1);
    CHECK(seriesWith(picture.plot, PlotMark::Circle, LineKind::None) == 1);
    CHECK(seriesWith(picture.plot, PlotMark::Square, LineKind::None) == 1);
    CHECK(seriesWith(picture.plot, PlotMark::Cross, LineKind::None) == 1);
    CHECK(picture.plot.legend.size() == 3);
    CHECK(breakable(picture.plot.limits[0].label) == QStringLiteral("free for one run here, 23.4 GiB"));
    CHECK(picture.plot.markers[0].label == QStringLiteral("this scene, n = 4\u2009096"));
    CHECK(picture.chosen == 1);
    CHECK(picture.plot.y.isLog);
    CHECK(picture.plot.y.low <= 4096.0);
    CHECK(picture.plot.y.high >= std::pow(2.0, 38));
}

TEST_CASE("memoryPicture: the table says what was counted, measured and why not", "[viewmodel]") {
    const ui::GrowthPicture picture = memoryPicture(study());
    REQUIRE(picture.tables.size() == 3);
    CHECK(breakable(picture.tables[0].rows[1].cells) == QStringList{QStringLiteral("1 MiB"), QStringLiteral("25 KiB")});
    CHECK(breakable(picture.tables[0].rows[2].cells) == QStringList{QStringLiteral("2 ms"), QStringLiteral("1 ms")});
    CHECK(breakable(picture.tables[1].rows[0].cells) == QStringList{QStringLiteral("1 GiB"), QStringLiteral("128 KiB")});
    CHECK(picture.tables[1].rows[1].cells[0] == QStringLiteral("not run"));
    CHECK(breakable(picture.tables[1].sentences[0]) ==
          QStringLiteral("Naive keeps the scores and the weights: 2 × 4\u2009096² × 8 heads × 4 bytes = 1 GiB."));
    CHECK(breakable(picture.tables[1].sentences[2]) ==
          QStringLiteral("Not counted: Q, K and V, 24 MiB, and the output, 8 MiB, which both need."));
    CHECK(picture.tables[2].sentences.last().contains(QStringLiteral("would need 256 GiB")));
    CHECK(picture.notes[1][2].text == QStringLiteral("8\u2009192 times less"));
}

TEST_CASE("memoryPicture: nothing counted gives an empty picture, one n has room around it", "[viewmodel][limit]") {
    CHECK(memoryPicture({}).plot.series.empty());
    MemoryStudy one = study();
    one.rows.resize(1);
    const ui::GrowthPicture picture = memoryPicture(one, Index(3));
    CHECK(picture.plot.x.low < 3.0);
    CHECK(picture.plot.x.low > 2.0);
    CHECK(picture.plot.x.high > 128.0);
    CHECK(picture.plot.legend.size() == 2);
}

TEST_CASE("plot ticks: round numbers that reach far enough", "[viewmodel]") {
    const double high = GENERATE(0.0586, 0.25, 1.0, 2.7726, 6.9, 1234.0);
    CAPTURE(high);
    const ui::PlotAxis axis = zeroAxis(high);
    CHECK(axis.high >= high);
    CHECK(axis.high <= 1.7 * high);
    CHECK(axis.ticks.size() >= 4);
    CHECK(axis.ticks.size() <= 8);
    CHECK(axis.ticks.front().at == 0.0);
    CHECK(zeroAxis(NAN).high == 1.0);
    const ui::PlotAxis bytes = bytesAxis(4096.0, std::pow(2.0, 38));
    CHECK(bytes.low <= 4096.0);
    CHECK(bytes.high >= std::pow(2.0, 38));
    CHECK(bytes.ticks.size() <= 9);
    CHECK(bytesAxis(4096.0, 4096.0).high > bytesAxis(4096.0, 4096.0).low);
}
