#include "core/cost/block_size.h"

#include <limits>

#include "tests/support/core/cost_cases.h"

using namespace attn;
using attn::test::costCases;

TEST_CASE("flashBlocks: equals the independent block sizes for every memory, type and width", "[cost][oracle]") {
    for (const auto& which : costCases("io_cases.json", "fa1_blocks")) {
        const Precision precision = which["bytes_per_element"].get<int>() == 2 ? Precision::F16 : Precision::F32;
        const Index d = which["d"].get<Index>();
        const TileSize tile =
            *flashBlocks(TileOrder::KeysOutside, which["sram_kib"].get<double>() * 1024.0, precision, d, d);
        CAPTURE(which.dump());
        CHECK(tile.queryRows == which["Br"].get<Index>());
        CHECK(tile.keyRows == which["Bc"].get<Index>());
    }
}

TEST_CASE("flashBlocks: with the queries outside they are the long side", "[cost]") {
    CHECK(*flashBlocks(TileOrder::KeysOutside, 192.0 * 1024.0, Precision::F16, 64, 64) == TileSize{64, 384});
    CHECK(*flashBlocks(TileOrder::QueriesOutside, 192.0 * 1024.0, Precision::F16, 64, 64) == TileSize{384, 64});
}

TEST_CASE("flashBlocks: one tile each of Q, K, V and O fits the memory but for the rounding", "[cost][invariant]") {
    const Index dk = GENERATE(Index(1), Index(64), Index(80), Index(128));
    const Index dv = GENERATE(Index(3), Index(64), Index(256));
    const TileSize tile = *flashBlocks(TileOrder::KeysOutside, 100.0 * 1024.0, Precision::F32, dk, dv);
    CHECK((tile.queryRows + tile.keyRows) * (dk + dv) <= 25600 + 2 * (dk + dv));
    CHECK(tile.queryRows <= tile.keyRows);
}

TEST_CASE("flashBlocks: a memory that holds no row, or none at all, is refused", "[cost][error]") {
    CHECK(flashBlocks(TileOrder::KeysOutside, 1000.0, Precision::F16, 128, 128).error().message ==
          "An on-chip memory of 1000 bytes holds 500 numbers, but one row each of Q, K, V and O are 512.");
    CHECK(*flashBlocks(TileOrder::KeysOutside, 1024.0, Precision::F16, 128, 128) == TileSize{1, 1});
    for (const double bytes :
         {0.0, -5.0, 1e300, std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()})
        CHECK_FALSE(flashBlocks(TileOrder::KeysOutside, bytes, Precision::F16, 64, 64));
    CHECK_FALSE(flashBlocks(TileOrder::KeysOutside, 1e6, Precision::F16, std::numeric_limits<Index>::max(), 64));
}
