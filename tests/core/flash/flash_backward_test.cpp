#include "core/flash/flash_backward.h"

#include <cmath>
#include <limits>

#include "core/cost/heap_meter.h"
#include "core/flash/vector_kernel.h"
#include "tests/support/core/close.h"
#include "tests/support/core/float_head.h"
#include "tests/support/core/scenes.h"

using namespace attn;
using namespace attn::test;

namespace {

constexpr double kInf = std::numeric_limits<double>::infinity();

/// The gradient of one head in the type T, for a gradient of its output that is the same in both types.
template <class T>
struct Gradient {
    Slice<T> O, dO, dQ, dK, dV;
    std::vector<T> lse, D;
    bool isDone = false;

    Gradient(const Slice<T>& Q, const Slice<T>& K, const Slice<T>& V, T scale, const HeadRules& rules)
        : O(Q.rows, V.cols),
          dO(randomTensor({Q.rows, V.cols}, Distribution::Normal, 99, 1.0), 0),
          dQ(Q.rows, Q.cols),
          dK(K.rows, K.cols),
          dV(V.rows, V.cols),
          lse(static_cast<std::size_t>(Q.rows)),
          D(static_cast<std::size_t>(Q.rows)) {
        for (T& value : dO.values)
            value = static_cast<T>(static_cast<float>(value));
        // What is there already stays.
        std::fill(dK.values.begin(), dK.values.end(), T(2));
        std::fill(dV.values.begin(), dV.values.end(), T(-3));
        flashHeadPlain<T>(Q.view(), K.view(), V.view(), scale, rules, TileSize{}, O.view(), lse.data());
    }
};

Gradient<double> wanted(const FloatHead& in, double scale, const HeadRules& rules) {
    Gradient<double> g(in.wideQ, in.wideK, in.wideV, scale, rules);
    CHECK(flashHeadBackwardPlain<double>(in.wideQ.view(), in.wideK.view(), in.wideV.view(), g.O.view(), g.dO.view(),
                                         g.lse.data(), scale, rules, TileSize{}, g.dQ.view(), g.dK.view(),
                                         g.dV.view(), g.D.data()));
    return g;
}

/// By the vectors of `target`, or by the plain form.
Gradient<float> inFloat(const KernelTarget* target, const FloatHead& in, double scale, const HeadRules& rules,
                        VectorOutcome outcome = VectorOutcome::Done) {
    const auto by = static_cast<float>(scale);
    Gradient<float> g(in.Q, in.K, in.V, by, rules);
    if (target)
        CHECK(flashHeadBackwardVector(*target, in.Q.view(), in.K.view(), in.V.view(), g.O.view(), g.dO.view(),
                                      g.lse.data(), by, rules, g.dQ.view(), g.dK.view(), g.dV.view(),
                                      g.D.data()) == outcome);
    else
        CHECK(flashHeadBackwardPlain<float>(in.Q.view(), in.K.view(), in.V.view(), g.O.view(), g.dO.view(),
                                            g.lse.data(), by, rules, TileSize{}, g.dQ.view(), g.dK.view(),
                                            g.dV.view(), g.D.data()));
    return g;
}

template <class T>
void checkClose(const Gradient<float>& got, const Gradient<T>& want, double relative) {
    const auto check = [relative](const std::vector<float>& some, const std::vector<T>& same) {
        const std::vector<double> wide = asDoubles(same);
        CHECK_THAT(asDoubles(some), AllClose(wide, 0.0, relative * std::max(largestIn(wide), 1.0)));
    };
    check(got.dQ.values, want.dQ.values);
    check(got.dK.values, want.dK.values);
    check(got.dV.values, want.dV.values);
    check(got.D, want.D);
}

}  // namespace

