#include "core/flash/tile_walk.h"

#include <cmath>

#include "tests/support/core/close.h"
#include "tests/support/core/golden.h"
#include "tests/support/core/plain_attention.h"
#include "tests/support/core/scenes.h"

using namespace attn;
using namespace attn::test;

TEST_CASE("recordTileWalk: one key at a time is the online softmax as recorded", "[flash][oracle]") {
    const Golden golden("metric_cases.json");
    const std::vector<double> logits = numbers(golden.tensor("online_softmax_row.x"));
    const std::vector<double> values = numbers(golden.tensor("online_softmax_row.v"));
    const double one = 1.0;
    TileWalk walk;
    REQUIRE(recordTileWalk({&one, 1, 1}, {logits.data(), 5, 1}, {values.data(), 5, 1}, 1.0, {},
                           {1, 1, FlashTiling::Variant::Fa2}, walk));
    REQUIRE(walk.steps.size() == 5);
    for (std::size_t s = 0; s < 5; ++s) {
        const std::string step = "online_softmax_row.steps." + std::to_string(s) + ".";
        CHECK(walk.steps[s].max[0] == golden.number(step + "m"));
        CHECK(walk.steps[s].rescale[0] == Approx(golden.number(step + "rescale")).epsilon(1e-15));
        CHECK(walk.steps[s].sum[0] == Approx(golden.number(step + "l")).epsilon(1e-15));
        CHECK(walk.steps[s].O[0] == Approx(golden.number(step + "acc")).epsilon(1e-15));
    }
    CHECK(walk.O[0] == Approx(golden.number("online_softmax_row.output")).epsilon(1e-15));
    CHECK(walk.lse[0] == Approx(golden.number("online_softmax_row.lse")).epsilon(1e-15));
}

TEST_CASE("recordTileWalk: the two orders visit the same tiles, and the first divides after each", "[flash]") {
    const HeadInput in(5, 4, 3, 2, 1);
    TileWalk keys;
    TileWalk queries;
    REQUIRE(recordTileWalk(in.q(), in.k(), in.v(), 0.5, {}, {2, 3, FlashTiling::Variant::Fa1}, keys));
    REQUIRE(recordTileWalk(in.q(), in.k(), in.v(), 0.5, {}, {2, 3, FlashTiling::Variant::Fa2}, queries));
    REQUIRE(keys.steps.size() == 6);
    CHECK(keys.steps[1].q0 == 2);
    CHECK(queries.steps[1].k0 == 3);
    CHECK(queries.steps[1].k1 == 4);
    const TileStep& divided = keys.steps[0];
    const TileStep& whole = queries.steps[0];
    for (std::size_t e = 0; e < divided.O.size(); ++e)
        CHECK(divided.O[e] == Approx(whole.O[e] / whole.sum[e / 2]));
}

TEST_CASE("recordTileWalk: forbidden values that are not finite follow the policy, as in the formula", "[flash]") {
    HeadInput in(3, 4, 2, 2, 8);
    in.V = Tensor({4, 2}, {1.0, 2.0, 3.0, 4.0, NAN, INFINITY, 1.0, 1.0});
    Mask mask;
    mask.keyPadding = flags({1, 4}, {1, 1, 0, 1});
    const MaskRules rules(mask, oneHead(3, 4));
    const auto allowed = [&](Index i, Index j) { return rules.allows(0, 0, i, j); };
    for (const auto policy : {MaskedValues::Skip, MaskedValues::Ieee}) {
        const MaskConventions conventions{EmptyRow::Zero, policy};
        const PlainAttention plain(in.q(), in.k(), in.v(), 0.7, allowed, noBias, conventions);
        TileWalk walk;
        REQUIRE(recordTileWalk(in.q(), in.k(), in.v(), 0.7, {{&rules, 0, 0}, conventions},
                               {2, 2, FlashTiling::Variant::Fa2}, walk));
        CHECK_THAT(walk.O, AllClose(plain.out, 1e-12, 1e-12));
    }
}

TEST_CASE("recordTileWalk: no keys, no queries, and a stop", "[flash][limit]") {
    const HeadInput none(0, 3, 2, 2, 1);
    TileWalk walk;
    REQUIRE(recordTileWalk(none.q(), none.k(), none.v(), 1.0, {}, {4, 4, FlashTiling::Variant::Fa1}, walk));
    CHECK((walk.tiles == 0 && walk.O.empty()));
    const HeadInput noKeys(2, 0, 2, 2, 1);
    REQUIRE(recordTileWalk(noKeys.q(), noKeys.k(), noKeys.v(), 1.0, {}, {4, 4, FlashTiling::Variant::Fa2}, walk));
    CHECK(walk.O == std::vector<double>(4, 0.0));
    CHECK(walk.lse == std::vector<double>(2, -INFINITY));
    const HeadInput in(5, 5, 2, 2, 1);
    int asked = 0;
    CHECK_FALSE(recordTileWalk(in.q(), in.k(), in.v(), 1.0, {}, {1, 1, FlashTiling::Variant::Fa2}, walk,
                               Progress([&] { return ++asked > 3; })));
    CHECK(asked == 4);
}
