#include "core/mask/block_patterns.h"

#include <numeric>

#include "tests/support/catch.h"

using namespace attn;

TEST_CASE("diagonalBlocks: every block attends itself only", "[mask]") {
    CHECK(diagonalBlocks(3, 3) == BoolTensor({3, 3}, {1, 0, 0, 0, 1, 0, 0, 0, 1}));
    CHECK(diagonalBlocks(2, 3) == BoolTensor({2, 3}, {1, 0, 0, 0, 1, 0}));
    CHECK(diagonalBlocks(0, 0).size() == 0);
}

TEST_CASE("bigBirdBlocks: window, global and as many random blocks as asked for", "[mask]") {
    const Index n = 12;
    for (const std::uint64_t seed : {1U, 2U, 3U}) {
        const auto pattern = bigBirdBlocks(n, 3, seed);
        REQUIRE(pattern);
        const auto at = [&](Index i, Index j) { return (*pattern)[i * n + j] != 0; };
        for (Index i = 0; i < n; ++i) {
            CAPTURE(seed, i);
            CHECK((at(0, i) && at(i, 0) && at(n - 1, i) && at(i, n - 1) && at(i, i)));
            if (i == 0 || i == n - 1)
                continue;
            CHECK((at(i, i - 1) && at(i, i + 1)));
            Index row = 0;
            for (Index j = 0; j < n; ++j)
                row += at(i, j);
            // Three of the window and two global ones, of which the rows beside the ends share one.
            CHECK(row == (i == 1 || i == n - 2 ? 4 : 5) + 3);
        }
        CHECK_FALSE((at(1, n - 2) || at(n - 2, 1)));
        CHECK(*pattern == *bigBirdBlocks(n, 3, seed));
    }
    CHECK_FALSE(*bigBirdBlocks(n, 3, 1) == *bigBirdBlocks(n, 3, 2));
    const auto without = bigBirdBlocks(5, 0, 1);
    CHECK(std::accumulate(without->data(), without->data() + 25, 0) == 25 - 2);
}

TEST_CASE("bigBirdBlocks: too few blocks to choose from are refused", "[mask][error]") {
    CHECK(bigBirdBlocks(6, 3, 1).error().message ==
          "Row 1 of 6 blocks has 1 left to choose from, fewer than 3.");
    CHECK(bigBirdBlocks(0, 0, 1).error().message ==
          "BigBird needs at least 1 block and 0 random blocks; given are 0 and 0.");
    CHECK(bigBirdBlocks(1, 0, 1)->size() == 1);
}
