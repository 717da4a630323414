#include "core/scene/edit.h"
#include "tests/support/catch.h"
#include "tests/support/core/scenes.h"

using namespace attn;
using namespace attn::test;

TEST_CASE("paintCells: the last paint wins and erasing leaves none", "[scene]") {
    Scene scene = plainScene(1, 3, 2, 1, 1, 2);
    scene = *paintCells(scene, {{2, 1}, {0, 0}, {2, 1}}, PaintMode::Allow);
    CHECK(scene.mask.paint == Paint{{{0, 0}, {2, 1}}, {}});
    scene = *paintCells(scene, {{0, 0}, {1, 1}}, PaintMode::Forbid);
    CHECK(scene.mask.paint == Paint{{{2, 1}}, {{0, 0}, {1, 1}}});
    scene = *paintCells(scene, {{0, 0}, {2, 1}}, PaintMode::Erase);
    CHECK(scene.mask.paint == Paint{{}, {{1, 1}}});
    CHECK(clearPaint(scene).mask.paint == Paint{});
    CHECK(paintCells(scene, {{3, 0}}, PaintMode::Allow).error().message ==
          "Painted row 3 is out of range: there are 3 rows, numbered 0 to 2.");
}

TEST_CASE("setPadding: a mask appears with the first padded key and goes with the last", "[scene]") {
    const Scene scene = plainScene(2, 3, 2, 1, 1, 2);
    const auto padded = setPadding(scene, 1, 2, false);
    REQUIRE(padded);
    CHECK(*padded->mask.keyPadding == BoolTensor({2, 3}, {1, 1, 1, 1, 1, 0}));
    CHECK(setPadding(*padded, 1, 2, true)->mask.keyPadding == nullptr);
    CHECK(setPadding(scene, 2, 0, false).error().message ==
          "Key 0 of batch item 2 is out of range: there are 3 keys in 2 batch items.");
}

TEST_CASE("toggleGlobal, toggleSilenced: lists stay sorted", "[scene]") {
    Scene scene = plainScene(1, 3, 2, 2, 2, 1);
    scene = *toggleGlobal(*toggleGlobal(scene, 2), 0);
    CHECK(scene.mask.globalTokens == std::vector<Index>{0, 2});
    CHECK(toggleGlobal(scene, 2)->mask.globalTokens == std::vector<Index>{0});
    CHECK_FALSE(toggleGlobal(scene, 3));
    CHECK(toggleSilenced(scene, 1)->silenced == std::vector<Index>{1});
    CHECK_FALSE(toggleSilenced(scene, 2));
}

TEST_CASE("setExplicit: a cell of one head is closed, other heads keep theirs, and a mask that closes nothing goes", "[scene]") {
    const Scene scene = plainScene(2, 3, 2, 2, 2, 1);
    const auto closed = setExplicit(scene, 1, {{0, 2}, {2, 0}}, false);
    REQUIRE(closed);
    REQUIRE(closed->mask.explicitAllow);
    CHECK(*closed->mask.explicitAllow == BoolTensor({2, 3, 3}, {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 1, 1, 1, 0, 1, 1}));
    CHECK(setExplicit(*closed, 1, {{0, 2}, {2, 0}}, true)->mask.explicitAllow == nullptr);
    CHECK(setExplicit(scene, 2, {{0, 0}}, false).error().message ==
          "There is no cell (0, 0) of head 2: there are 2 heads of 3 x 3 cells.");
    CHECK_FALSE(setExplicit(scene, 0, {{0, 3}}, false));
}

TEST_CASE("setExplicit: what was broadcast is told apart, batch items only where they were", "[scene]") {
    Scene scene = plainScene(2, 2, 2, 2, 2, 1);
    scene.mask.explicitAllow = std::make_shared<const BoolTensor>(Shape{2}, std::vector<std::uint8_t>{1, 0});
    CHECK(*setExplicit(scene, 0, {{0, 1}}, true)->mask.explicitAllow == BoolTensor({2, 2, 2}, {1, 1, 1, 0, 1, 0, 1, 0}));
    scene.mask.explicitAllow = std::make_shared<const BoolTensor>(Shape{2, 1, 2, 1}, std::vector<std::uint8_t>{1, 0, 1, 1});
    CHECK(*setExplicit(scene, 1, {{0, 0}}, false)->mask.explicitAllow ==
          BoolTensor({2, 2, 2, 2}, {1, 1, 0, 0, 0, 1, 0, 0, 1, 1, 1, 1, 0, 1, 1, 1}));
}

TEST_CASE("setBias: one number of one head, on zeros where there was none", "[scene]") {
    const Scene scene = plainScene(1, 2, 2, 2, 2, 1);
    const auto biased = setBias(scene, 1, {1, 0}, -2.5);
    REQUIRE(biased);
    CHECK(*biased->mask.bias == Tensor({2, 2, 2}, {0, 0, 0, 0, 0, 0, -2.5, 0}));
    CHECK((*setBias(*biased, 0, {0, 0}, 1.0)->mask.bias)[6] == -2.5);
    CHECK_FALSE(setBias(scene, 0, {2, 0}, 1.0));
}
