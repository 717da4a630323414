#include "core/analysis/permutation_test.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "tests/support/core/close.h"
#include "tests/support/core/golden.h"

using namespace attn;
using namespace attn::test;

namespace {

struct Recorded {
    Golden golden{"metric_cases.json"};
    Tensor alpha = golden.tensor("permutation_experiment.alpha");
    Slice<double> V{golden.tensor("permutation_experiment.V"), 0};
    Slice<double> W{golden.tensor("permutation_experiment.W"), 0};

    WeightedRow row() { return {alpha.data(), nullptr, V.view(), W.view(), nullptr}; }
};

}  // namespace

TEST_CASE("permutedDistance: all 24 permutations move the output as far as recorded", "[analysis][oracle]") {
    Recorded recorded;
    const Tensor orders = recorded.golden.tensor("permutation_experiment.permutations");
    std::vector<double> variation, l2;
    for (Index p = 0; p < 24; ++p) {
        std::vector<Index> order;
        for (const double key : part(orders, p, 4))
            order.push_back(static_cast<Index>(key));
        const OutputDistance distance = permutedDistance(recorded.row(), order);
        variation.push_back(distance.totalVariation);
        l2.push_back(distance.l2);
        CHECK(distance.l1 >= distance.l2);
    }
    CHECK_THAT(variation, AllClose(numbers(recorded.golden.tensor("permutation_experiment.tvd")), 1e-13, 1e-15));
    CHECK_THAT(l2, AllClose(numbers(recorded.golden.tensor("permutation_experiment.output_l2")), 1e-13, 1e-15));
    CHECK(variation[0] == 0.0);
}

TEST_CASE("permutationTest: many draws come near the median over all permutations", "[analysis]") {
    Recorded recorded;
    const auto test = permutationTest(recorded.row(), {20000, 7});
    REQUIRE(test);
    CHECK(test->distances.size() == 20000);
    std::set<long> seen;
    for (const OutputDistance& distance : test->distances)
        seen.insert(std::lround(1e9 * distance.l2));
    CHECK(seen.size() == 24);
    CHECK(test->median.totalVariation ==
          Approx(recorded.golden.number("permutation_experiment.median_tvd")).margin(0.03));
    CHECK(test->median.l2 == Approx(recorded.golden.number("permutation_experiment.median_output_l2")).margin(0.06));
}

TEST_CASE("permutationTest: one seed gives one list, and an even list has its median between two", "[analysis]") {
    Recorded recorded;
    const auto a = permutationTest(recorded.row(), {4, 11});
    const auto b = permutationTest(recorded.row(), {4, 11});
    std::vector<double> l1;
    for (std::size_t k = 0; k < 4; ++k) {
        CHECK(a->distances[k].l2 == b->distances[k].l2);
        l1.push_back(a->distances[k].l1);
    }
    std::sort(l1.begin(), l1.end());
    CHECK(a->median.l1 == 0.5 * (l1[1] + l1[2]));
    CHECK(permutationTest(recorded.row())->distances.size() == 100);
}

TEST_CASE("permutationTest: forbidden keys keep their weights and their NaN", "[analysis]") {
    const double weights[] = {0.75, 0.0, 0.25};
    const std::uint8_t allowed[] = {1, 0, 1};
    Slice<double> V(Tensor({3, 1}, {1.0, NAN, 3.0}), 0);
    const auto test = permutationTest({weights, allowed, V.view(), {}, nullptr}, {50, 1});
    REQUIRE(test);
    std::set<double> seen;
    for (const OutputDistance& distance : test->distances)
        seen.insert(distance.l1);
    CHECK(seen == std::set<double>{0.0, 1.0});
    CHECK(test->median.totalVariation == 0.0);
}

TEST_CASE("permutationTest: one key, no key and NaN", "[analysis][limit]") {
    const double weights[] = {0.6, 0.4};
    const std::uint8_t one[] = {0, 1};
    const std::uint8_t none[] = {0, 0};
    Slice<double> V(Tensor({2, 1}, {1.0, 2.0}), 0);
    CHECK(permutationTest({weights, one, V.view(), {}, nullptr})->median.l2 == 0.0);
    const auto nothing = permutationTest({weights, none, V.view(), {}, nullptr});
    CHECK((nothing->distances.empty() && std::isnan(nothing->median.l1)));
    const double bad[] = {NAN, 0.4};
    CHECK(std::isnan(permutationTest({bad, nullptr, V.view(), {}, nullptr})->median.l1));
}

TEST_CASE("permutationTest: a small change of large outputs does not cancel", "[analysis][limit]") {
    const double weights[] = {0.5 + 1e-14, 0.5 - 1e-14};
    Slice<double> V(Tensor({2, 1}, {1e6, 1e6 + 1.0}), 0);
    const double difference = weights[0] - weights[1];
    CHECK(permutedDistance({weights, nullptr, V.view(), {}, nullptr}, {1, 0}).l1 ==
          Approx(difference).epsilon(1e-6).margin(0.0));
}

TEST_CASE("permutationTest: wrong numbers and shapes are refused, work can be stopped", "[analysis][error]") {
    Recorded recorded;
    CHECK(permutationTest(recorded.row(), {0, 1}).error().message ==
          "The number of permutations is 0 but must be between 1 and 1000000.");
    WeightedRow row = recorded.row();
    row.readout.rows = 2;
    CHECK(permutationTest(row).error().message == "The readout has 2 rows but the values have 3 columns.");
    CHECK(permutationTest(recorded.row(), {}, Progress([] { return true; })).error().code == ErrorCode::Cancelled);
}
