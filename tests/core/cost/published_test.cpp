#include "core/cost/published.h"

#include <cmath>

#include "core/cost/block_size.h"
#include "core/cost/flops.h"
#include "core/cost/traffic.h"
#include "tests/support/core/cost_cases.h"

using namespace attn;
using attn::test::costCases;

namespace {

constexpr double kMiB = 1048576.0;
const HeadSize kFigureHead{1024, 1024, 64, 64};
/// GPT-2 medium: batch 64, 16 heads.
constexpr double kFigureHeads = 1024.0;

double gigabytes(double bytes) {
    return bytes / 1e9;
}

double figureTraffic(Algorithm algorithm, Pass pass, const TileSize& tile) {
    return gigabytes(2.0 * kFigureHeads * countTraffic(algorithm, pass, kFigureHead, tile)->total());
}

}  // namespace

TEST_CASE("table 21: all sixteen printed numbers, rounded down", "[cost][published]") {
    for (const PublishedMemory& row : publishedPytorchMemory()) {
        CAPTURE(row.n);
        CHECK(std::floor(*pytorchTrainingBytes({}, row.n) / kMiB) == row.megabytes);
    }
    for (const PublishedMemory& row : publishedFlashMemory()) {
        CAPTURE(row.n);
        CHECK(std::floor(*flashTrainingBytes({}, row.n) / kMiB) == row.megabytes);
    }
    CHECK(publishedPytorchMemory().size() + publishedFlashMemory().size() == 16);
}

TEST_CASE("table 21: the printed numbers are those of the independent table", "[cost][published]") {
    std::vector<PublishedMemory> all = publishedPytorchMemory();
    all.insert(all.end(), publishedFlashMemory().begin(), publishedFlashMemory().end());
    const auto table = costCases("io_cases.json", "table21");
    REQUIRE(table.size() == all.size());
    for (std::size_t k = 0; k < all.size(); ++k) {
        CHECK(all[k].n == table[k]["N"].get<Index>());
        CHECK(all[k].megabytes == table[k]["published"].get<double>());
    }
}

TEST_CASE("table 21: ten times less at 2048, twenty times at 4096", "[cost][published]") {
    CHECK(*pytorchTrainingBytes({}, 2048) / *flashTrainingBytes({}, 2048) == Approx(10.6).margin(0.05));
    CHECK(*pytorchTrainingBytes({}, 4096) / *flashTrainingBytes({}, 4096) == Approx(20.4).margin(0.05));
}

TEST_CASE("figure 2: the standard side moves the printed 40.3 GB, the two algorithms alone 25.2",
          "[cost][published]") {
    const PublishedFigure2 figure;
    CHECK(gigabytes(*unfusedTrainingTraffic({64, 16, 64, 2}, 1024)) ==
          Approx(figure.standard.memoryGigabytes).margin(0.05));
    const double algorithms =
        figureTraffic(Algorithm::Naive, Pass::Forward, {}) + figureTraffic(Algorithm::Naive, Pass::Backward, {});
    CHECK(algorithms == Approx(25.232932864).epsilon(1e-12));
}

TEST_CASE("figure 2: the forward traffic falls with the block as in the middle panel", "[cost][published]") {
    const auto table = costCases("io_cases.json", "figure2")["flash_by_block_gb"];
    for (const Index keys : {Index(64), Index(128), Index(256), Index(512)}) {
        CAPTURE(keys);
        const auto& want = table[std::to_string(keys)];
        const Traffic forward = *countTraffic(Algorithm::Flash1, Pass::Forward, kFigureHead, {64, keys});
        CHECK(gigabytes(2.0 * kFigureHeads * forward.total()) ==
              Approx(want["forward"].get<double>()).epsilon(1e-12));
        const double statistics = 4.0 * (forward.statisticsRead + forward.statisticsWrite);
        CHECK(gigabytes(kFigureHeads * (2.0 * forward.total() + statistics)) ==
              Approx(want["forward_with_stats"].get<double>()).epsilon(1e-12));
        CHECK(figureTraffic(Algorithm::Flash1, Pass::Backward, {64, keys}) ==
              Approx(want["backward"].get<double>()).epsilon(1e-12));
    }
    CHECK(figureTraffic(Algorithm::Flash1, Pass::Forward, {64, 64}) == Approx(6.71).margin(0.005));
    CHECK(figureTraffic(Algorithm::Flash1, Pass::Forward, {64, 512}) == Approx(1.07).margin(0.005));
}

TEST_CASE("figure 2: the printed 9.2 times less traffic lies between our counts with and without initialising",
          "[cost][published]") {
    const PublishedFigure2 figure;
    const double published = figure.standard.memoryGigabytes / figure.flash.memoryGigabytes;
    CHECK(published == Approx(9.2).margin(0.05));
    const TileSize tile = *flashBlocks(TileOrder::KeysOutside, 192.0 * 1024.0, Precision::F16, 64, 64);
    const Traffic both = *countTraffic(Algorithm::Flash1, Pass::Forward, kFigureHead, tile) +
                         *countTraffic(Algorithm::Flash1, Pass::Backward, kFigureHead, tile);
    const double standard = *unfusedTrainingTraffic({64, 16, 64, 2}, 1024);
    CHECK(standard / (kFigureHeads * trafficBytes(both, Precision::F16)) < published);
    CHECK(standard / (kFigureHeads * 2.0 * both.total()) > published);
}

TEST_CASE("figure 2: operations agree as a ratio only, the printed ones are a sixteenth of the caption's work",
          "[cost][published]") {
    const PublishedFigure2 figure;
    const double unit = 1024.0 * 1024.0 * 64.0;
    CHECK(15.5 * unit * 64.0 / 1e9 == Approx(figure.standard.gigaflops).margin(0.05));
    CHECK(17.5 * unit * 64.0 / 1e9 == Approx(figure.flash.gigaflops).margin(0.05));
    const double standard = *attentionFlops(Algorithm::Naive, Pass::Forward, kFigureHead) +
                            *attentionFlops(Algorithm::Naive, Pass::Backward, kFigureHead);
    const double flash = *attentionFlops(Algorithm::Flash1, Pass::Forward, kFigureHead) +
                         *attentionFlops(Algorithm::Flash1, Pass::Backward, kFigureHead);
    CHECK(kFigureHeads * standard / 1e9 == Approx(824.633720832));
    CHECK(kFigureHeads * flash / 1e9 == Approx(962.072674304));
    // One product more, 2 n^2 d, on either scale: 2 of 15.5 is the printed 13 %.
    CHECK((flash - standard) / unit == 2.0);
    CHECK(figure.flash.gigaflops / figure.standard.gigaflops == Approx(1.13).margin(0.005));
    CHECK(figure.standard.milliseconds / figure.flash.milliseconds == Approx(5.7).margin(0.05));
}

TEST_CASE("published models: sizes outside their limits are refused", "[cost][error]") {
    CHECK_FALSE(pytorchTrainingBytes({}, 0));
    CHECK_FALSE(flashTrainingBytes({-1, 8, 64, 2}, 128));
    CHECK_FALSE(unfusedTrainingTraffic({}, (Index{1} << 40) + 1));
    CHECK(*pytorchTrainingBytes({Index{1} << 40, Index{1} << 40, 1, 1}, Index{1} << 40) > 1e48);
}
