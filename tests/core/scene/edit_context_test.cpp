#include "core/scene/edit.h"
#include "core/scene/validate.h"
#include "tests/support/catch.h"
#include "tests/support/core/scenes.h"

using namespace attn;
using namespace attn::test;
using List = std::vector<std::string>;

TEST_CASE("makeCross: the context is as wide as X and masks over the old keys go", "[scene]") {
    Scene scene = plainScene(2, 3, 4, 2, 1, 2);
    scene.mask.keyPadding = flags({2, 3}, {1, 1, 0, 1, 1, 1});
    scene.mask.bias = noise({2, 1, 1}, 9);
    const auto cross = makeCross(scene, {"le", "chat", "le", "x", "y"});
    REQUIRE(cross);
    const auto d = validate(cross->scene);
    REQUIRE(d);
    CHECK((d->isCross && d->nk == 5 && d->dKv == 4));
    CHECK(cross->note == "What belonged to the old keys was dropped: padding.");
    CHECK(cross->scene.mask.bias == scene.mask.bias);
    CHECK((*cross->scene.Xkv)[0] == (*cross->scene.Xkv)[8]);
    CHECK(cross->scene.contextTokens == List{"le", "chat", "le", "x", "y"});
}

TEST_CASE("context edits: only the keys change", "[scene]") {
    Scene scene = makeCross(plainScene(1, 2, 4, 1, 1, 2), {"u", "v", "w"})->scene;
    scene.mask.explicitAllow = flags({2, 3}, {1, 0, 1, 0, 1, 1});
    scene.mask.paint.forbid = {{1, 2}};
    const auto moved = moveToken(scene, Side::Context, 2, 0);
    REQUIRE(moved);
    CHECK(moved->contextTokens == List{"w", "u", "v"});
    CHECK(*moved->mask.explicitAllow == BoolTensor({2, 3}, {1, 1, 0, 1, 0, 1}));
    CHECK(moved->mask.paint.forbid == std::vector<Cell>{{1, 0}});
    CHECK(moved->X == scene.X);
    const auto shorter = removeToken(scene, Side::Tokens, 0);
    REQUIRE(shorter);
    CHECK(*shorter->mask.explicitAllow == BoolTensor({1, 3}, {0, 1, 1}));
    CHECK(shorter->Xkv == scene.Xkv);
}

TEST_CASE("makeSelf: keys come from X again and W_k and W_v fit it", "[scene]") {
    Scene scene = makeCross(plainScene(1, 3, 4, 1, 1, 2), {"u", "v"})->scene;
    scene = *setContextWidth(scene, 6);
    scene.mask.paint.allow = {{0, 1}};
    const auto self = makeSelf(scene);
    REQUIRE(self);
    const auto d = validate(self->scene);
    REQUIRE(d);
    CHECK((!d->isCross && d->nk == 3 && d->dKv == 4));
    CHECK(self->note == "What belonged to the old keys was dropped: painted cells.");
    CHECK(identical(self->scene.Wk, plainScene(1, 3, 4, 1, 1, 2).Wk));
}
