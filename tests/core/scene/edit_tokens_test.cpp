#include <algorithm>

#include "core/scene/edit.h"
#include "core/scene/same.h"
#include "core/scene/validate.h"
#include "tests/support/catch.h"
#include "tests/support/core/scenes.h"

using namespace attn;
using namespace attn::test;
using List = std::vector<std::string>;

namespace {

/// Batch 2, "a b c", width 2, with every part that has a row or column for each token.
Scene sentence() {
    Scene scene = plainScene(2, 3, 2, 1, 1, 2);
    scene.tokens = {"a", "b", "c"};
    scene.tokenIds = {7, 8, 9};
    scene.X = tensor({2, 3, 2}, {1, 2, 3, 4, 5, 6, 11, 12, 13, 14, 15, 16});
    scene.dOut = tensor({2, 3, 2}, {1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6});
    scene.mask.keyPadding = flags({2, 3}, {1, 1, 0, 0, 1, 1});
    scene.mask.explicitAllow = flags({3, 3}, {1, 0, 0, 1, 1, 0, 0, 0, 1});
    scene.mask.bias = tensor({1, 3}, {0.1, 0.2, 0.3});
    scene.mask.globalTokens = {2};
    scene.mask.paint = {{{0, 2}}, {{2, 1}}};
    return scene;
}

std::vector<double> rowOf(const TensorPtr& X, Index batch, Index row) {
    const double* start = X->data() + (batch * X->dim(1) + row) * X->dim(2);
    return {start, start + X->dim(2)};
}

}  // namespace

TEST_CASE("moveToken: rows, columns, labels and cells move together", "[scene]") {
    const auto moved = moveToken(sentence(), Side::Tokens, 2, 0);
    REQUIRE(moved);
    CHECK(moved->tokens == List{"c", "a", "b"});
    CHECK(moved->tokenIds == std::vector<Index>{9, 7, 8});
    CHECK(*moved->X == Tensor({2, 3, 2}, {5, 6, 1, 2, 3, 4, 15, 16, 11, 12, 13, 14}));
    CHECK(*moved->dOut == Tensor({2, 3, 2}, {3, 3, 1, 1, 2, 2, 6, 6, 4, 4, 5, 5}));
    CHECK(*moved->mask.keyPadding == BoolTensor({2, 3}, {0, 1, 1, 1, 0, 1}));
    CHECK(*moved->mask.explicitAllow == BoolTensor({3, 3}, {1, 0, 0, 0, 1, 0, 0, 1, 1}));
    CHECK(*moved->mask.bias == Tensor({1, 3}, {0.3, 0.1, 0.2}));
    CHECK(moved->mask.globalTokens == std::vector<Index>{0});
    CHECK(moved->mask.paint == Paint{{{1, 0}}, {{0, 2}}});
    CHECK(sameScene(*moveToken(*moved, Side::Tokens, 0, 2), sentence()));
}

TEST_CASE("insertToken: a new word is allowed, real and without bias", "[scene]") {
    const auto next = insertToken(sentence(), Side::Tokens, 1, "new");
    REQUIRE(next);
    CHECK(next->tokens == List{"a", "new", "b", "c"});
    CHECK(next->tokenIds == std::vector<Index>{7, 10, 8, 9});
    CHECK(rowOf(next->X, 0, 1) == wordRow("new", 2));
    CHECK(rowOf(next->X, 1, 1) == wordRow("new", 2));
    CHECK(rowOf(next->X, 1, 2) == std::vector<double>{13, 14});
    CHECK(*next->mask.keyPadding == BoolTensor({2, 4}, {1, 1, 1, 0, 0, 1, 1, 1}));
    CHECK(*next->mask.explicitAllow == BoolTensor({4, 4}, {1, 1, 0, 0, 1, 1, 1, 1, 1, 1, 1, 0, 0, 1, 0, 1}));
    CHECK(*next->mask.bias == Tensor({1, 4}, {0.1, 0.0, 0.2, 0.3}));
    CHECK(next->mask.globalTokens == std::vector<Index>{3});
    CHECK(next->mask.paint == Paint{{{0, 3}}, {{3, 2}}});
    CHECK(rowOf(next->dOut, 0, 1) == std::vector<double>{0, 0});
    CHECK(sameScene(*removeToken(*next, Side::Tokens, 1), sentence()));
}

