#include "core/cost/walk_traffic.h"

#include "core/evaluate/evaluate.h"
#include "core/evaluate/head_walk.h"
#include "tests/support/catch.h"
#include "tests/support/core/scenes.h"

using namespace attn;
using namespace attn::test;

TEST_CASE("walkTraffic: the sum of the steps is what a counting run over the same mask finds", "[cost][oracle]") {
    Scene scene = plainScene(1, 11, 6, 2, 1, 3);
    const int which = GENERATE(0, 1, 2);
    if (which == 1)
        scene.mask.causal = Causal{};
    if (which == 2)  // query 4 .. 7 may attend nothing: a row of tiles without a visit
        for (Index i = 4; i < 8; ++i)
            for (Index j = 0; j < 11; ++j)
                scene.mask.paint.forbid.push_back({i, j});
    const auto variant = GENERATE(FlashTiling::Variant::Fa2, FlashTiling::Variant::Fa1);
    const Index br = GENERATE(Index(1), Index(4), Index(11));
    const Index bc = GENERATE(Index(2), Index(3), Index(20));
    CAPTURE(which, br, bc);
    const auto evaluation = evaluate(scene);
    REQUIRE(evaluation);
    const auto walk = headTileWalk(scene, *evaluation, 0, 1, {br, bc, variant});
    REQUIRE(walk);
    const WalkTraffic found = walkTraffic(*walk, 3, 3);
    REQUIRE(found.steps.size() == walk->steps.size());
    const MaskRules rules(scene, evaluation->dims);
    const auto want = runTraffic(variant == FlashTiling::Variant::Fa2 ? Algorithm::Flash2 : Algorithm::Flash1,
                                 Pass::Forward, {11, 11, 3, 3}, {br, bc}, {&rules, 0, 1});
    REQUIRE(want);
    CHECK(found.total == *want);
    for (std::size_t i = 1; i < found.steps.size(); ++i)
        CHECK(found.steps[i].soFar.total() > found.steps[i - 1].soFar.total());
    CHECK(found.steps.back().soFar.total() <= found.total.total());
}

TEST_CASE("walkTraffic: the held tile is loaded once and stored after its last step", "[cost]") {
    const Scene scene = plainScene(1, 4, 6, 1, 1, 3);
    const auto evaluation = evaluate(scene);
    REQUIRE(evaluation);
    const auto second = headTileWalk(scene, *evaluation, 0, 0, {2, 2, FlashTiling::Variant::Fa2});
    REQUIRE(second);
    const auto held = walkTraffic(*second, 3, 3);
    REQUIRE(held.steps.size() == 4);
    CHECK((held.steps[0].loadsQueries && held.steps[0].loadsKeys && !held.steps[0].storesOutput));
    CHECK((!held.steps[1].loadsQueries && held.steps[1].loadsKeys && held.steps[1].storesOutput));
    CHECK((held.steps[2].loadsQueries && !held.steps[2].storesOutput));
    const auto first = headTileWalk(scene, *evaluation, 0, 0, {2, 2, FlashTiling::Variant::Fa1});
    REQUIRE(first);
    const auto passed = walkTraffic(*first, 3, 3);
    CHECK((passed.steps[1].loadsQueries && !passed.steps[1].loadsKeys && passed.steps[1].storesOutput));
    CHECK((passed.steps[2].loadsQueries && passed.steps[2].loadsKeys));
}

TEST_CASE("walkTraffic: an empty walk moves nothing but the rows of O", "[cost][limit]") {
    TileWalk walk;
    walk.lse.assign(3, 0.0);
    CHECK(walkTraffic(walk, 2, 5).total.write == 15.0);
    CHECK(walkTraffic(walk, 2, 5).total.read == 0.0);
    CHECK(walkTraffic({}, 2, 5).total == Traffic{});
}
