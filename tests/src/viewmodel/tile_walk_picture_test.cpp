#include "src/viewmodel/tile_walk_picture.h"

#include <cmath>

#include "core/evaluate/evaluate.h"
#include "src/viewmodel/rounding_study.h"
#include "tests/support/catch.h"
#include "tests/support/core/scenes.h"

using namespace attn;
using namespace attn::app;
using namespace attn::test;

namespace {

WalkedHead walked(const Scene& scene, const FlashTiling& tiling, Index head = 0) {
    auto evaluation = evaluate(scene);
    REQUIRE(evaluation);
    auto result = walkThrough(std::make_shared<const Scene>(scene),
                              std::make_shared<const Evaluation>(*std::move(evaluation)), 0, head, tiling);
    REQUIRE(result);
    return *std::move(result);
}

Scene causal(Index n) {
    Scene scene = plainScene(1, n, 6, 2, 2, 3);
    scene.precision = Precision::F64;
    scene.mask.causal = Causal{};
    return scene;
}

}  // namespace

TEST_CASE("tileWalkPicture: the order of the tiles, the one in work, and what the mask skips", "[viewmodel]") {
    const WalkedHead head = walked(causal(8), {4, 2, FlashTiling::Variant::Fa2});
    const ui::TileWalkPicture picture = tileWalkPicture(head, 3, 5);
    CHECK(picture.tileRows == 2);
    CHECK(picture.tileCols == 4);
    CHECK(picture.visit == std::vector<int>{1, 2, 0, 0, 3, 4, 5, 6});
    CHECK(picture.count == 6);
    CHECK(picture.row == 1);
    CHECK(picture.col == 0);
    CHECK((picture.loadsQueries && picture.loadsKeys && !picture.storesOutput && !picture.loadsOutput));
    REQUIRE(picture.rows.size() == 4);
    CHECK(picture.rows[1].isChosen);
    CHECK(picture.rows[0].name == QStringLiteral("q4"));
    CHECK(picture.rows[0].before == QStringLiteral("−∞"));
    CHECK(picture.rowsTitle == QStringLiteral("Queries 4 to 7, after keys 0 to 1"));
    CHECK(picture.sentence.startsWith(QStringLiteral("The first tile of these queries")));
    const ui::TileWalkPicture last = tileWalkPicture(head, 99, 5);
    CHECK(last.position == 6);
    CHECK(last.storesOutput);
    CHECK(last.sentence.contains(QStringLiteral("their last tile")));
}

TEST_CASE("tileWalkPicture: the rows hold the running maximum and sum of plain loops", "[viewmodel][oracle]") {
    const Scene scene = causal(6);
    const WalkedHead head = walked(scene, {2, 2, FlashTiling::Variant::Fa2}, 1);
    const Evaluation& e = *head.evaluation;
    // Tiles of queries 4 and 5: keys 0-1, 2-3, 4-5 are the 4th to 6th visited.
    const ui::TileWalkPicture picture = tileWalkPicture(head, 5, 4);
    REQUIRE(picture.rowsTitle == QStringLiteral("Queries 4 to 5, after keys 2 to 3"));
    for (Index i = 4; i < 6; ++i) {
        double before = -INFINITY, now = -INFINITY, sum = 0.0;
        for (Index j = 0; j < 4; ++j) {
            const double logit = e.masked.at((6 + i) * 6 + j);
            now = std::max(now, logit);
            before = j < 2 ? std::max(before, logit) : before;
        }
        for (Index j = 0; j < 4; ++j)
            sum += std::exp(e.masked.at((6 + i) * 6 + j) - now);
        const ui::TileRow& row = picture.rows[static_cast<std::size_t>(i - 4)];
        const auto text = [](double value) { return QString::number(std::abs(value), 'f', 3); };
        CHECK(row.before.endsWith(text(before)));
        CHECK(row.now.endsWith(text(now)));
        CHECK(row.rescale == text(std::exp(before - now)));
        CHECK(row.sum == text(sum));
        CHECK(row.isRescaled == (now > before));
    }
    CHECK(picture.tile.cells(1, 1) == e.masked.at((6 + 5) * 6 + 3));
}

