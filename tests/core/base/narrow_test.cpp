#include "core/base/narrow.h"

#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>

#include "core/base/random.h"
#include "tests/support/catch.h"

using namespace attn;

namespace {

constexpr double kInf = std::numeric_limits<double>::infinity();

/// The number that 16 bits of the given layout stand for.
double decode(std::uint16_t bits, int exponentBits, int fractionBits) {
    const int bias = (1 << (exponentBits - 1)) - 1;
    const int exponent = (bits >> fractionBits) & ((1 << exponentBits) - 1);
    const int fraction = bits & ((1 << fractionBits) - 1);
    const double sign = bits & 0x8000 ? -1.0 : 1.0;
    if (exponent == (1 << exponentBits) - 1)
        return fraction == 0 ? sign * kInf : NAN;
    if (exponent == 0)
        return sign * std::ldexp(fraction, 1 - bias - fractionBits);
    return sign * std::ldexp((1 << fractionBits) + fraction, exponent - bias - fractionBits);
}

void checkType(NarrowType type, int exponentBits, int fractionBits) {
    double previous = 0.0;
    for (std::uint32_t bits = 0; bits < 0x8000U; ++bits) {
        const double value = decode(static_cast<std::uint16_t>(bits), exponentBits, fractionBits);
        if (std::isnan(value))
            break;
        // Every number of the type is itself; half way between two goes to the even one; just beside it to the
        // nearer.
        REQUIRE(roundTo(type, value) == value);
        REQUIRE(roundTo(type, -value) == -value);
        if (bits > 0 && std::isfinite(value)) {
            const double middle = previous + (value - previous) / 2.0;
            REQUIRE(roundTo(type, middle) == (bits % 2 == 0 ? value : previous));
            REQUIRE(roundTo(type, std::nextafter(middle, kInf)) == value);
            REQUIRE(roundTo(type, std::nextafter(middle, -kInf)) == previous);
        }
        previous = value;
    }
}

}  // namespace

TEST_CASE("roundTo: every float16 and bfloat16, and what lies between them", "[base][oracle]") {
    checkType(NarrowType::F16, 5, 10);
    checkType(NarrowType::BF16, 8, 7);
}

TEST_CASE("roundTo: the ends of the range", "[base][limit]") {
    CHECK(roundTo(NarrowType::F16, 65519.999) == 65504.0);
    CHECK(roundTo(NarrowType::F16, 65520.0) == kInf);
    CHECK(roundTo(NarrowType::F16, -1e300) == -kInf);
    CHECK(roundTo(NarrowType::F16, std::ldexp(1.0, -25)) == 0.0);
    CHECK(std::signbit(roundTo(NarrowType::F16, -1e-300)));
    CHECK(roundTo(NarrowType::F16, std::nextafter(std::ldexp(1.0, -25), 1.0)) == std::ldexp(1.0, -24));
    CHECK(roundTo(NarrowType::BF16, 3.3895e38) == Approx(3.3895e38).epsilon(0.01));
    CHECK(roundTo(NarrowType::BF16, 3.4e38) == kInf);
    CHECK(std::isnan(roundTo(NarrowType::BF16, NAN)));
    CHECK(roundTo(NarrowType::F16, -kInf) == -kInf);
    CHECK(roundTo(NarrowType::F16, std::numeric_limits<double>::denorm_min()) == 0.0);
    // One rounding, not two: through float32 this would become 1.
    CHECK(roundTo(NarrowType::F16, 1.0 + std::ldexp(1.0, -11) + std::ldexp(1.0, -40)) == 1.0 + std::ldexp(1.0, -10));
}
