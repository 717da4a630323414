#include "core/cost/visited_tiles.h"

#include <set>

#include "tests/support/core/cost_cases.h"

using namespace attn;
using attn::test::costCases;

namespace {

bool bandAllows(const Band& band, Index i, Index j) {
    const Index centre = i + band.offset;
    return (band.left < 0 || j >= centre - band.left) && (band.right < 0 || j <= centre + band.right);
}

/// The same sums by asking every cell.
template <class Allows>
VisitedTiles byCells(const HeadSize& size, const TileSize& tile, const Allows& allows) {
    VisitedTiles tiles;
    std::set<Index> queryTiles;
    std::set<Index> keyTiles;
    for (Index i0 = 0; i0 < size.nq; i0 += tile.queryRows)
        for (Index j0 = 0; j0 < size.nk; j0 += tile.keyRows) {
            tiles.all += 1.0;
            const Index i1 = std::min(size.nq, i0 + tile.queryRows);
            const Index j1 = std::min(size.nk, j0 + tile.keyRows);
            bool any = false;
            for (Index i = i0; i < i1; ++i)
                for (Index j = j0; j < j1; ++j)
                    any = any || allows(i, j);
            if (!any)
                continue;
            const auto rows = static_cast<double>(i1 - i0);
            const auto keys = static_cast<double>(j1 - j0);
            tiles.visited += 1.0;
            tiles.cells += rows * keys;
            tiles.queryRows += rows;
            tiles.keyRows += keys;
            tiles.queriesTouched += queryTiles.insert(i0).second ? rows : 0.0;
            tiles.keysTouched += keyTiles.insert(j0).second ? keys : 0.0;
        }
    return tiles;
}

void checkSame(const VisitedTiles& a, const VisitedTiles& b) {
    CHECK(a.all == b.all);
    CHECK(a.visited == b.visited);
    CHECK(a.cells == b.cells);
    CHECK(a.queryRows == b.queryRows);
    CHECK(a.keyRows == b.keyRows);
    CHECK(a.queriesTouched == b.queriesTouched);
    CHECK(a.keysTouched == b.keysTouched);
}

Dimensions dimensionsOf(Index nq, Index nk) {
    Dimensions dims;
    dims.batch = dims.heads = dims.kvHeads = 1;
    dims.nq = nq;
    dims.nk = nk;
    return dims;
}

}  // namespace

TEST_CASE("visitedTiles: equals the independent counts for causal masks and a window", "[cost][oracle]") {
    for (const auto& which : costCases("io_cases.json", "counts")) {
        const HeadSize size{which["nq"].get<Index>(), which["nk"].get<Index>(), 64, 64};
        const TileSize tile{which["Br"].get<Index>(), which["Bc"].get<Index>()};
        const auto& tiles = which["tiles"];
        CAPTURE(size.nq, size.nk, tile.queryRows, tile.keyRows);
        CHECK(visitedTiles(size, tile)->visited == tiles["all"].get<double>());
        CHECK(visitedTiles(size, tile, Band{0, -1, 0})->visited == tiles["causal_top_left"].get<double>());
        CHECK(visitedTiles(size, tile, Band{size.nk - size.nq, -1, 0})->visited ==
              tiles["causal_bottom_right"].get<double>());
        CHECK(visitedTiles(size, tile, Band{0, 255, 0})->visited == tiles["window_left_255_causal"].get<double>());
    }
}

TEST_CASE("visitedTiles: without a mask every sum is a product", "[cost][oracle]") {
    for (const HeadSize& size : {HeadSize{13, 29, 4, 4}, HeadSize{0, 5, 4, 4}, HeadSize{5, 0, 4, 4}}) {
        const TileSize tile{4, 6};
        checkSame(*visitedTiles(size, tile), byCells(size, tile, [](Index, Index) { return true; }));
    }
}

TEST_CASE("visitedTiles: a band by arithmetic is the band cell by cell", "[cost][oracle]") {
    const Index offset = GENERATE(Index(-9), Index(-2), Index(0), Index(3), Index(40));
    const Index left = GENERATE(Index(-1), Index(0), Index(4), Index(100));
    const Index right = GENERATE(Index(-1), Index(0), Index(2));
    const Band band{offset, left, right};
    for (const HeadSize& size :
         {HeadSize{13, 29, 4, 4}, HeadSize{29, 13, 4, 4}, HeadSize{16, 16, 4, 4}, HeadSize{3, 0, 4, 4}})
        for (const TileSize& tile : {TileSize{1, 1}, TileSize{4, 6}, TileSize{8, 4}, TileSize{64, 64}}) {
            CAPTURE(offset, left, right, size.nq, size.nk, tile.queryRows, tile.keyRows);
            checkSame(*visitedTiles(size, tile, band),
                      byCells(size, tile, [&](Index i, Index j) { return bandAllows(band, i, j); }));
        }
}

TEST_CASE("visitedTiles: the rules of a scene are asked tile by tile", "[cost][oracle]") {
    const HeadSize size{20, 31, 4, 4};
    Mask mask;
    mask.causal = Causal{Causal::Align::BottomRight, {}};
    mask.window = Window{1, 0, 4, {}};
    mask.globalTokens = {2};
    mask.paint.allow = {{0, 30}};
    const MaskRules rules(mask, dimensionsOf(size.nq, size.nk));
    for (const TileSize& tile : {TileSize{1, 1}, TileSize{3, 2}, TileSize{8, 8}})
        checkSame(*visitedTiles(size, tile, HeadMask{&rules, 0, 0}),
                  byCells(size, tile, [&](Index i, Index j) { return rules.allows(0, 0, i, j); }));
}

TEST_CASE("causalCells: half of the square and its diagonal, rows without keys left out", "[cost][oracle]") {
    CHECK(*causalCells({1024, 1024, 4, 4}, 0) == 1024.0 * 1025.0 / 2.0);
    const Index nq = GENERATE(Index(0), Index(1), Index(5), Index(9));
    const Index nk = GENERATE(Index(0), Index(1), Index(4), Index(9));
    const Index offset = GENERATE(Index(-12), Index(-3), Index(-1), Index(0), Index(2), Index(12));
    double counted = 0.0;
    for (Index i = 0; i < nq; ++i)
        for (Index j = 0; j < nk; ++j)
            counted += j <= i + offset ? 1.0 : 0.0;
    CAPTURE(nq, nk, offset);
    CHECK(*causalCells({nq, nk, 4, 4}, offset) == counted);
}

TEST_CASE("visitedTiles: what would take too long or lies outside is refused", "[cost][error]") {
    const HeadSize huge{Index{1} << 40, Index{1} << 40, 4, 4};
    CHECK(visitedTiles(huge, {1, 1})->visited == 1208925819614629174706176.0);
    CHECK(visitedTiles(huge, {1, 1}, Band{0, -1, 0}).error().code == ErrorCode::TooLarge);
    CHECK(visitedTiles({4, 4, 4, 4}, {2, 2}, Band{Index{1} << 50, -1, 0}).error().code == ErrorCode::OutOfRange);
    CHECK(visitedTiles({4, 4, 4, 4}, {2, 2}, Band{0, Index{1} << 50, 0}).error().code == ErrorCode::OutOfRange);
    CHECK_FALSE(causalCells({4, 4, 4, 4}, -(Index{1} << 50)));
    CHECK(checkMaskedTile(huge, {Index{1} << 20, Index{1} << 20}).error().code == ErrorCode::TooLarge);
}