TEST_CASE("tileWalkPicture: the first paper's order brings the output along", "[viewmodel]") {
    const ui::TileWalkPicture picture = tileWalkPicture(walked(causal(8), {4, 4, FlashTiling::Variant::Fa1}), 2, 0);
    CHECK(picture.row == 1);
    CHECK(picture.col == 0);
    CHECK((picture.loadsQueries && !picture.loadsKeys && picture.loadsOutput && picture.storesOutput));
    CHECK(picture.sentence.contains(QStringLiteral("divided by ℓ after every tile")));
    CHECK(picture.visit == std::vector<int>{1, 0, 2, 3});
}

TEST_CASE("tileWalkPicture: numbers moved grow to the whole, and small tiles are told to be too small",
          "[viewmodel]") {
    const WalkedHead head = walked(causal(8), {8, 8, FlashTiling::Variant::Fa2});
    CHECK(tileWalkPicture(head, 0, 0).moved.startsWith(QStringLiteral("Read and written so far: 0 of ")));
    // Q, K, V and O once each: 4 * 8 * 3; naive 4 * 64 + 4 * 24.
    CHECK(tileWalkPicture(head, 1, 0).moved ==
          QStringLiteral("Read and written so far: 96 of 96 numbers; naive attention 352."));
    const WalkedHead small = walked(plainScene(1, 8, 20, 1, 1, 20), {1, 1, FlashTiling::Variant::Fa2});
    CHECK(tileWalkPicture(small, 64, 0).moved.contains(QStringLiteral("with tiles this small flash does not help")));
}

TEST_CASE("tileWalkPicture: no token, one token, nothing allowed, NaN", "[viewmodel][limit]") {
    CHECK_FALSE(tileWalkPicture(walked(plainScene(1, 0, 4, 1, 1, 2), {4, 4, {}}), 0, 0).empty.isEmpty());
    const ui::TileWalkPicture one = tileWalkPicture(walked(plainScene(1, 1, 4, 1, 1, 2), {4, 4, {}}), 1, 0);
    CHECK(one.count == 1);
    CHECK(one.rows[0].sum == QStringLiteral("1.000"));
    Scene nothing = plainScene(1, 3, 4, 1, 1, 2);
    for (Index i = 0; i < 3; ++i)
        for (Index j = 0; j < 3; ++j)
            nothing.mask.paint.forbid.push_back({i, j});
    const ui::TileWalkPicture empty = tileWalkPicture(walked(nothing, {2, 2, {}}), 0, 0);
    CHECK(empty.count == 0);
    CHECK(empty.sentence.contains(QStringLiteral("empties every tile")));
    nothing.mask.paint.forbid.pop_back();
    const ui::TileWalkPicture row = tileWalkPicture(walked(nothing, {3, 3, {}}), 1, 0);
    CHECK(row.sentence.contains(QStringLiteral("2 rows have met no key")));
    CHECK(row.rows[0].sum == QStringLiteral("0.000"));
    Scene broken = plainScene(1, 4, 4, 1, 1, 2);
    auto X = *broken.X;
    X[0] = NAN;
    broken.X = std::make_shared<const Tensor>(X);
    const ui::TileWalkPicture nan = tileWalkPicture(walked(broken, {2, 2, {}}), 1, 0);
    CHECK(nan.rows[0].now == QStringLiteral("NaN"));
    CHECK(std::isfinite(nan.tile.high));
}

