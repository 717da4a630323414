#include "core/evaluate/share_sum.h"

#include <cmath>
#include <vector>

#include "core/base/random.h"
#include "tests/support/catch.h"

using namespace attn;

TEMPLATE_TEST_CASE("sumShares: moves, keeps and adds what each head says, on every target", "[evaluate][oracle]",
                   float, double) {
    using T = TestType;
    constexpr Index kHeads = 3;
    const double accuracy = std::is_same_v<T, float> ? 1e-6 : 1e-15;
    for (const KernelTarget target : availableTargets())
        for (const Index width : {1, 3, 16, 37, 64}) {
            INFO(targetName(target) << ", " << width << " columns");
            Random random(3);
            const auto row = [&random](Index count) {
                std::vector<T> numbers;
                for (Index c = 0; c < count; ++c)
                    numbers.push_back(static_cast<T>(random.normal()));
                return numbers;
            };
            const std::vector<T> first = row(width);
            const std::vector<T> second = row(width);
            const std::vector<T> lifted = row(width);
            const std::vector<T> bases = row(kHeads * width);
            std::vector<T> kept = bases;
            const Term<T> terms[] = {{T(0.5), first.data()}, {T(-2), second.data()}};
            HeadShare<T> heads[kHeads];
            for (Index h = 0; h < kHeads; ++h)
                heads[h].base = kept.data() + h * width;
            heads[0].rest = T(0.75);
            heads[0].terms = terms;
            heads[0].termCount = 2;
            heads[0].isStored = true;
            heads[0].lifted = {T(3), lifted.data()};
            heads[1].rest = T(0.25);
            heads[2].isSilenced = heads[2].isStored = true;
            heads[2].rest = T(2);
            std::vector<T> out(static_cast<std::size_t>(width), T(99));
            sumShares<T>(heads, kHeads, width, out.data(), target);
            for (Index c = 0; c < width; ++c) {
                const auto at = static_cast<std::size_t>(c);
                const auto baseOf = [&](Index h) { return double(bases[static_cast<std::size_t>(h * width + c)]); };
                const double moved = 0.75 * baseOf(0) + 0.5 * double(first[at]) - 2.0 * double(second[at]);
                CHECK(std::abs(double(kept[at]) - moved) <= 8.0 * accuracy);
                CHECK(kept[static_cast<std::size_t>(width) + at] == bases[static_cast<std::size_t>(width) + at]);
                CHECK(double(kept[static_cast<std::size_t>(2 * width) + at]) == 2.0 * baseOf(2));
                CHECK(std::abs(double(out[at]) - (moved + 3.0 * double(lifted[at]) + 0.25 * baseOf(1))) <=
                      16.0 * accuracy);
            }
            std::vector<T> numbers = bases;
            moveNumbers<T>(T(0.75), terms, 2, width, numbers.data(), target);
            for (Index c = 0; c < width; ++c)
                CHECK(numbers[static_cast<std::size_t>(c)] == kept[static_cast<std::size_t>(c)]);
        }
}
