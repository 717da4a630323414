#include "core/scene/gather.h"

#include "tests/support/catch.h"
#include "tests/support/core/scenes.h"

using namespace attn;
using attn::test::tensor;

TEST_CASE("gather: each axis takes from its source, and new positions the fill value", "[scene]") {
    const TensorPtr t = tensor({2, 2, 2}, {1, 2, 3, 4, 5, 6, 7, 8});
    CHECK(*gather(t, 0, {1}, 0.0) == Tensor({1, 2, 2}, {5, 6, 7, 8}));
    CHECK(*gather(t, 1, {-1, 1, 0}, 9.0) == Tensor({2, 3, 2}, {9, 9, 3, 4, 1, 2, 9, 9, 7, 8, 5, 6}));
    CHECK(*gather(t, 2, {1, 1}, 0.0) == Tensor({2, 2, 2}, {2, 2, 4, 4, 6, 6, 8, 8}));
    CHECK(gather(t, 2, {}, 0.0)->size() == 0);
}

TEST_CASE("gather: what would not change is shared", "[scene]") {
    const TensorPtr t = tensor({2, 2}, {1, 2, 3, 4});
    CHECK(gather(t, 1, {0, 1}, 0.0) == t);
    CHECK(gather(TensorPtr(), 1, {0, 1}, 0.0) == nullptr);
}

TEST_CASE("gatherBroadcast: axes that are absent or of size 1 are left alone", "[scene]") {
    const TensorPtr row = tensor({1, 2}, {1, 2});
    CHECK(gatherBroadcast(row, 1, {0, -1, -1}, 0.0) == row);
    CHECK(gatherBroadcast(row, 2, {0, -1, -1}, 0.0) == row);
    CHECK(*gatherBroadcast(row, 0, {1, 0, -1}, 5.0) == Tensor({1, 3}, {2, 1, 5}));
}

TEST_CASE("overlapInGroups: every head keeps its own columns", "[scene]") {
    CHECK(overlapInGroups(2, 2, 2, 3) == Source{0, 1, -1, 2, 3, -1});
    CHECK(overlapInGroups(2, 3, 2, 1) == Source{0, 3});
    CHECK(overlapInGroups(2, 2, 3, 2) == Source{0, 1, 2, 3, -1, -1});
    CHECK(overlap(3, 2) == Source{0, 1});
}
