#include "core/base/exponential.h"

#include <cmath>
#include <limits>
#include <vector>

#include "tests/support/catch.h"

using namespace attn;

TEMPLATE_TEST_CASE("exponentials: as exact as the standard library, also where numbers become subnormal",
                   "[base][oracle]", float, double) {
    std::vector<TestType> x;
    for (int i = 0; i < 2000; ++i)
        x.push_back(static_cast<TestType>(-i) * TestType(0.377));
    std::vector<TestType> got(x.size());
    exponentials(x.data(), TestType(0), static_cast<Index>(x.size()), got.data());
    for (std::size_t i = 0; i < x.size(); ++i) {
        const TestType want = std::exp(x[i]);
        CAPTURE(x[i], got[i], want);
        CHECK(std::abs(got[i] - want) <= 4 * std::numeric_limits<TestType>::epsilon() * want);
    }
}

TEMPLATE_TEST_CASE("exponentials: -inf is exactly zero, NaN spreads, in place", "[base][limit]", float, double) {
    const TestType inf = std::numeric_limits<TestType>::infinity();
    std::vector<TestType> x{-inf, 1, TestType(NAN), -2000, inf, 3, -inf, 2, 1};
    exponentials(x.data(), TestType(3), static_cast<Index>(x.size()), x.data());
    CHECK(x[0] == 0);
    CHECK(x[1] == Approx(std::exp(-2.0)));
    CHECK(std::isnan(x[2]));
    CHECK(x[3] == 0);
    CHECK(x[4] == inf);
    CHECK(x[5] == 1);
    CHECK(x[6] == 0);
    std::vector<TestType> y{inf, 1};
    exponentials(y.data(), inf, 2, y.data());
    CHECK(std::isnan(y[0]));
    CHECK(y[1] == 0);
}

TEMPLATE_TEST_CASE("largest: NaN wins wherever it stands, none gives -inf", "[base][limit]", float, double) {
    const TestType inf = std::numeric_limits<TestType>::infinity();
    CHECK(largest<TestType>(nullptr, 0) == -inf);
    for (std::size_t place = 0; place < 19; ++place) {
        std::vector<TestType> x(19, TestType(-1));
        x[place] = inf;
        CHECK(largest(x.data(), 19) == inf);
        x[place] = TestType(NAN);
        x[(place + 7) % 19] = inf;
        CHECK(std::isnan(largest(x.data(), 19)));
    }
    const std::vector<TestType> none(9, -inf);
    CHECK(largest(none.data(), 9) == -inf);
}
