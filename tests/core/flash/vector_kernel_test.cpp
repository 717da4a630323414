#include "core/flash/vector_kernel.h"

#include <cmath>
#include <limits>

#include "core/cost/heap_meter.h"
#include "core/flash/flash.h"
#include "tests/support/core/close.h"
#include "tests/support/core/float_head.h"
#include "tests/support/core/scenes.h"

using namespace attn;
using namespace attn::test;

namespace {

constexpr double kInf = std::numeric_limits<double>::infinity();
constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();

struct Answer {
    std::vector<double> out, lse;
};

/// The plain form in double.
Answer wanted(const FloatHead& in, double scale, const HeadRules& rules) {
    Answer answer{std::vector<double>(static_cast<std::size_t>(in.Q.rows * in.V.cols)),
                  std::vector<double>(static_cast<std::size_t>(in.Q.rows))};
    CHECK(flashHeadPlain<double>(in.wideQ.view(), in.wideK.view(), in.wideV.view(), scale, rules, TileSize{},
                                 {answer.out.data(), in.Q.rows, in.V.cols}, answer.lse.data()));
    return answer;
}

Answer vectorForm(KernelTarget target, const FloatHead& in, double scale, const HeadRules& rules,
                  VectorOutcome outcome = VectorOutcome::Done) {
    Slice<float> out(in.Q.rows, in.V.cols);
    std::vector<float> lse(static_cast<std::size_t>(in.Q.rows), -77.0F);
    CHECK(flashHeadVector(target, in.Q.view(), in.K.view(), in.V.view(), static_cast<float>(scale), rules, out.view(),
                          lse.data()) == outcome);
    return {asDoubles(out.values), asDoubles(lse)};
}

void checkClose(const Answer& got, const Answer& want, double relative) {
    CHECK_THAT(got.out, AllClose(want.out, 0.0, relative * largestIn(want.out)));
    CHECK_THAT(got.lse, AllClose(want.lse, relative, relative));
}

double unitsInLastPlace(float got, double want) {
    const float near = std::abs(static_cast<float>(want));
    return std::abs(static_cast<double>(got) - want) /
           (std::nextafter(near, std::numeric_limits<float>::infinity()) - static_cast<double>(near));
}

}  // namespace

TEST_CASE("flashHeadVector: every target agrees with double over random rules, sizes and widths", "[flash][oracle]") {
    for (const KernelTarget target : availableTargets()) {
        Random random(31);
        for (int round = 0; round < 150; ++round) {
            // The larger scale takes the scores over the bound, so that the running maximum is needed.
            const RandomHead head(random, round, 5.0);
            CAPTURE(targetName(target), round, head.nq, head.nk, head.dk, head.dv, head.scale);
            // Rounding of a logit of 5 * 6 or so, and some additions.
            checkClose(vectorForm(target, head.in, head.scale, head.rules), wanted(head.in, head.scale, head.rules), 2e-5);
        }
    }
}

TEST_CASE("flashHeadVector: causal rule and window at every offset and ragged size", "[flash][oracle]") {
    for (const KernelTarget target : availableTargets())
        for (int round = 0; round < 60; ++round) {
            const Index nq = 1 + round * 37 % 150;
            const Index nk = 1 + round * 53 % 170;
            Mask mask;
            if (round % 3 != 0)
                mask.causal = Causal{Causal::Align::Offset, {round * 7 % 60 - 20}};
            if (round % 3 != 1)
                mask.window = Window{round % 40 - 1, round * 3 % 20 - 1, 1, {round * 11 % 50 - 25}};
            const MaskRules rules(mask, oneHead(nq, nk));
            const FloatHead in(nq, nk, 16, 24, static_cast<std::uint64_t>(round));
            const HeadRules head{{&rules, 0, 0}};
            CAPTURE(targetName(target), round, nq, nk);
            for (const double scale : {0.25, 4.0})
                checkClose(vectorForm(target, in, scale, head), wanted(in, scale, head), 2e-5);
        }
}

