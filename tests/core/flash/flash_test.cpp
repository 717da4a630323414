#include "core/flash/flash.h"

#include <cmath>
#include <limits>

#include "tests/support/core/close.h"
#include "tests/support/core/plain_attention.h"
#include "tests/support/core/scenes.h"

using namespace attn;
using namespace attn::test;

namespace {

constexpr double kInf = std::numeric_limits<double>::infinity();

struct Flash {
    std::vector<double> out, lse;
    Flash(const HeadInput& in, double scale, const MaskRules* rules, const TileSize& tile,
          const MaskConventions& conventions = {})
        : out(static_cast<std::size_t>(in.Q.dim(0) * in.V.dim(1)), -77.0),
          lse(static_cast<std::size_t>(in.Q.dim(0)), -77.0) {
        CHECK(flashHead<double>(in.q(), in.k(), in.v(), scale, {{rules, 0, 0}, conventions}, tile,
                                {out.data(), in.Q.dim(0), in.V.dim(1)}, lse.data()));
    }
};

PlainAttention plain(const HeadInput& in, double scale, const MaskRules& rules,
                     const MaskConventions& conventions = {}) {
    return {in.q(),
            in.k(),
            in.v(),
            scale,
            [&](Index i, Index j) { return rules.allows(0, 0, i, j); },
            [&](Index i, Index j) {
                const double bias = rules.biasAt(0, 0, i, j);
                return bias == -kInf ? 0.0 : bias;
            },
            conventions};
}

}  // namespace

TEST_CASE("flashHead: every tiling of every kind of mask agrees with plain loops", "[flash][oracle]") {
    Random random(21);
    for (int round = 0; round < 60; ++round) {
        const Index nq = 1 + round % 7;
        const Index nk = 1 + (round * 3) % 8;
        HeadInput in(nq, nk, 1 + round % 4, 1 + round % 3, random.next());
        if (round % 3 == 0)
            in.V[round % in.V.size()] = round % 2 ? NAN : kInf;
        if (round % 10 == 4)
            in.K[round % in.K.size()] = round % 4 ? NAN : kInf;
        const MaskRules rules(randomMask(random, 1, 1, nq, nk), oneHead(nq, nk));
        const MaskConventions conventions{static_cast<EmptyRow>(round / 2 % 3), static_cast<MaskedValues>(round % 2)};
        const PlainAttention want = plain(in, 0.9, rules, conventions);
        for (Index br = 1; br <= nq + 1; ++br)
            for (Index bc = 1; bc <= nk + 1; ++bc) {
                const Flash got(in, 0.9, &rules, {br, bc}, conventions);
                CAPTURE(round, br, bc);
                CHECK_THAT(got.out, AllClose(want.out, 1e-12, 1e-13));
                CHECK_THAT(got.lse, AllClose(want.lse, 1e-13, 1e-13));
            }
    }
}

TEST_CASE("flashHead: rows whose first tiles are empty stay finite", "[flash][limit]") {
    const HeadInput in(8, 8, 4, 4, 4);
    Mask mask;
    mask.window = Window{1, 1, 1, {}};
    mask.keyPadding = flags({1, 8}, {0, 0, 1, 1, 1, 1, 1, 1});
    const MaskRules rules(mask, oneHead(8, 8));
    const Flash got(in, 0.5, &rules, {2, 2});
    CHECK(got.lse[0] == -kInf);
    CHECK_THAT(got.out, AllClose(plain(in, 0.5, rules).out, 1e-12, 1e-14));
    for (const double value : got.out)
        CHECK(std::isfinite(value));
}

TEST_CASE("flashHead: logits of 1e4 and rising maxima", "[flash][limit]") {
    HeadInput in(1, 4, 1, 1, 1);
    in.Q = Tensor({1, 1}, 1.0);
    in.K = Tensor({4, 1}, {-1e4, 0.0, 1e4, 1e4});
    in.V = Tensor({4, 1}, {100.0, 100.0, 1.0, 4.0});
    for (const Index bc : {1, 2, 3, 4})
        CHECK(Flash(in, 1.0, nullptr, {1, bc}).out[0] == 2.5);
}

