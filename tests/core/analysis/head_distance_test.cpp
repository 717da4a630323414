#include "core/analysis/head_distance.h"

#include <cmath>

#include "core/base/random.h"
#include "tests/support/core/close.h"
#include "tests/support/core/golden.h"

using namespace attn;
using namespace attn::test;

TEST_CASE("headDistances: six heads are as far apart as recorded", "[analysis][oracle]") {
    const Golden golden("metric_cases.json");
    const auto got = headDistances(golden.tensor("rollout.attention").data(), 6, 4, 4);
    REQUIRE(got);
    CHECK_THAT(got->values, AllClose(numbers(golden.tensor("jsd.matrix")), 1e-13, 1e-15));
    const double apart[] = {1.0, 0.0, 0.0, 1.0};
    CHECK(jensenShannon(apart, apart + 2, 2) == golden.number("jsd.extreme"));
}

TEST_CASE("jensenShannon: agrees with the entropies of the rows and of their mean", "[analysis][oracle]") {
    Random random(3);
    for (int round = 0; round < 50; ++round) {
        std::vector<long double> p(6), q(6);
        long double sumP = 0, sumQ = 0;
        for (std::size_t j = 0; j < 6; ++j) {
            sumP += p[j] =
                round % 3 == 0 && j == 2 ? 0.0L : std::exp(static_cast<long double>(2.0 * random.normal()));
            sumQ += q[j] = std::exp(static_cast<long double>(2.0 * random.normal()));
        }
        long double want = 0;
        const auto term = [](long double x) { return x > 0 ? x * std::log(x) : 0.0L; };
        std::vector<double> a, b;
        for (std::size_t j = 0; j < 6; ++j) {
            p[j] /= sumP;
            q[j] /= sumQ;
            a.push_back(static_cast<double>(p[j]));
            b.push_back(static_cast<double>(q[j]));
            want += (term(p[j]) + term(q[j])) / 2 - term((p[j] + q[j]) / 2);
        }
        CHECK(jensenShannon(a.data(), b.data(), 6) == Approx(static_cast<double>(want)).epsilon(1e-12));
        CHECK(jensenShannon(a.data(), b.data(), 6) == jensenShannon(b.data(), a.data(), 6));
    }
}

TEST_CASE("jensenShannon: rows that are nearly equal keep their digits", "[analysis][limit]") {
    // For p = 1/2 (1 + e, 1 - e) against (1/2, 1/2) it is e^2 / 8 up to e^4: far below one rounding error of a
    // logarithm.
    for (const double e : {1e-3, 1e-6, 1e-9, 1e-12}) {
        const double p[] = {0.5 * (1.0 + e), 0.5 * (1.0 - e)};
        const double q[] = {0.5, 0.5};
        const double exact = ((p[0] - 0.5) * (p[0] - 0.5) + (p[1] - 0.5) * (p[1] - 0.5)) / 4.0;
        CHECK(jensenShannon(p, q, 2) == Approx(exact).epsilon(1e-5).margin(0.0));
    }
    const double same[] = {0.1, 0.7, 0.2};
    CHECK(jensenShannon(same, same, 3) == 0.0);
    const double tiny[] = {1.0, 1e-300};
    const double none[] = {1.0, 0.0};
    CHECK(jensenShannon(tiny, none, 2) == Approx(1e-300 * std::log(2.0) / 2.0).epsilon(1e-14).margin(0.0));
}

TEST_CASE("headDistances: rows that may attend to nothing are left out, NaN spreads to its head only",
          "[analysis][limit]") {
    std::vector<double> weights{1, 0, 0, 0, /* head 1 */ 0, 1, 0.5, 0.5, /* head 2 */ 1, 0, NAN, NAN};
    const std::vector<std::uint8_t> live{1, 0, 1, 1, 1, 0};
    const auto got = headDistances(weights.data(), 3, 2, 2, live.data());
    CHECK((*got)(0, 1) == std::log(2.0));
    CHECK((*got)(0, 2) == 0.0);
    CHECK((*got)(1, 1) == 0.0);
    const auto all = headDistances(weights.data(), 3, 2, 2);
    CHECK((std::isnan((*all)(0, 2)) && std::isnan((*all)(1, 2)) && (*all)(0, 1) > 0.0));
    const std::vector<std::uint8_t> disjoint{1, 0, 0, 1};
    const auto nothing = headDistances(weights.data(), 2, 2, 2, disjoint.data());
    CHECK((std::isnan((*nothing)(0, 1)) && (*nothing)(0, 0) == 0.0));
    CHECK(std::isnan((*headDistances(weights.data(), 1, 0, 2))(0, 0)));
    CHECK_FALSE(headDistances(weights.data(), 3, 2, 2, nullptr, Progress([] { return true; })));
}
