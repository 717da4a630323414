#include "core/base/magnitude_rank.h"

#include <cmath>

#include "core/base/random.h"
#include "tests/support/catch.h"

using namespace attn;

TEST_CASE("magnitudeRank: NaN, infinity, size, then the negative one", "[base]") {
    const double inf = INFINITY;
    CHECK(magnitudeRank(std::nan("")) > magnitudeRank(inf));
    CHECK(magnitudeRank(-std::nan("")) > magnitudeRank(-inf));
    CHECK(magnitudeRank(-inf) > magnitudeRank(inf));
    CHECK(magnitudeRank(inf) > magnitudeRank(-1e308));
    CHECK(magnitudeRank(-0.5) > magnitudeRank(0.5));
    CHECK(magnitudeRank(0.5) > magnitudeRank(-0.25));
    CHECK(magnitudeRank(5e-324) > magnitudeRank(0.0));
    CHECK(magnitudeRank(0.0) == magnitudeRank(-0.0));
    CHECK(magnitudeRank(0.0) > 0);
    for (const double value : {0.0, 1.5, -2.25e-300, 5e-324, inf, -inf})
        CHECK(rankedNumber(magnitudeRank(value)) == value);
    CHECK(std::isnan(rankedNumber(magnitudeRank(std::nan("")))));
}

TEST_CASE("joinNumbers, joinRanks: the largest of two by two, at every length", "[base][oracle]") {
    Random random(9);
    for (Index blocks = 0; blocks < 70; ++blocks) {
        std::vector<double> rows[2];
        std::vector<MagnitudeRank> ranks[2];
        for (int r = 0; r < 2; ++r)
            for (Index c = 0; c < 2 * blocks; ++c) {
                const double dice = random.uniform();
                const double value = dice < 0.2 ? 0.0 : dice < 0.25 ? std::nan("") : random.normal();
                rows[r].push_back(value);
                ranks[r].push_back(dice > 0.9 ? 0 : magnitudeRank(value));
            }
        std::vector<MagnitudeRank> numbers(static_cast<std::size_t>(blocks)), joined(numbers.size());
        joinNumbers(rows[0].data(), rows[1].data(), blocks, numbers.data());
        joinRanks(ranks[0].data(), ranks[1].data(), blocks, joined.data());
        for (std::size_t b = 0; b < numbers.size(); ++b) {
            MagnitudeRank most = 0, mostRank = 0;
            for (int r = 0; r < 2; ++r)
                for (std::size_t c = 2 * b; c < 2 * b + 2; ++c) {
                    most = std::max(most, magnitudeRank(rows[r][c]));
                    mostRank = std::max(mostRank, ranks[r][c]);
                }
            CAPTURE(blocks, b);
            CHECK(numbers[b] == most);
            CHECK(joined[b] == mostRank);
        }
    }
}
