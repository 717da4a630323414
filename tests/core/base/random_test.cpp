#include "core/base/random.h"

#include <cmath>

#include "tests/support/catch.h"
#include "tests/support/core/close.h"

using namespace attn;
using attn::test::AllClose;

TEST_CASE("Random: the bits are those of SplitMix64", "[base][oracle]") {
    // The first numbers for seed 1234567 are published with the reference implementation.
    Random random(1234567);
    CHECK(random.next() == 6457827717110365317U);
    CHECK(random.next() == 3203168211198807973U);
    CHECK(random.next() == 9817491932198370423U);
    CHECK(random.next() == 4593380528125082431U);
    CHECK(Random(0).next() == 0xe220a8397b1dcdafU);
}

TEST_CASE("Random: uniform numbers are fixed for ever, from 0 to less than 1", "[base]") {
    Random random(42);
    CHECK(random.uniform() == 0.7415648787718233);
    CHECK(random.uniform() == 0.1599103928769201);
    CHECK(random.uniform() == 0.27860113025513866);
    CHECK(random.uniform() == 0.34419071652363753);
    for (int i = 0; i < 1000; ++i) {
        const double u = random.uniform();
        CHECK((u >= 0.0 && u < 1.0));
    }
}

TEST_CASE("Random: normal numbers agree with 50-digit quantiles", "[base][oracle]") {
    const Tensor got = randomTensor({2, 4}, Distribution::Normal, 42, 1.0);
    CHECK_THAT(
        attn::test::numbers(got),
        AllClose({0.6481773613288519446, -0.9948262318051995710, -0.5870021533389610303, -0.4010525521417857718,
                  -1.774017007897952004, 1.118054196995651375, -0.7775906286872848217, 0.8438803913602275118},
                 1e-14, 0.0));
}

TEST_CASE("Random: a normal number is where its uniform stands in the distribution", "[base][invariant]") {
    double sum = 0.0;
    double squares = 0.0;
    double worst = 0.0;
    Random normals(7);
    Random bits(7);
    const int n = 200000;
    for (int i = 0; i < n; ++i) {
        const double z = normals.normal();
        const double p = (static_cast<double>(bits.next() >> 11) + 0.5) * 0x1p-53;
        worst = std::max(worst, std::abs(0.5 * std::erfc(-z / std::sqrt(2.0)) - p) / std::min(p, 1.0 - p));
        sum += z;
        squares += z * z;
    }
    // A relative error e of z at |z| < 5 is one of about z^2 e < 25e-14 in p, and 1 - p loses digits near 1.
    CHECK(worst < 1e-10);
    CHECK(std::abs(sum / n) < 0.01);
    CHECK(std::abs(squares / n - 1.0) < 0.02);
}

TEST_CASE("randomTensor: the scale multiplies and uniform covers -1 to 1", "[base]") {
    const Tensor uniform = randomTensor({1000}, Distribution::Uniform, 42, 2.0);
    CHECK(uniform[0] == 2.0 * (2.0 * 0.7415648787718233 - 1.0));
    double low = 0.0;
    double high = 0.0;
    for (Index i = 0; i < uniform.size(); ++i) {
        low = std::min(low, uniform[i]);
        high = std::max(high, uniform[i]);
    }
    CHECK((low >= -2.0 && low < -1.9));
    CHECK((high < 2.0 && high > 1.9));
    CHECK(randomTensor({0, 3}, Distribution::Normal, 1, 1.0).size() == 0);
    CHECK(randomTensor({3}, Distribution::Normal, 1, 1.0) != randomTensor({3}, Distribution::Normal, 2, 1.0));
}
