#include "core/base/exponential.h"

#include <cmath>
#include <limits>
#include <vector>

#include "tests/support/catch.h"

using namespace attn;

TEMPLATE_TEST_CASE("exponentials: within 2 units in the last place, also where numbers become subnormal",
                   "[base][oracle]", float, double) {
    using Limits = std::numeric_limits<TestType>;
    std::vector<TestType> x;
    for (int i = -300; i < 3000; ++i)
        x.push_back(static_cast<TestType>(-i) * TestType(0.2517));
    std::vector<TestType> got(x.size());
    for (const KernelTarget target : availableTargets()) {
        exponentials(x.data(), TestType(0), static_cast<Index>(x.size()), got.data(), target);
        for (std::size_t i = 0; i < x.size(); ++i) {
            const long double want = std::exp(static_cast<long double>(x[i]));
            CAPTURE(targetName(target), x[i], got[i], want);
            if (want > static_cast<long double>(Limits::max())) {
                CHECK(got[i] >= Limits::max());
                continue;
            }
            const auto near = static_cast<TestType>(want);
            const long double unit = std::nextafter(near, Limits::infinity()) - near;
            CHECK(std::abs(static_cast<long double>(got[i]) - want) <= 2 * unit);
        }
    }
}

TEMPLATE_TEST_CASE("exponentials: returns the sum of what it wrote, as sums of products do, at every length",
                   "[base][oracle]", float, double) {
    for (const KernelTarget target : availableTargets())
        for (const Index count : {0, 1, 3, 15, 16, 17, 63, 64, 65, 200}) {
            std::vector<TestType> x(static_cast<std::size_t>(count) + 1, TestType(7));
            for (Index j = 0; j < count; ++j)
                x[static_cast<std::size_t>(j)] = TestType(-0.1) * static_cast<TestType>(j);
            const TestType sum = exponentials(x.data(), TestType(0), count, x.data(), target);
            double want = 0.0;
            for (Index j = 0; j < count; ++j)
                want += static_cast<double>(x[static_cast<std::size_t>(j)]);
            CAPTURE(targetName(target), count);
            CHECK(static_cast<double>(sum) == Approx(want).epsilon(4e-7));
            CHECK(x.back() == 7);
            scaleNumbers(x.data(), TestType(2), count, x.data(), target);
            CHECK((count == 0 || x[0] == 2));
            double squares = 0.0;
            for (Index j = 0; j < count; ++j)
                squares += std::pow(static_cast<double>(x[static_cast<std::size_t>(j)]), 2.0);
            CHECK(static_cast<double>(sumOfProducts(x.data(), x.data(), count, target)) ==
                  Approx(squares).epsilon(4e-7));
            CHECK(x.back() == 7);
        }
}

TEMPLATE_TEST_CASE("exponentials: -inf is exactly zero, NaN spreads, in place", "[base][limit]", float, double) {
    const TestType inf = std::numeric_limits<TestType>::infinity();
    const KernelTarget target = GENERATE(from_range(availableTargets()));
    CAPTURE(targetName(target));
    std::vector<TestType> x{-inf, 1, TestType(NAN), -2000, inf, 3, -inf, 2, 1};
    exponentials(x.data(), TestType(3), static_cast<Index>(x.size()), x.data(), target);
    CHECK(x[0] == 0);
    CHECK(x[1] == Approx(std::exp(-2.0)));
    CHECK(std::isnan(x[2]));
    CHECK(x[3] == 0);
    CHECK(x[4] == inf);
    CHECK(x[5] == 1);
    CHECK(x[6] == 0);
    std::vector<TestType> y{inf, 1};
    exponentials(y.data(), inf, 2, y.data(), target);
    CHECK(std::isnan(y[0]));
    CHECK(y[1] == 0);
}

TEMPLATE_TEST_CASE("largest: NaN wins wherever it stands, none gives -inf", "[base][limit]", float, double) {
    const TestType inf = std::numeric_limits<TestType>::infinity();
    const KernelTarget target = GENERATE(from_range(availableTargets()));
    CAPTURE(targetName(target));
    CHECK(largest<TestType>(nullptr, 0, target) == -inf);
    for (std::size_t place = 0; place < 19; ++place) {
        std::vector<TestType> x(19, TestType(-1));
        x[place] = inf;
        CHECK(largest(x.data(), 19, target) == inf);
        x[place] = TestType(NAN);
        x[(place + 7) % 19] = inf;
        CHECK(std::isnan(largest(x.data(), 19, target)));
    }
    const std::vector<TestType> none(9, -inf);
    CHECK(largest(none.data(), 9, target) == -inf);
}
