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