TEST_CASE("flashHeadBackwardVector: every target agrees with double over random rules, sizes and widths",
          "[flash][oracle]") {
    for (const KernelTarget& target : availableTargets()) {
        Random random(47);
        for (int round = 0; round < 150; ++round) {
            // The larger scale takes the exponents out of the range that is known to be safe.
            const RandomHead head(random, round, 4.0);
            CAPTURE(targetName(target), round, head.nq, head.nk, head.dk, head.dv, head.scale);
            checkClose(inFloat(&target, head.in, head.scale, head.rules), wanted(head.in, head.scale, head.rules), 3e-5);
        }
    }
}

TEST_CASE("flashHeadBackwardVector: causal rule and window at every offset and ragged size", "[flash][oracle]") {
    for (const KernelTarget& target : availableTargets())
        for (int round = 0; round < 60; ++round) {
            const Index nq = 1 + round * 37 % 250;
            const Index nk = 1 + round * 53 % 270;
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
                checkClose(inFloat(&target, in, scale, head), wanted(in, scale, head), 3e-5);
        }
}

TEST_CASE("flashHeadBackwardVector: the error is at most 2e-6 of the largest gradient", "[flash][oracle]") {
    const Index n = GENERATE(64, 384, 700);
    const FloatHead in(n, n, 64, 64, 8);
    Mask mask;
    mask.causal = Causal{};
    const MaskRules causal(mask, oneHead(n, n));
    for (const KernelTarget& target : availableTargets())
        for (const MaskRules* rules : {static_cast<const MaskRules*>(nullptr), &causal}) {
            const HeadRules head{{rules, 0, 0}};
            CAPTURE(targetName(target), n, rules != nullptr);
            checkClose(inFloat(&target, in, 0.125, head), wanted(in, 0.125, head), 2e-6);
        }
}

TEST_CASE("flashHeadBackwardVector: logits of 1e4 and ties among them as in the plain form", "[flash][limit]") {
    FloatHead in(40, 200, 1, 1, 1);
    for (Index j = 0; j < 200; ++j) {
        in.K.values[static_cast<std::size_t>(j)] = j < 190 ? static_cast<float>(50 * j) : 1e4F;
        in.V.values[static_cast<std::size_t>(j)] = static_cast<float>(j) / 256.0F;
    }
    std::fill(in.Q.values.begin(), in.Q.values.end(), 1.0F);
    const Gradient<float> want = inFloat(nullptr, in, 1.0, {});
    for (const KernelTarget& target : availableTargets()) {
        CAPTURE(targetName(target));
        const Gradient<float> got = inFloat(&target, in, 1.0, {});
        CHECK_THAT(asDoubles(got.dV.values), AllClose(asDoubles(want.dV.values), 0.0, 1e-6));
        // Differences of numbers near 1, times keys of 1e4.
        CHECK_THAT(asDoubles(got.dQ.values), AllClose(asDoubles(want.dQ.values), 0.0, 5e-3));
        CHECK_THAT(asDoubles(got.dK.values), AllClose(asDoubles(want.dK.values), 0.0, 5e-6));
    }
}

TEST_CASE("flashHeadBackwardVector: leaves to the plain form what it does not take, untouched", "[flash][error]") {
    for (const KernelTarget& target : availableTargets())
        for (const float bad : {std::numeric_limits<float>::quiet_NaN(), static_cast<float>(kInf)})
            for (const std::size_t at : {std::size_t(0), std::size_t(17), std::size_t(20 * 10 - 1)})
                for (Slice<float> FloatHead::*member : {&FloatHead::Q, &FloatHead::K, &FloatHead::V}) {
                    FloatHead in(20, 20, 10, 10, 3);
                    (in.*member).values[at] = bad;
                    CAPTURE(targetName(target), bad, at);
                    const Gradient<float> got = inFloat(&target, in, 1.0, {}, VectorOutcome::NotForThis);
                    CHECK(got.dK.values == std::vector<float>(200, 2.0F));
                    CHECK(got.dV.values == std::vector<float>(200, -3.0F));
                }
    FloatHead in(2, 2, 4, 4, 3);
    HeadRules rules;
    rules.sink = kInf;
    inFloat(availableTargets().data(), in, 1.0, rules, VectorOutcome::NotForThis);
    in.Q.values[0] = 1e20F;
    inFloat(availableTargets().data(), in, 1.0, {}, VectorOutcome::NotForThis);
}

