#include "core/scene/edit.h"
#include "core/scene/same.h"
#include "core/scene/validate.h"
#include "tests/support/catch.h"
#include "tests/support/core/scenes.h"

using namespace attn;
using namespace attn::test;

namespace {

/// 4 heads over 2 key-value heads, dk 2, dv 3, every bias, W_o of width 5.
Scene grouped() {
    Scene scene = plainScene(2, 3, 4, 4, 2, 2);
    scene.Wv = noise({4, 6}, 10);
    scene.Wo = noise({12, 5}, 11);
    scene.bq = noise({8}, 12);
    scene.bk = noise({4}, 13);
    scene.bv = noise({6}, 14);
    scene.bo = noise({5}, 15);
    scene.dOut = noise({2, 3, 5}, 16);
    scene.mask.bias = noise({4, 3, 3}, 17);
    scene.silenced = {1, 3};
    return scene;
}

}  // namespace

TEST_CASE("widths: growing and shrinking back gives the same scene", "[scene][invariant]") {
    const Scene scene = grouped();
    CHECK(sameScene(*setModelWidth(*setModelWidth(scene, 9), 4), scene));
    CHECK(sameScene(*setKeyWidth(*setKeyWidth(scene, 5), 2), scene));
    CHECK(sameScene(*setValueWidth(*setValueWidth(scene, 7), 3), scene));
    Scene plain = scene;
    plain.Wo = plain.bo = nullptr;
    plain.dOut = noise({2, 3, 12}, 3);
    CHECK(sameScene(*setValueWidth(*setValueWidth(plain, 7), 3), plain));
}

TEST_CASE("setKeyWidth: each head keeps its own columns and new ones are zero", "[scene]") {
    const Scene scene = grouped();
    const auto wide = setKeyWidth(scene, 3);
    REQUIRE(wide);
    CHECK(wide->Wq->shape() == Shape{4, 12});
    CHECK((*wide->Wq)[2] == 0.0);
    CHECK((*wide->Wq)[3] == (*scene.Wq)[2]);  // head 1, column 0
    CHECK((*wide->bk)[3] == (*scene.bk)[2]);
    CHECK(wide->Wv == scene.Wv);
}

TEST_CASE("setValueWidth: the rows of W_o follow the heads", "[scene]") {
    const Scene scene = grouped();
    const auto narrow = setValueWidth(scene, 1);
    REQUIRE(narrow);
    CHECK(narrow->Wo->shape() == Shape{4, 5});
    CHECK((*narrow->Wo)[5] == (*scene.Wo)[15]);  // head 1, row 0
    CHECK(validate(*narrow)->dv == 1);
}

TEST_CASE("setHeads: old heads keep their numbers, masks by head follow", "[scene]") {
    const Scene scene = grouped();
    const auto more = setHeads(scene, 6);
    REQUIRE(more);
    CHECK(validate(*more)->heads == 6);
    CHECK(validate(*more)->dk == 2);
    CHECK(more->Wo->shape() == Shape{18, 5});
    CHECK((*more->Wq)[8] != 0.0);
    CHECK(more->mask.bias->shape() == Shape{6, 3, 3});
    CHECK(sameScene(*setHeads(*more, 4), scene));
    const auto fewer = setHeads(scene, 2);
    REQUIRE(fewer);
    CHECK(fewer->silenced == std::vector<Index>{1});
    CHECK(fewer->mask.bias->shape() == Shape{2, 3, 3});
}

TEST_CASE("setHeads: key-value heads follow where there was one for each head", "[scene]") {
    const auto more = setHeads(plainScene(1, 3, 4, 2, 2, 2), 3);
    REQUIRE(more);
    CHECK(more->kvHeads == 3);
    CHECK(more->Wk->shape() == Shape{4, 6});
    CHECK(setHeads(grouped(), 5).error().message == "5 heads cannot share 2 key-value heads evenly; try 1, 5.");
}

TEST_CASE("setKvHeads: numbers that do not divide the heads are refused with those that do", "[scene]") {
    const Scene scene = grouped();
    CHECK(setKvHeads(scene, 3).error().message == "4 heads cannot share 3 key-value heads evenly; try 1, 2, 4.");
    CHECK(setKvHeads(scene, 0).error().message == "There are 0 key-value heads; at least 1 is needed.");
    const auto full = setKvHeads(scene, 4);
    REQUIRE(full);
    CHECK(full->Wk->shape() == Shape{4, 8});
    CHECK((*full->Wk)[1] == (*scene.Wk)[1]);
    CHECK(sameScene(*setKvHeads(*full, 2), scene));
}

TEST_CASE("splitHeads: the same numbers are cut anew, or the divisors are named", "[scene]") {
    const Scene scene = plainScene(1, 3, 10, 2, 2, 5);
    const auto five = splitHeads(scene, 5);
    REQUIRE(five);
    CHECK((five->heads == 5 && five->kvHeads == 5 && validate(*five)->dk == 2));
    CHECK(five->Wq == scene.Wq);
    CHECK(splitHeads(scene, 4).error().message == "10 columns of W_q are not divisible by 4 heads; try 1, 2, 5, 10.");
    CHECK(splitHeads(scene, 0).error().message == "There are 0 heads; at least 1 is needed.");
    CHECK(splitHeads(grouped(), 8).error().message.find("12") == std::string::npos);
}

TEST_CASE("sizes: nonsense is refused with the numbers", "[scene][error]") {
    const Scene scene = grouped();
    CHECK(setModelWidth(scene, 0).error().message == "The model width is 0; it must be at least 1.");
    CHECK(setKeyWidth(scene, Index(1) << 40).error().message ==
          "The key width 1099511627776 would make W_q take 128 TiB; at most 1 GiB are edited.");
    CHECK(setValueWidth(scene, -1).error().message == "The value width is -1; it must be at least 1.");
    CHECK_FALSE(setHeads(scene, Index(1) << 60));
    CHECK(setContextWidth(scene, 3).error().message ==
          "There is no context: keys and values come from the tokens themselves.");
}