TEST_CASE("proposedTiling: the scene's own tiles, else about eight to a side, never above 64", "[viewmodel]") {
    Scene scene = plainScene(1, 200, 4, 1, 1, 2);
    Dimensions dims;
    dims.nq = dims.nk = 200;
    CHECK(proposedTiling(scene, dims) == FlashTiling{25, 25, FlashTiling::Variant::Fa2});
    scene.flash = FlashTiling{1, 2, FlashTiling::Variant::Fa1};
    CHECK(proposedTiling(scene, dims) == FlashTiling{4, 4, FlashTiling::Variant::Fa1});
    dims.nq = dims.nk = 6;
    CHECK(proposedTiling(scene, dims) == FlashTiling{1, 2, FlashTiling::Variant::Fa1});
}

TEST_CASE("roundingStudy: float and double differ by their own rounding, with the place and the size",
          "[viewmodel]") {
    const auto scene = std::make_shared<const Scene>(plainScene(1, 40, 8, 2, 1, 4));
    const auto study = roundingStudy(scene);
    REQUIRE(study);
    REQUIRE(study->sides.size() == 2);
    double largest[2] = {0.0, 0.0};
    for (std::size_t side = 0; side < 2; ++side)
        for (Index at = 0; at < study->sides[side].numbers; ++at)
            largest[side] = std::max(largest[side], std::abs(study->sides[side].naive->headOut.at(at) -
                                                             study->sides[side].flash->headOut.at(at)));
    CHECK(study->sides[0].largest == largest[0]);
    CHECK(study->sides[1].largest == largest[1]);
    CHECK(largest[0] > 0.0);
    CHECK(largest[0] < 1e-5);
    CHECK(largest[1] < 1e-14);
    const RoundingSide& narrow = study->sides[0];
    CHECK(narrow.numbers == 2 * 40 * 4);
    CHECK(narrow.units ==
          Approx(narrow.largest / unitInLastPlace(std::max(std::abs(narrow.naive->headOut.at(narrow.where)),
                                                           std::abs(narrow.flash->headOut.at(narrow.where))),
                                                  Precision::F32)));
    CHECK(narrow.naiveError > 0.0);
    const ui::ValueTable table = roundingTable(*study);
    CHECK(table.columns == QStringList{QStringLiteral("float32"), QStringLiteral("float64")});
    CHECK(table.rows[0].cells[0].contains(QStringLiteral("× 10⁻")));
    CHECK(table.sentences[0].startsWith(QStringLiteral("float32: largest at head ")));
    const ui::HeatmapPicture map = roundingPicture(*study, 0, {0, 1, 0, 0});
    CHECK(map.cells.rows == 40);
    CHECK(map.cells.cols == 4);
    CHECK(map.low == -map.high);
}

TEST_CASE("roundingStudy: units in the last place, and NaN on both sides is no difference", "[viewmodel][limit]") {
    CHECK(unitInLastPlace(1.0, Precision::F32) == std::ldexp(1.0, -23));
    CHECK(unitInLastPlace(-1.0, Precision::F64) == std::ldexp(1.0, -52));
    Scene broken = plainScene(1, 3, 4, 1, 1, 2);
    auto X = *broken.X;
    X[0] = NAN;
    broken.X = std::make_shared<const Tensor>(X);
    const auto study = roundingStudy(std::make_shared<const Scene>(broken));
    REQUIRE(study);
    CHECK(study->sides[0].oneFinite == 0);
    CHECK(study->sides[0].bothNotFinite > 0);
    CHECK(std::isfinite(study->sides[0].mean));
    CHECK(roundingTable(*study).sentences.join(u' ').contains(QStringLiteral("not finite")));
    const auto none = roundingStudy(std::make_shared<const Scene>(plainScene(1, 0, 4, 1, 1, 2)));
    REQUIRE(none);
    CHECK(none->sides[0].numbers == 0);
    CHECK(none->sides[0].where == -1);
    const Progress stopped([] { return true; }, [](double) {});
    CHECK(roundingStudy(std::make_shared<const Scene>(broken), stopped).error().code == ErrorCode::Cancelled);
}
