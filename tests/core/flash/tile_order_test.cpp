#include "core/flash/tile_order.h"

#include <array>
#include <limits>
#include <vector>

#include "tests/support/catch.h"

using namespace attn;

namespace {

using Tile = std::array<Index, 4>;

std::vector<Tile> tilesOf(TileOrder order, Index nq, Index nk, const TileSize& size) {
    std::vector<Tile> tiles;
    walkTiles(order, nq, nk, size, [&](Index i0, Index i1, Index j0, Index j1) {
        tiles.push_back({i0, i1, j0, j1});
    });
    return tiles;
}

}  // namespace

TEST_CASE("walkTiles: queries outside goes along the keys first, keys outside along the queries", "[flash][oracle]") {
    CHECK(tilesOf(TileOrder::QueriesOutside, 3, 5, {2, 3}) ==
          std::vector<Tile>{{0, 2, 0, 3}, {0, 2, 3, 5}, {2, 3, 0, 3}, {2, 3, 3, 5}});
    CHECK(tilesOf(TileOrder::KeysOutside, 3, 5, {2, 3}) ==
          std::vector<Tile>{{0, 2, 0, 3}, {2, 3, 0, 3}, {0, 2, 3, 5}, {2, 3, 3, 5}});
}

TEST_CASE("walkTiles: each cell is met exactly once, whatever the tiles", "[flash][invariant]") {
    const auto order = GENERATE(TileOrder::QueriesOutside, TileOrder::KeysOutside);
    const Index br = GENERATE(Index(1), Index(3), Index(7), Index(64));
    const Index bc = GENERATE(Index(1), Index(4), Index(9), Index(64));
    std::vector<int> met(7 * 9);
    const auto tiles = tilesOf(order, 7, 9, {br, bc});
    for (const auto& [i0, i1, j0, j1] : tiles)
        for (Index i = i0; i < i1; ++i)
            for (Index j = j0; j < j1; ++j)
                ++met[static_cast<std::size_t>(i * 9 + j)];
    CHECK(met == std::vector<int>(7 * 9, 1));
    CHECK(static_cast<Index>(tiles.size()) == tileCount(7, br) * tileCount(9, bc));
}

TEST_CASE("walkTiles: an outer range is opened before and closed after its tiles, even without any", "[flash]") {
    std::string seen;
    const auto tile = [&](Index, Index, Index, Index) { seen += 't'; };
    const auto open = [&](Index, Index) { seen += '('; };
    const auto close = [&](Index, Index) { seen += ')'; };
    CHECK(walkTiles(TileOrder::QueriesOutside, 3, 5, {2, 2}, tile, open, close));
    CHECK(seen == "(ttt)(ttt)");
    seen.clear();
    CHECK(walkTiles(TileOrder::QueriesOutside, 3, 0, {2, 2}, tile, open, close));
    CHECK(seen == "()()");
    seen.clear();
    CHECK(walkTiles(TileOrder::KeysOutside, 3, 0, {2, 2}, tile, open, close));
    CHECK(seen.empty());
}

TEST_CASE("walkTiles: stops where the visitor says so", "[flash]") {
    int tiles = 0;
    int closed = 0;
    const auto tile = [&](Index, Index, Index, Index) { return ++tiles < 3; };
    CHECK_FALSE(walkTiles(
        TileOrder::KeysOutside, 4, 4, {2, 1}, tile, [](Index, Index) {}, [&](Index, Index) { ++closed; }));
    CHECK(tiles == 3);
    CHECK(closed == 1);
    CHECK_FALSE(walkTiles(
        TileOrder::KeysOutside, 4, 4, {2, 1}, tile, [](Index a, Index) { return a > 0; }, [](Index, Index) {}));
    CHECK(tiles == 3);
}

TEST_CASE("walkTiles: a tile larger than any matrix is the whole matrix", "[flash][limit]") {
    const Index huge = std::numeric_limits<Index>::max();
    CHECK(tilesOf(TileOrder::KeysOutside, 5, 6, {huge, huge}) == std::vector<Tile>{{0, 5, 0, 6}});
    CHECK(tileCount(5, huge) == 1);
    CHECK(tileCount(0, 3) == 0);
    CHECK(tileCount(huge, 1) == huge);
}