TEST_CASE("insertToken: an equal token gives its row in each batch item, and its number", "[scene]") {
    const auto next = insertToken(sentence(), Side::Tokens, 3, "b");
    REQUIRE(next);
    CHECK(rowOf(next->X, 0, 3) == std::vector<double>{3, 4});
    CHECK(rowOf(next->X, 1, 3) == std::vector<double>{13, 14});
    CHECK(next->tokenIds == std::vector<Index>{7, 8, 9, 8});
}

TEST_CASE("insertToken: a scene without labels gets them", "[scene]") {
    const auto next = insertToken(plainScene(1, 2, 2, 1, 1, 2), Side::Tokens, 2, "x");
    REQUIRE(next);
    CHECK(next->tokens == List{"t0", "t1", "x"});
}

TEST_CASE("removeToken: the last token may go", "[scene][limit]") {
    Scene scene = plainScene(1, 1, 2, 1, 1, 2);
    scene.mask.keyPadding = flags({1, 1}, {0});
    const auto empty = removeToken(scene, Side::Tokens, 0);
    REQUIRE(empty);
    CHECK(validate(*empty)->nq == 0);
    CHECK(validate(*insertToken(*empty, Side::Tokens, 0, "x"))->nq == 1);
}

TEST_CASE("renameToken: only the label changes, unless an equal token gives its row", "[scene]") {
    const auto renamed = renameToken(sentence(), Side::Tokens, 0, "z");
    REQUIRE(renamed);
    CHECK(renamed->tokens == List{"z", "b", "c"});
    CHECK(identical(renamed->X, sentence().X));
    CHECK(renamed->tokenIds == std::vector<Index>{10, 8, 9});
    const auto equal = renameToken(sentence(), Side::Tokens, 0, "c");
    CHECK(rowOf(equal->X, 1, 0) == std::vector<double>{15, 16});
    CHECK(equal->tokenIds == std::vector<Index>{9, 8, 9});
}

TEST_CASE("wordRow: the same word has the same numbers for ever", "[scene]") {
    CHECK(wordRow("cat", 2) == wordRow("cat", 2));
    CHECK(wordRow("cat", 2) != wordRow("Cat", 2));
    CHECK(wordRow("cat", 3)[0] == wordRow("cat", 1)[0]);
    // FNV-1a of "cat" is 0xf5e307190ce4a327.
    CHECK(wordRow("cat", 1)[0] == randomTensor({1}, Distribution::Normal, 0xf5e307190ce4a327U, 1.0)[0]);
}

TEST_CASE("setSentence: words that stay keep their rows and masks, the rest is said", "[scene]") {
    const auto edited = setSentence(sentence(), Side::Tokens, {"c", "new", "new", "a"});
    REQUIRE(edited);
    const Scene& s = edited->scene;
    CHECK(s.tokens == List{"c", "new", "new", "a"});
    CHECK(rowOf(s.X, 0, 0) == std::vector<double>{5, 6});
    CHECK(rowOf(s.X, 0, 1) == rowOf(s.X, 0, 2));
    CHECK(rowOf(s.X, 1, 3) == std::vector<double>{11, 12});
    CHECK(s.tokenIds == std::vector<Index>{9, 10, 10, 7});
    CHECK(s.mask.paint == Paint{{{3, 0}}, {}});
    CHECK(edited->note ==
          "What belonged to 1 word that is gone was dropped: explicit mask, additive bias, padding, painted cells.");
    CHECK(setSentence(sentence(), Side::Tokens, {"b", "c", "a"})->note == "");
    CHECK(validate(setSentence(sentence(), Side::Tokens, {})->scene)->nq == 0);
}

TEST_CASE("token edits: positions out of range are refused with the numbers", "[scene][error]") {
    const auto at = GENERATE(Index(-1), Index(3), Index(1) << 40);
    CHECK(removeToken(sentence(), Side::Tokens, at).error().message ==
          "Position " + std::to_string(at) + " is out of range: there are 3 tokens.");
    CHECK_FALSE(moveToken(sentence(), Side::Tokens, 0, at));
    CHECK_FALSE(moveToken(sentence(), Side::Tokens, at, 0));
    CHECK_FALSE(renameToken(sentence(), Side::Tokens, at, "x"));
    CHECK_FALSE(insertToken(sentence(), Side::Tokens, at == 3 ? 4 : at, "x"));
    CHECK(removeToken(sentence(), Side::Context, 0).error().message ==
          "There is no context: keys and values come from the tokens themselves.");
}
