// What belongs to heads, columns and tokens follows them through every edit of shape.
#include "core/scene/edit_modifiers.h"

#include "core/scene/edit.h"
#include "core/scene/validate.h"
#include "tests/support/catch.h"
#include "tests/support/core/scenes.h"

using namespace attn;
using namespace attn::test;

namespace {

/// 3 tokens, 2 heads of width 2, with everything that an edit must carry.
Scene laden() {
    Scene scene = plainScene(1, 3, 4, 2, 2, 2);
    scene.position.scheme = Position::Scheme::Alibi;
    scene.position.slopes = {0.5, 0.25};
    scene.sink = Sink{{1.0, 2.0}};
    scene.dropout = Dropout{Dropout::Where::Weights, 0.5, nullptr, 0};
    BoolTensor keep({1, 2, 3, 3}, 1);
    keep[1] = 0;   // head 0, query 0, key 1
    keep[17] = 0;  // head 1, query 2, key 2
    scene.dropout->keep = std::make_shared<const BoolTensor>(keep);
    scene.mask.block = BlockPattern{2, flags({2, 2}, {1, 0, 1, 1})};
    scene.loss = Loss{Loss::Kind::Cell, 0, 2, 1, {}};
    return scene;
}

}  // namespace

TEST_CASE("edits: slopes, sinks and kept weights go with their heads", "[scene][edit]") {
    const auto more = setHeads(laden(), 4);
    REQUIRE(more);
    CHECK(more->position.slopes == std::vector<double>{0.5, 0.25, 0.0, 0.0});
    CHECK(more->sink->logits == std::vector<double>{1.0, 2.0, 0.0, 0.0});
    CHECK(more->dropout->keep->shape() == Shape{1, 4, 3, 3});
    CHECK((*more->dropout->keep)[17] == 0);
    CHECK((*more->dropout->keep)[35] == 1);
    const auto fewer = setHeads(laden(), 1);
    REQUIRE(fewer);
    CHECK(fewer->sink->logits == std::vector<double>{1.0});
    CHECK(fewer->dropout->keep->shape() == Shape{1, 1, 3, 3});
    CHECK(fewer->loss->col == 1);
}

TEST_CASE("edits: kept weights, the loss's row and blocks go with tokens", "[scene][edit]") {
    const auto longer = insertToken(laden(), Side::Tokens, 0, "new");
    REQUIRE(longer);
    const BoolTensor& keep = *longer->dropout->keep;
    CHECK(keep.shape() == Shape{1, 2, 4, 4});
    CHECK(keep[6] == 0);  // query 0, key 1 are now 1 and 2
    CHECK(keep[31] == 0);
    CHECK(longer->loss->row == 3);
    CHECK(longer->mask.block->pattern->shape() == Shape{2, 2});
    const auto longest = insertToken(*longer, Side::Tokens, 4, "more");
    REQUIRE(longest);
    CHECK(*longest->mask.block->pattern == BoolTensor({3, 3}, {1, 0, 0, 1, 1, 0, 0, 0, 1}));
    const auto shorter = removeToken(laden(), Side::Tokens, 2);
    REQUIRE(shorter);
    CHECK_FALSE(shorter->loss);
    CHECK(*shorter->mask.block->pattern == BoolTensor(Shape{1, 1}, std::uint8_t(1)));
    CHECK((*shorter->dropout->keep)[1] == 0);
}

TEST_CASE("edits: kept outputs go with their columns, and a loss that no longer fits is dropped", "[scene][edit]") {
    Scene scene = laden();
    scene.dropout = Dropout{Dropout::Where::Output, 0.5, flags({1, 2, 3, 2}, std::vector<std::uint8_t>(12, 0)), 0};
    const auto wider = setValueWidth(scene, 3);
    REQUIRE(wider);
    CHECK(wider->dropout->keep->shape() == Shape{1, 2, 3, 3});
    CHECK((*wider->dropout->keep)[2] == 1);
    CHECK((*wider->dropout->keep)[3] == 0);
    scene.loss = Loss{Loss::Kind::RowTarget, 0, 1, 0, {1, 2, 3, 4}};
    CHECK_FALSE(setValueWidth(scene, 3)->loss);
    CHECK(setValueWidth(scene, 2)->loss);
}

TEST_CASE("edits: a context of its own drops what told the old keys apart, and says so", "[scene][edit]") {
    const auto cross = makeCross(laden(), {"a", "b"});
    REQUIRE(cross);
    CHECK_FALSE((cross->scene.dropout || cross->scene.mask.block));
    CHECK(cross->note.find("block pattern, dropout's kept weights") != std::string::npos);
}

TEST_CASE("edits: an edit that would break a rotary width is refused", "[scene][edit][error]") {
    Scene scene = plainScene(1, 3, 4, 2, 2, 4);
    scene.position.scheme = Position::Scheme::Rope;
    CHECK(setKeyWidth(scene, 3).error().message == "The rotary width is 3; it must be even and from 2 to d_k, 3.");
    CHECK(setKeyWidth(scene, 2));
}

TEST_CASE("edits: tokens and sizes of given tensors are not edited", "[scene][edit][error]") {
    Scene scene;
    scene.kind = Kind::Qkv;
    scene.Q = noise({1, 1, 2, 2}, 1), scene.K = scene.V = scene.Q;
    const std::string refusal = "Only scenes made of X and weight matrices can be edited.";
    CHECK(insertToken(scene, Side::Tokens, 0, "a").error().message == refusal);
    CHECK(setSentence(scene, Side::Tokens, {"a"}).error().message == refusal);
    CHECK(makeCross(scene, {"a"}).error().message == refusal);
    CHECK(setHeads(scene, 2).error().message == refusal);
    CHECK(addMatrix(scene, MatrixId::Wo).error().message == refusal);
}