TEST_CASE("flashHeadBackward: NaN and infinities do in float what they do in double", "[flash][limit]") {
    FloatHead in(30, 40, 6, 5, 3);
    in.V.values[5 * 3 + 1] = std::numeric_limits<float>::quiet_NaN();
    in.K.values[6 * 39] = static_cast<float>(kInf);
    in.widen();
    Mask mask;
    mask.causal = Causal{};
    const MaskRules rules(mask, oneHead(30, 40));
    for (const MaskedValues values : {MaskedValues::Skip, MaskedValues::Ieee}) {
        const HeadRules head{{&rules, 0, 0}, {EmptyRow::Zero, values}};
        Gradient<float> got(in.Q, in.K, in.V, 0.4F, head);
        CHECK(flashHeadBackward<float>(in.Q.view(), in.K.view(), in.V.view(), got.O.view(), got.dO.view(),
                                       got.lse.data(), 0.4F, head, TileSize{}, got.dQ.view(), got.dK.view(),
                                       got.dV.view(), got.D.data()));
        const Gradient<float> want = inFloat(nullptr, in, 0.4, head);
        CHECK_THAT(asDoubles(got.dV.values), AllClose(asDoubles(want.dV.values), 0.0, 0.0));
        CHECK_THAT(asDoubles(got.dQ.values), AllClose(asDoubles(want.dQ.values), 0.0, 0.0));
    }
}

TEST_CASE("flashHeadBackwardVector: no query, no key, no width", "[flash][limit]") {
    for (const KernelTarget& target : availableTargets()) {
        CHECK(inFloat(&target, FloatHead(0, 3, 2, 2, 1), 1.0, {}).dV.values == std::vector<float>(6, -3.0F));
        CHECK(inFloat(&target, FloatHead(2, 0, 2, 2, 1), 1.0, {}).dQ.values == std::vector<float>(4, 0.0F));
        for (const FloatHead& in : {FloatHead(5, 4, 0, 2, 1), FloatHead(5, 4, 2, 0, 1)})
            checkClose(inFloat(&target, in, 1.0, {}), wanted(in, 1.0, {}), 1e-6);
    }
}

TEST_CASE("flashHeadBackwardVector: asks whether to stop, and stops", "[flash][error]") {
    const FloatHead in(1000, 40, 2, 2, 9);
    Gradient<float> g(in.Q, in.K, in.V, 1.0F, {});
    for (const KernelTarget target : availableTargets()) {
        int asked = 0;
        const Progress progress([&] { return ++asked == 2; });
        CHECK(flashHeadBackwardVector(target, in.Q.view(), in.K.view(), in.V.view(), g.O.view(), g.dO.view(),
                                      g.lse.data(), 1.0F, {}, g.dQ.view(), g.dK.view(), g.dV.view(), g.D.data(),
                                      progress) == VectorOutcome::Stopped);
        CHECK(asked == 2);
    }
}

TEST_CASE("flashHeadBackwardVector: takes nothing from the heap", "[flash]") {
    if (!HeapMeter::isSupported())
        return;
    for (const Index d : {8, 64, 256, 512}) {
        const FloatHead in(500, 200, d, d, 9);
        Gradient<float> g(in.Q, in.K, in.V, 0.1F, {});
        for (const KernelTarget target : availableTargets()) {
            const HeapMeter meter;
            CHECK(flashHeadBackwardVector(target, in.Q.view(), in.K.view(), in.V.view(), g.O.view(), g.dO.view(),
                                          g.lse.data(), 0.1F, {}, g.dQ.view(), g.dK.view(), g.dV.view(),
                                          g.D.data()) == VectorOutcome::Done);
            CHECK(meter.peakBytes() == 0.0);
        }
    }
}