TEST_CASE("flashHead: a weight that underflows only at the end makes NaN of an infinite value", "[flash][limit]") {
    // exp(-400) twice is above the smallest number each time, their product is not.
    HeadInput in(1, 3, 1, 1, 1);
    in.Q = Tensor({1, 1}, 1.0);
    in.K = Tensor({3, 1}, {0.0, 400.0, 800.0});
    in.V = Tensor({3, 1}, {kInf, 1.0, 2.0});
    CHECK(std::isnan(Flash(in, 1.0, nullptr, {1, 1}).out[0]));
    in.K = Tensor({3, 1}, {0.0, 300.0, 600.0});
    CHECK(Flash(in, 1.0, nullptr, {1, 1}).out[0] == kInf);
}

TEST_CASE("flashHead: allowed logits that are all -inf are 0 / 0, not an empty row", "[flash][limit]") {
    HeadInput in(1, 3, 1, 1, 1);
    in.Q = Tensor({1, 1}, -kInf);
    in.K = Tensor({3, 1}, {1.0, 2.0, 3.0});
    const Flash got(in, 1.0, nullptr, {1, 2});
    CHECK(std::isnan(got.out[0]));
    CHECK(got.lse[0] == -kInf);
}

TEST_CASE("flashHead: no query, no key, and tiles larger than any matrix", "[flash][limit]") {
    const HeadInput none(0, 3, 2, 2, 1);
    CHECK(Flash(none, 1.0, nullptr, {}).out.empty());
    const HeadInput noKeys(2, 0, 2, 2, 1);
    const Flash got(noKeys, 1.0, nullptr, {});
    CHECK(got.out == std::vector<double>(4, 0.0));
    CHECK(got.lse == std::vector<double>(2, -kInf));
    const HeadInput in(3, 3, 2, 2, 1);
    const Index huge = std::numeric_limits<Index>::max();
    CHECK(Flash(in, 1.0, nullptr, {huge, huge}).out == Flash(in, 1.0, nullptr, {3, 3}).out);
}

TEST_CASE("flashHead: float agrees with double within its own rounding", "[flash]") {
    const HeadInput in(70, 90, 8, 4, 12);
    const Flash want(in, 0.35, nullptr, {});
    const auto narrow = [](const Tensor& tensor) {
        return std::vector<float>(tensor.data(), tensor.data() + tensor.size());
    };
    const std::vector<float> Q = narrow(in.Q), K = narrow(in.K), V = narrow(in.V);
    std::vector<float> out(70 * 4);
    CHECK(flashHead<float>({Q.data(), 70, 8}, {K.data(), 90, 8}, {V.data(), 90, 4}, 0.35F, {}, {16, 32},
                           {out.data(), 70, 4}, nullptr));
    CHECK_THAT(std::vector<double>(out.begin(), out.end()), AllClose(want.out, 1e-5, 1e-5));
}

TEST_CASE("flashHead: stops between tiles of queries when asked to", "[flash][error]") {
    const HeadInput in(9, 9, 2, 2, 9);
    std::vector<double> out(18);
    int asked = 0;
    const Progress progress([&] { return ++asked == 3; });
    CHECK_FALSE(flashHead<double>(in.q(), in.k(), in.v(), 1.0, {}, {2, 2}, {out.data(), 9, 2}, nullptr, progress));
    CHECK(asked == 3);
}

TEST_CASE("flashScratchBytes: does not grow with the matrix", "[flash]") {
    CHECK(flashScratchBytes({64, 32}, 4096, 4096, 4) == flashScratchBytes({64, 32}, 1 << 20, 1 << 20, 4));
    CHECK(flashScratchBytes({64, 32}, 10, 20, 8) == 10 * 20 * 9 + 10 * 17);
}
