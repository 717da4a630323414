#include "core/evaluate/head_walk.h"

#include "core/evaluate/evaluate.h"
#include "tests/support/catch.h"
#include "tests/support/core/close.h"
#include "tests/support/core/scenes.h"

using namespace attn;
using namespace attn::test;

namespace {

double largestDifference(const TileWalk& walk, const Values& headOut, Index plane) {
    const auto size = static_cast<Index>(walk.O.size());
    double largest = 0.0;
    for (Index i = 0; i < size; ++i)
        largest = std::max(largest, std::abs(walk.O[static_cast<std::size_t>(i)] - headOut.at(plane * size + i)));
    return largest;
}

}  // namespace

TEST_CASE("headTileWalk: the walk of every head ends at the head's own output", "[evaluate][oracle]") {
    Scene scene = plainScene(2, 9, 8, 4, 2, 3);
    scene.precision = Precision::F64;
    scene.mask.causal = Causal{};
    const int which = GENERATE(0, 1, 2, 3, 4);
    if (which == 1)
        scene.position.scheme = Position::Scheme::Alibi;
    if (which == 2)
        scene.sink = Sink{};
    if (which == 3)
        scene.softcap = 2.0;
    if (which == 4)
        scene.dropout = Dropout{Dropout::Where::Weights, 0.5, nullptr, 3};
    CAPTURE(which);
    const auto evaluation = evaluate(scene);
    REQUIRE(evaluation);
    for (const auto variant : {FlashTiling::Variant::Fa2, FlashTiling::Variant::Fa1})
        for (Index batch = 0; batch < 2; ++batch)
            for (Index head = 0; head < 4; ++head) {
                const auto walk = headTileWalk(scene, *evaluation, batch, head, {4, 2, variant});
                REQUIRE(walk);
                // Sums of at most nine terms in another order.
                CHECK(largestDifference(*walk, evaluation->headOut, batch * 4 + head) < 1e-14);
            }
}

TEST_CASE("headTileWalk: rotated queries and keys are the ones that are walked", "[evaluate]") {
    Scene scene = plainScene(1, 6, 8, 2, 2, 4);
    scene.precision = Precision::F64;
    scene.position.scheme = Position::Scheme::Rope;
    const auto evaluation = evaluate(scene);
    REQUIRE(evaluation);
    const auto walk = headTileWalk(scene, *evaluation, 0, 1, {4, 4, {}});
    REQUIRE(walk);
    CHECK(largestDifference(*walk, evaluation->headOut, 1) < 1e-14);
}

TEST_CASE("headTileWalk: what does not exist is refused with the numbers", "[evaluate][error]") {
    const Scene scene = plainScene(1, 3, 4, 2, 1, 2);
    const auto evaluation = evaluate(scene);
    REQUIRE(evaluation);
    CHECK(headTileWalk(scene, *evaluation, 0, 2, {}).error().message.find("no head 2") != std::string::npos);
    CHECK(headTileWalk(scene, *evaluation, 1, 0, {}).error().code == ErrorCode::OutOfRange);
    CHECK(headTileWalk(scene, *evaluation, 0, 0, {0, 4, {}}).error().code == ErrorCode::OutOfRange);
    const Progress stopped([] { return true; }, [](double) {});
    CHECK(headTileWalk(scene, *evaluation, 0, 0, {1, 1, {}}, stopped).error().code == ErrorCode::Cancelled);
    Evaluation other = *evaluation;
    other.kind = Kind::Linear;
    CHECK(headTileWalk(scene, other, 0, 0, {}).error().code == ErrorCode::NotSupported);
}

TEST_CASE("headTileWalk: no query, no key and one token are walks too", "[evaluate][limit]") {
    const Scene one = plainScene(1, 1, 4, 1, 1, 2);
    const auto evaluation = evaluate(one);
    REQUIRE(evaluation);
    const auto walk = headTileWalk(one, *evaluation, 0, 0, {4, 4, {}});
    REQUIRE(walk);
    REQUIRE(walk->steps.size() == 1);
    CHECK(walk->steps[0].sum == std::vector<double>{1.0});
    const Scene none = plainScene(1, 0, 4, 1, 1, 2);
    const auto empty = evaluate(none);
    REQUIRE(empty);
    const auto nothing = headTileWalk(none, *empty, 0, 0, {4, 4, {}});
    REQUIRE(nothing);
    CHECK(nothing->steps.empty());
}
