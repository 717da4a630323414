#include "core/analysis/head_patterns.h"

#include <cmath>

#include "tests/support/catch.h"

using namespace attn;

namespace {

using Flags = std::vector<std::uint8_t>;

/// Four rows by four keys: the first two look back, the third at itself, the last ahead of nothing.
const std::vector<double> kWeights{0.1,  0.6, 0.2,  0.1,  //
                                   0.7,  0.1, 0.1,  0.1,  //
                                   0.05, 0.8, 0.05, 0.1,  //
                                   0.0,  0.0, 1.0,  0.0};

HeadWeights head(const std::vector<double>& weights, const Flags* allowed = nullptr, Index firstPosition = 0) {
    const auto cols = Index(4);
    return {{weights.data(), static_cast<Index>(weights.size()) / cols, cols},
            allowed ? allowed->data() : nullptr,
            firstPosition};
}

}  // namespace

TEST_CASE("mostAttended: the largest allowed weight, of equal ones the first", "[analysis]") {
    CHECK(mostAttended(head(kWeights), 0) == 1);
    const Flags allowed{1, 0, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 1, 1, 1, 1};
    CHECK(mostAttended(head(kWeights, &allowed), 0) == 2);
    CHECK(mostAttended(head(kWeights, &allowed), 2) == -1);
    CHECK(mostAttended(head({0.25, 0.25, 0.25, 0.25}), 0) == 0);
    CHECK(mostAttended(head({0.9, 0.1, NAN, 0.0}), 0) == -1);
}

TEST_CASE("positionalShare: how often the most attended key stands at one distance", "[analysis]") {
    CHECK(positionalShare(head(kWeights), -1).share == 0.75);
    CHECK(positionalShare(head(kWeights), 1).share == 0.25);
    CHECK(positionalShare(head(kWeights), 3).share == 0.0);
    const PositionalShare best = mostFrequentDistance(head(kWeights));
    CHECK((best.distance == -1 && best.share == 0.75 && best.rows == 4));
    CHECK(mostFrequentDistance(head(kWeights, nullptr, 2)).distance == -3);
    const Flags allowed{1, 1, 1, 1, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1};
    CHECK(positionalShare(head(kWeights, &allowed), -1).share == Approx(2.0 / 3));
    CHECK(mostFrequentDistance(head({0, 1, 0, 0, 1, 0, 0, 0})).distance == -1);
}

TEST_CASE("positionalShare: no row is NaN, and so is a row of NaN", "[analysis][limit]") {
    const Flags none(4);
    const std::vector<double> row{0.25, 0.25, 0.25, 0.25};
    CHECK(std::isnan(positionalShare(head(row, &none), 0).share));
    CHECK(std::isnan(mostFrequentDistance(head(row, &none)).share));
    CHECK(std::isnan(positionalShare(head({1, 0, 0, 0, NAN, NAN, NAN, NAN}), 0).share));
    CHECK(positionalShare(head({NAN, NAN, NAN, NAN}), 0).rows == 1);
}

TEST_CASE("uniformity: 1 for equal weights, 0 for one key, over rows with a choice", "[analysis]") {
    const Flags allowed{1, 1, 0, 0, 1, 1, 1, 1, 1, 0, 0, 0};
    const std::vector<double> weights{0.5, 0.5, 0, 0, 0.0, 0.0, 1.0, 0.0, 1.0, 0.0, 0.0, 0.0};
    CHECK(uniformity(head(weights, &allowed)) == Approx(0.5));
    CHECK(std::isnan(uniformity(head({}))));
    CHECK(std::isnan(uniformity(head({NAN, NAN, NAN, NAN}))));
}

TEST_CASE("rareTokenShare: weight and first place of the least frequent keys", "[analysis]") {
    const std::vector<double> frequencies{50, 2, 9, 9};
    const RareTokenShare one = rareTokenShare(head(kWeights), frequencies);
    CHECK(one.weight == Approx((0.6 + 0.1 + 0.8 + 0.0) / 4));
    CHECK((one.mostAttended == 0.5 && one.chance == 0.25));
    // The second and third rarest tie: both count.
    const RareTokenShare two = rareTokenShare(head(kWeights), frequencies, 2);
    CHECK((two.chance == 0.75 && two.mostAttended == 0.75));
    CHECK(two.weight == Approx(1.0 - (0.1 + 0.7 + 0.05) / 4));
    const Flags allowed{1, 0, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0};
    CHECK(rareTokenShare(head(kWeights, &allowed), frequencies).weight == Approx(0.3));
    CHECK(rareTokenShare(head(kWeights), frequencies, 99).chance == 1.0);
    CHECK(std::isnan(rareTokenShare(head({}), frequencies).weight));
    CHECK(std::isnan(rareTokenShare(head({NAN, 0, 0, 0}), frequencies).mostAttended));
}

TEST_CASE("pairAgreement: given pairs against the best fixed distance", "[analysis]") {
    const PairAgreement got = pairAgreement(head(kWeights), {{0, 1}, {1, 0}, {2, 0}, {3, 2}, {9, 0}, {0, -1}});
    CHECK((got.pairs == 4 && got.share == 0.75));
    CHECK(got.weight == Approx((0.6 + 0.7 + 0.05 + 1.0) / 4));
    CHECK((got.positionalDistance == -1 && got.positional == 0.5));
    Flags allowed(16, 1);
    allowed[1] = 0;
    CHECK(pairAgreement(head(kWeights, &allowed), {{0, 1}, {1, 0}}).share == 1.0);
    CHECK(pairAgreement(head(kWeights, nullptr, 1), {{1, 0}}).positionalDistance == -2);
    const PairAgreement none = pairAgreement(head(kWeights), {});
    CHECK((none.pairs == 0 && std::isnan(none.share) && std::isnan(none.weight) && std::isnan(none.positional)));
    CHECK(std::isnan(pairAgreement(head({NAN, 0, 0, 0}), {{0, 1}}).share));
}
