#include "core/cost/traffic.h"

#include <cmath>

#include "tests/support/core/cost_cases.h"

using namespace attn;
using attn::test::costCases;

namespace {

constexpr Index kHuge = Index{1} << 40;

HeadSize headOf(const nlohmann::json& which) {
    return {which["nq"].get<Index>(), which["nk"].get<Index>(), which["d"].get<Index>(), which["dv"].get<Index>()};
}

TileSize tileOf(const nlohmann::json& which) {
    return {which["Br"].get<Index>(), which["Bc"].get<Index>()};
}

/// An expected side may leave out what it does not have.
double expected(const nlohmann::json& side, const char* key) {
    return side.contains(key) ? side[key].get<double>() : 0.0;
}

void checkAgainst(const Traffic& traffic, const nlohmann::json& side) {
    CHECK(traffic.read == side["read"].get<double>());
    CHECK(traffic.write == side["write"].get<double>());
    CHECK(traffic.total() == side["total"].get<double>());
    CHECK(traffic.statisticsRead == expected(side, "stats_read"));
    CHECK(traffic.statisticsWrite == expected(side, "stats_write"));
    CHECK(traffic.initialWrite == expected(side, "init_write"));
    CHECK(traffic.initialStatisticsWrite == expected(side, "init_stats_write"));
}

void checkSame(const Traffic& a, const Traffic& b) {
    CHECK(a.read == b.read);
    CHECK(a.write == b.write);
    CHECK(a.statisticsRead == b.statisticsRead);
    CHECK(a.statisticsWrite == b.statisticsWrite);
    CHECK(a.initialWrite == b.initialWrite);
    CHECK(a.initialStatisticsWrite == b.initialStatisticsWrite);
}

Dimensions dimensionsOf(const HeadSize& size) {
    Dimensions dims;
    dims.batch = dims.heads = dims.kvHeads = 1;
    dims.nq = size.nq;
    dims.nk = size.nk;
    dims.dk = size.dk;
    dims.dv = size.dv;
    return dims;
}

/// A mask with holes of every kind: a dilated window, a global token, a padded tail, painted cells.
Mask holedMask(const HeadSize& size) {
    Mask mask;
    mask.window = Window{2, 1, 3, {}};
    mask.globalTokens = {1};
    BoolTensor padding({1, size.nk}, 1);
    for (Index j = size.nk - size.nk / 3; j < size.nk; ++j)
        padding[j] = 0;
    mask.keyPadding = std::make_shared<const BoolTensor>(padding);
    mask.paint.allow = {{0, size.nk - 1}};
    return mask;
}

}  // namespace

TEST_CASE("countTraffic: equals the independent counts for every size and tile", "[cost][oracle]") {
    for (const auto& which : costCases("io_cases.json", "counts")) {
        const HeadSize size = headOf(which);
        const TileSize tile = tileOf(which);
        CAPTURE(size.nq, size.nk, size.dk, size.dv, tile.queryRows, tile.keyRows);
        checkAgainst(*countTraffic(Algorithm::Naive, Pass::Forward, size, tile), which["naive_forward"]);
        checkAgainst(*countTraffic(Algorithm::Naive, Pass::Backward, size, tile), which["naive_backward"]);
        checkAgainst(*countTraffic(Algorithm::Flash1, Pass::Forward, size, tile), which["fa1_forward"]);
        checkAgainst(*countTraffic(Algorithm::Flash1, Pass::Backward, size, tile), which["fa1_backward"]);
        checkAgainst(*countTraffic(Algorithm::Flash2, Pass::Forward, size, tile), which["fa2_forward"]);
    }
}

TEST_CASE("countTraffic: the printed formulas for a square head whose tiles fit", "[cost][oracle]") {
    const double N = 1024.0;
    const double d = 64.0;
    const HeadSize size{1024, 1024, 64, 64};
    const TileSize tile{64, 256};
    const auto total = [&](Algorithm algorithm, Pass pass) {
        return countTraffic(algorithm, pass, size, tile)->total();
    };
    CHECK(total(Algorithm::Naive, Pass::Forward) == 4.0 * N * N + 4.0 * N * d);
    CHECK(total(Algorithm::Naive, Pass::Backward) == 7.0 * N * N + 8.0 * N * d);
    CHECK(total(Algorithm::Flash1, Pass::Forward) == 2.0 * N * d + 3.0 * N * d * 4.0);
    CHECK(total(Algorithm::Flash1, Pass::Backward) == 4.0 * N * d + 5.0 * N * d * 4.0);
    CHECK(total(Algorithm::Flash2, Pass::Forward) == 2.0 * N * d + 2.0 * N * d * 16.0);
    CHECK(total(Algorithm::Flash2, Pass::Backward) == 6.0 * N * d + 4.0 * N * d * 4.0);
}

TEST_CASE("runTraffic: walking the loops counts what the formulas say, ragged tiles and empty sides too",
          "[cost][oracle]") {
    const auto algorithm = GENERATE(Algorithm::Naive, Algorithm::Flash1, Algorithm::Flash2);
    const auto pass = GENERATE(Pass::Forward, Pass::Backward);
    for (const HeadSize& size : {HeadSize{37, 23, 5, 3}, HeadSize{1, 40, 4, 4}, HeadSize{40, 1, 4, 6},
                                 HeadSize{0, 7, 2, 2}, HeadSize{7, 0, 2, 2}, HeadSize{64, 64, 8, 8}})
        for (const TileSize& tile :
             {TileSize{1, 1}, TileSize{5, 7}, TileSize{16, 64}, TileSize{64, 16}, TileSize{100, 100}}) {
            CAPTURE(algorithmName(algorithm), size.nq, size.nk, tile.queryRows, tile.keyRows);
            checkSame(*runTraffic(algorithm, pass, size, tile), *countTraffic(algorithm, pass, size, tile));
        }
}

