#include "core/base/extremes.h"

#include <cmath>

#include "core/base/random.h"
#include "tests/support/catch.h"

using namespace attn;

TEST_CASE("extremesOf: finds what plain loops find, at every length and place", "[base][oracle]") {
    Random random(3);
    for (Index count = 0; count < 150; ++count) {
        std::vector<double> values(static_cast<std::size_t>(count));
        for (double& value : values)
            value = random.normal() - 1.0;
        for (int kind = 0; kind < 4 && (kind == 0 || count > 0); ++kind) {
            const auto at = static_cast<std::size_t>(count * 7 % std::max<Index>(count, 1) + count / 2);
            if (kind > 0)
                values[at] = kind == 1 ? 0.0 : kind == 2 ? -0.0 : count % 2 ? std::nan("") : INFINITY;
            const Extremes got = extremesOf(values.data(), count);
            CAPTURE(count, kind);
            CHECK(got.isFinite == (kind < 3));
            if (kind == 3)
                continue;
            double low = INFINITY, high = -INFINITY;
            for (const double value : values) {
                low = std::min(low, value);
                high = std::max(high, value);
            }
            CHECK(got.low == low);
            CHECK(got.high == high);
            CHECK(got.hasZero == (kind > 0));
        }
    }
}