TEST_CASE("flashHeadVector: the error is at most 5e-7 of the largest output", "[flash][oracle]") {
    const Index n = GENERATE(64, 384, 700);
    const FloatHead in(n, n, 64, 64, 8);
    Mask mask;
    mask.causal = Causal{};
    const MaskRules causal(mask, oneHead(n, n));
    for (const KernelTarget target : availableTargets())
        for (const MaskRules* rules : {static_cast<const MaskRules*>(nullptr), &causal}) {
            const HeadRules head{{rules, 0, 0}};
            const Answer want = wanted(in, 0.125, head);
            CAPTURE(targetName(target), n, rules != nullptr);
            checkClose(vectorForm(target, in, 0.125, head), want, 5e-7);
        }
}

TEST_CASE("flashHeadVector: logits of 1e4, ties among them, and rising maxima", "[flash][limit]") {
    for (const KernelTarget target : availableTargets()) {
        FloatHead in(40, 200, 1, 1, 1);
        for (Index j = 0; j < 200; ++j) {
            in.K.values[static_cast<std::size_t>(j)] = j < 190 ? static_cast<float>(50 * j) : 1e4F;
            in.V.values[static_cast<std::size_t>(j)] = static_cast<float>(j);
        }
        std::fill(in.Q.values.begin(), in.Q.values.end(), 1.0F);
        CAPTURE(targetName(target));
        // The last ten share the weight.
        for (const double value : vectorForm(target, in, 1.0, {}).out)
            CHECK(value == Approx(194.5).epsilon(1e-6));
    }
}

TEST_CASE("flashHeadVector: biases of NaN and infinity do what they do in the plain form", "[flash][limit]") {
    const FloatHead in(20, 70, 8, 8, 3);
    std::vector<double> bias(20 * 70, 0.0);
    bias[0] = NAN;
    bias[70 + 5] = kInf;
    bias[140 + 69] = NAN;
    std::fill(bias.begin() + 210, bias.begin() + 280, -kInf);
    bias[280] = 1e30;
    std::fill(bias.begin() + 350, bias.begin() + 420, -1e30);
    Mask mask;
    mask.bias = tensor({20, 70}, bias);
    const MaskRules rules(mask, oneHead(20, 70));
    const HeadRules head{{&rules, 0, 0}};
    for (const KernelTarget target : availableTargets()) {
        CAPTURE(targetName(target));
        const Answer got = vectorForm(target, in, 0.3, head);
        const Answer want = wanted(in, 0.3, head);
        // In float -1e30 swallows the scores: those five first rows are compared, not the sixth.
        CHECK_THAT(std::vector<double>(got.out.begin(), got.out.begin() + 40),
                   AllClose({want.out.begin(), want.out.begin() + 40}, 1e-5, 1e-6));
        CHECK_THAT(std::vector<double>(got.lse.begin(), got.lse.begin() + 5),
                   AllClose({want.lse.begin(), want.lse.begin() + 5}, 1e-6, 1e-6));
        CHECK(std::isfinite(got.out[40]));
        CHECK_THAT(std::vector<double>(got.out.begin() + 48, got.out.end()),
                   AllClose({want.out.begin() + 48, want.out.end()}, 1e-5, 1e-6));
    }
}

TEST_CASE("flashHeadVector: no query, no key, no width", "[flash][limit]") {
    for (const KernelTarget target : availableTargets()) {
        CHECK(vectorForm(target, FloatHead(0, 3, 2, 2, 1), 1.0, {}).out.empty());
        const Answer noKeys = vectorForm(target, FloatHead(2, 0, 2, 2, 1), 1.0, {});
        CHECK(noKeys.out == std::vector<double>(4, 0.0));
        CHECK(noKeys.lse == std::vector<double>(2, -kInf));
        const FloatHead noWidth(5, 4, 0, 2, 1);
        checkClose(vectorForm(target, noWidth, 1.0, {}), wanted(noWidth, 1.0, {}), 1e-6);
        CHECK(vectorForm(target, FloatHead(5, 4, 2, 0, 1), 1.0, {}).out.empty());
    }
}