TEST_CASE("runTraffic: under any mask it counts what the visited tiles say", "[cost][oracle]") {
    const auto algorithm = GENERATE(Algorithm::Naive, Algorithm::Flash1, Algorithm::Flash2);
    const auto pass = GENERATE(Pass::Forward, Pass::Backward);
    const HeadSize size{50, 41, 3, 5};
    Mask causal;
    causal.causal = Causal{Causal::Align::BottomRight, {}};
    Mask nothing;
    nothing.keyPadding = std::make_shared<const BoolTensor>(Shape{1, size.nk}, std::uint8_t(0));
    for (const Mask& mask : {causal, holedMask(size), nothing}) {
        const MaskRules rules(mask, dimensionsOf(size));
        const HeadMask head{&rules, 0, 0};
        for (const TileSize& tile : {TileSize{4, 4}, TileSize{7, 3}, TileSize{64, 8}}) {
            CAPTURE(algorithmName(algorithm), tile.queryRows, tile.keyRows);
            const VisitedTiles tiles = *visitedTiles(size, tile, head);
            checkSame(*runTraffic(algorithm, pass, size, tile, head), trafficOfTiles(algorithm, pass, size, tiles));
        }
    }
}

TEST_CASE("countTraffic: a causal mask moves less with flash and nothing less naively", "[cost][invariant]") {
    const HeadSize size{1024, 1024, 64, 64};
    const TileSize tile{64, 256};
    const VisitedTiles causal = *visitedTiles(size, tile, Band{0, -1, 0});
    const VisitedTiles whole = *visitedTiles(size, tile);
    CHECK(trafficOfTiles(Algorithm::Naive, Pass::Forward, size, causal) ==
          trafficOfTiles(Algorithm::Naive, Pass::Forward, size, whole));
    for (const Algorithm flash : {Algorithm::Flash1, Algorithm::Flash2})
        for (const Pass pass : {Pass::Forward, Pass::Backward})
            CHECK(trafficOfTiles(flash, pass, size, causal).total() < trafficOfTiles(flash, pass, size, whole).total());
}

TEST_CASE("countTraffic: flash can lose, with tiles of fewer keys than three quarters of the width",
          "[cost][oracle]") {
    const HeadSize size{4096, 4096, 128, 128};
    CHECK(countTraffic(Algorithm::Flash1, Pass::Forward, size, {128, 64})->total() == 101711872.0);
    CHECK(countTraffic(Algorithm::Naive, Pass::Forward, size, {128, 64})->total() == 69206016.0);
    CHECK(countTraffic(Algorithm::Flash1, Pass::Forward, size, {128, 128})->total() < 69206016.0);
}

TEST_CASE("trafficBytes: statistics stay four bytes wide beside 16-bit numbers", "[cost][oracle]") {
    const Traffic traffic{10.0, 20.0, 3.0, 4.0, 5.0, 6.0};
    CHECK(trafficBytes(traffic, Precision::F16) == 35.0 * 2.0 + 13.0 * 4.0);
    CHECK(trafficBytes(traffic, Precision::BF16) == trafficBytes(traffic, Precision::F16));
    CHECK(trafficBytes(traffic, Precision::F32) == 48.0 * 4.0);
    CHECK(trafficBytes(traffic, Precision::F64) == 48.0 * 8.0);
    CHECK(trafficBytes(traffic + traffic, Precision::F32) == 96.0 * 4.0);
}

TEST_CASE("countTraffic: the largest sizes neither wrap nor hang", "[cost][limit]") {
    const HeadSize size{kHuge, kHuge, 1 << 20, 1 << 20};
    const double naive = countTraffic(Algorithm::Naive, Pass::Forward, size, {64, 64})->total();
    CHECK(naive == Approx(4.0 * std::pow(2.0, 80)).epsilon(1e-5));
    CHECK(countTraffic(Algorithm::Flash2, Pass::Backward, size, {1, 1})->total() > naive);
    const auto run = runTraffic(Algorithm::Flash2, Pass::Forward, size, {64, 64});
    REQUIRE_FALSE(run);
    CHECK(run.error().code == ErrorCode::TooLarge);
    CHECK_FALSE(runTraffic(Algorithm::Naive, Pass::Forward, size, {64, 64}));
    CHECK_FALSE(runTraffic(Algorithm::Flash2, Pass::Forward, {kHuge, 0, 1, 1}, {1, 1}));
}

TEST_CASE("countTraffic: sizes and tiles outside their limits are refused with the number", "[cost][error]") {
    CHECK(countTraffic(Algorithm::Naive, Pass::Forward, {-1, 4, 4, 4}, {2, 2}).error().message ==
          "The number of queries is -1 but must be between 0 and 1099511627776.");
    CHECK(countTraffic(Algorithm::Flash1, Pass::Forward, {4, 4, 0, 4}, {2, 2}).error().message ==
          "The head width d_k is 0 but must be between 1 and 1048576.");
    CHECK(runTraffic(Algorithm::Flash1, Pass::Forward, {4, 4, 4, 4}, {2, 0}).error().message ==
          "A tile of 2 queries by 0 keys needs at least 1 of each.");
}