TEST_CASE("flashHeadVector: leaves to the plain form what it does not take", "[flash][error]") {
    for (const KernelTarget target : availableTargets())
        for (const float bad : {kNaN, -kNaN, static_cast<float>(kInf), static_cast<float>(-kInf)})
            for (const std::size_t at : {std::size_t(0), std::size_t(17), std::size_t(20 * 10 - 1)})
                for (Slice<float> FloatHead::*member : {&FloatHead::Q, &FloatHead::K, &FloatHead::V}) {
                    FloatHead in(20, 20, 10, 10, 3);
                    (in.*member).values[at] = bad;
                    CAPTURE(targetName(target), bad, at);
                    vectorForm(target, in, 1.0, {}, VectorOutcome::NotForThis);
                }
    FloatHead in(2, 2, 4, 4, 3);
    HeadRules rules;
    rules.sink = -kInf;
    vectorForm(availableTargets().front(), in, 1.0, rules, VectorOutcome::NotForThis);
    in.Q.values[0] = 1e20F;
    vectorForm(availableTargets().front(), in, 1.0, {}, VectorOutcome::NotForThis);
}

TEST_CASE("flashHead: float runs the best target, and the plain form for the rest", "[flash]") {
    FloatHead in(50, 60, 12, 9, 5);
    const auto run = [&] {
        Slice<float> out(50, 9);
        CHECK(flashHead<float>(in.Q.view(), in.K.view(), in.V.view(), 0.3F, {}, TileSize{}, out.view(), nullptr));
        return asDoubles(out.values);
    };
    if (const KernelTarget* best = bestTarget())
        CHECK(run() == vectorForm(*best, in, 0.3F, {}).out);
    in.K.values[5] = kNaN;
    in.V.values[9 * 3 + 1] = kNaN;
    in.widen();
    CHECK_THAT(run(), AllClose(wanted(in, 0.3F, {}).out, 1e-5, 1e-5));
}

TEST_CASE("flashHeadVector: asks whether to stop, and stops", "[flash][error]") {
    const FloatHead in(1000, 40, 2, 2, 9);
    std::vector<float> out(2000);
    for (const KernelTarget target : availableTargets()) {
        int asked = 0;
        const Progress progress([&] { return ++asked == 2; });
        CHECK(flashHeadVector(target, in.Q.view(), in.K.view(), in.V.view(), 1.0F, {}, {out.data(), 1000, 2}, nullptr,
                              progress) == VectorOutcome::Stopped);
        CHECK(asked == 2);
    }
}

TEST_CASE("flashHeadVector: takes nothing from the heap", "[flash]") {
    if (!HeapMeter::isSupported())
        return;
    for (const Index d : {8, 64, 256, 512}) {
        const FloatHead in(500, 500, d, d, 9);
        Slice<float> out(500, d);
        for (const KernelTarget target : availableTargets()) {
            const HeapMeter meter;
            CHECK(flashHeadVector(target, in.Q.view(), in.K.view(), in.V.view(), 0.1F, {}, out.view(), nullptr) ==
                  VectorOutcome::Done);
            CHECK(meter.peakBytes() == 0.0);
        }
    }
}

TEST_CASE("vectorExp2: within 2 units in the last place from -126 to 127, nothing below", "[flash][oracle]") {
    std::vector<float> x;
    for (int step = -126 * 4096; step <= 127 * 4096; ++step)
        x.push_back(static_cast<float>(step) / 4096.0F);
    Random random(4);
    for (int k = 0; k < 200000; ++k)
        x.push_back(static_cast<float>(random.normal() * 3.0));
    std::vector<float> out(x.size());
    for (const KernelTarget target : availableTargets()) {
        CAPTURE(targetName(target));
        vectorExp2(target, x.data(), static_cast<Index>(x.size()), out.data());
        double worst = 0.0;
        for (std::size_t k = 0; k < x.size(); ++k)
            worst = std::max(worst, unitsInLastPlace(out[k], std::exp2(static_cast<double>(x[k]))));
        CAPTURE(worst);
        CHECK(worst <= 2.0);
        const float special[] = {0.0F, -0.0F, 1.0F, static_cast<float>(-kInf), -126.6F, -150.0F, -1e30F, kNaN, -kNaN};
        float got[9];
        vectorExp2(target, special, 9, got);
        CHECK(got[0] == 1.0F);
        CHECK(got[1] == 1.0F);
        CHECK(got[2] == 2.0F);
        for (const int k : {3, 4, 5, 6})
            CHECK(got[k] == 0.0F);
        CHECK(std::isnan(got[7]));
        CHECK(std::isnan(got[8]));
    }
}
