#include "core/attention/naive.h"

#include <cmath>
#include <limits>

#include "core/cost/heap_meter.h"
#include "tests/support/core/close.h"
#include "tests/support/core/plain_attention.h"
#include "tests/support/core/scenes.h"

using namespace attn;
using namespace attn::test;

namespace {

constexpr double kInf = std::numeric_limits<double>::infinity();

struct Stages {
    std::vector<double> scores, scaled, masked, weights, rowMax, rowSum, lse, out;

    Stages(const HeadInput& in, double scale, const MaskRules* rules, const MaskConventions& conventions = {}) {
        const auto cells = static_cast<std::size_t>(in.Q.dim(0) * in.K.dim(0));
        for (auto* stage : {&scores, &scaled, &masked, &weights})
            stage->resize(cells);
        for (auto* stage : {&rowMax, &rowSum, &lse})
            stage->resize(static_cast<std::size_t>(in.Q.dim(0)));
        out.resize(static_cast<std::size_t>(in.Q.dim(0) * in.V.dim(1)));
        CHECK(naiveHead<double>(in.q(), in.k(), in.v(), scale, {{rules, 0, 0}, conventions},
                                {scores.data(), scaled.data(), masked.data(), weights.data(), nullptr, rowMax.data(),
                                 rowSum.data(), lse.data()},
                                {out.data(), in.Q.dim(0), in.V.dim(1)}));
    }
};

}  // namespace

TEST_CASE("naiveHead: agrees with plain loops for 200 random masks", "[attention][oracle]") {
    Random random(11);
    for (int round = 0; round < 200; ++round) {
        const Index nq = round % 9;
        const Index nk = 1 + round % 8;
        const HeadInput in(nq, nk, 1 + round % 4, 1 + round % 3, random.next());
        const Mask mask = nq == 0 ? Mask{} : randomMask(random, 1, 1, nq, nk);
        const MaskRules rules(mask, oneHead(nq, nk));
        const MaskConventions conventions{static_cast<EmptyRow>(round % 3), static_cast<MaskedValues>(round % 2)};
        const auto allowed = [&](Index i, Index j) { return rules.allows(0, 0, i, j); };
        const auto bias = [&](Index i, Index j) {
            const double value = rules.biasAt(0, 0, i, j);
            return value == -kInf ? 0.0 : value;
        };
        const PlainAttention want(in.q(), in.k(), in.v(), 0.7, allowed, bias, conventions);
        const Stages got(in, 0.7, &rules, conventions);
        CAPTURE(round);
        CHECK_THAT(got.weights, AllClose(want.weights, 1e-13, 1e-14));
        CHECK_THAT(got.lse, AllClose(want.lse, 1e-13, 1e-13));
        CHECK_THAT(got.out, AllClose(want.out, 1e-12, 1e-13));
    }
}

TEST_CASE("naiveHead: more than one block of rows, and stages in one and the same memory", "[attention]") {
    const HeadInput in(150, 70, 5, 3, 3);
    Mask mask;
    mask.causal = Causal{};
    mask.keyPadding = std::make_shared<const BoolTensor>(Shape{1, 70}, std::uint8_t(1));
    const MaskRules rules(mask, oneHead(150, 70));
    const Stages apart(in, 0.3, &rules);
    std::vector<double> block(150 * 70);
    std::vector<double> out(150 * 3);
    CHECK(naiveHead<double>(in.q(), in.k(), in.v(), 0.3, {{&rules, 0, 0}},
                            {block.data(), block.data(), block.data(), block.data()}, {out.data(), 150, 3}));
    CHECK(out == apart.out);
    CHECK(block == apart.weights);
    for (std::size_t i = 0; i < 150; ++i) {
        double sum = 0.0;
        for (std::size_t j = 0; j < 70; ++j)
            sum += block[i * 70 + j];
        CHECK(sum == Approx(1.0).margin(1e-14));
    }
}

TEST_CASE("naiveHead: a shift of a row's logits changes nothing but its maximum and lse", "[attention][invariant]") {
    const HeadInput in(4, 6, 3, 2, 5);
    Mask mask;
    mask.bias = tensor({4, 1}, {0.0, 3.0, -200.0, 5000.0});
    const MaskRules shift(mask, oneHead(4, 6));
    const Stages plain(in, 1.0, nullptr);
    const Stages shifted(in, 1.0, &shift);
    CHECK_THAT(shifted.weights, AllClose(plain.weights, 1e-11, 0.0));
    CHECK_THAT(shifted.out, AllClose(plain.out, 1e-11, 1e-12));
    CHECK(shifted.lse[3] == Approx(plain.lse[3] + 5000.0));
}

TEST_CASE("naiveHead: permuted keys permute the columns of the weights", "[attention][invariant]") {
    const HeadInput in(3, 5, 4, 2, 6);
    HeadInput permuted = in;
    const Index order[] = {3, 0, 4, 1, 2};
    for (Index j = 0; j < 5; ++j) {
        std::copy_n(in.k().row(order[j]), 4, permuted.K.data() + j * 4);
        std::copy_n(in.v().row(order[j]), 2, permuted.V.data() + j * 2);
    }
    const Stages a(in, 0.5, nullptr);
    const Stages b(permuted, 0.5, nullptr);
    for (Index i = 0; i < 3; ++i)
        for (Index j = 0; j < 5; ++j)
            CHECK(b.weights[static_cast<std::size_t>(i * 5 + j)] ==
                  Approx(a.weights[static_cast<std::size_t>(i * 5 + order[j])]).epsilon(1e-14));
    CHECK_THAT(b.out, AllClose(a.out, 1e-13, 1e-14));
}

TEST_CASE("naiveHead: logits of 1e4 neither overflow nor lose a tie", "[attention][limit]") {
    HeadInput in(1, 4, 1, 1, 1);
    in.Q = Tensor({1, 1}, 1.0);
    in.K = Tensor({4, 1}, {1e4, -1e4, 1e4, 0.0});
    in.V = Tensor({4, 1}, {1.0, 100.0, 4.0, 100.0});
    const Stages got(in, 1.0, nullptr);
    CHECK(got.weights == std::vector<double>{0.5, 0.0, 0.5, 0.0});
    CHECK(got.out[0] == 2.5);
    CHECK(got.rowMax[0] == 1e4);
    CHECK(got.rowSum[0] == 2.0);
}

TEST_CASE("naiveHead: allowed logits that are all -inf are 0 / 0, not an empty row", "[attention][limit]") {
    HeadInput in(1, 2, 1, 1, 1);
    in.Q = Tensor({1, 1}, -kInf);
    in.K = Tensor({2, 1}, {1.0, 2.0});
    const Stages got(in, 1.0, nullptr);
    CHECK((std::isnan(got.weights[0]) && std::isnan(got.out[0])));
    CHECK(got.rowSum[0] == 0.0);
    CHECK(got.lse[0] == -kInf);
}

TEST_CASE("naiveHead: a forbidden NaN value is left out or spreads, as the policy says", "[attention]") {
    HeadInput in(3, 3, 2, 2, 8);
    in.V = Tensor({3, 2}, {1.0, 2.0, 3.0, 4.0, NAN, kInf});
    Mask mask;
    mask.keyPadding = flags({1, 3}, {1, 1, 0});
    mask.paint.forbid = {{1, 0}, {1, 1}};
    const MaskRules rules(mask, oneHead(3, 3));
    const Stages skip(in, 1.0, &rules, {EmptyRow::Zero, MaskedValues::Skip});
    CHECK((std::isfinite(skip.out[0]) && std::isfinite(skip.out[5])));
    CHECK((skip.out[2] == 0.0 && skip.out[3] == 0.0));
    const Stages ieee(in, 1.0, &rules, {EmptyRow::Zero, MaskedValues::Ieee});
    for (const double value : ieee.out)
        CHECK(std::isnan(value));
    const Stages uniform(in, 1.0, &rules, {EmptyRow::Uniform, MaskedValues::Skip});
    CHECK((std::isnan(uniform.out[2]) && uniform.out[3] == kInf));
}

TEST_CASE("naiveHead: stops between blocks of rows when asked to", "[attention][error]") {
    const HeadInput in(200, 4, 2, 2, 9);
    std::vector<double> block(800);
    std::vector<double> out(400);
    int asked = 0;
    const Progress progress([&] { return ++asked == 2; });
    CHECK_FALSE(naiveHead<double>(in.q(), in.k(), in.v(), 1.0, {},
                                  {block.data(), block.data(), block.data(), block.data()}, {out.data(), 200, 2},
                                  progress));
    CHECK(asked == 2);
}

TEST_CASE("naiveHead: a row by itself has the stages that it has among the others, bit for bit",
          "[attention][invariant]") {
    const HeadInput in(150, 270, 20, 12, 4);
    const Stages whole(in, 0.3, nullptr);
    for (const Index i : {0, 7, 64, 149}) {
        HeadInput one = in;
        one.Q = Tensor({1, 20}, std::vector<double>(in.q().row(i), in.q().row(i + 1)));
        const Stages alone(one, 0.3, nullptr);
        CHECK(std::equal(alone.scores.begin(), alone.scores.end(), whole.scores.begin() + i * 270));
        CHECK(std::equal(alone.weights.begin(), alone.weights.end(), whole.weights.begin() + i * 270));
        CHECK(std::equal(alone.out.begin(), alone.out.end(), whole.out.begin() + i * 12));
        CHECK(alone.lse[0] == whole.lse[static_cast<std::size_t>(i)]);
    }
}

TEST_CASE("naiveHead: makes each row of each stage once, and allocates nothing that grows with nq",
          "[attention][work]") {
    if (!HeapMeter::isSupported())
        return;
    const auto bytesFor = [](Index nq, Index nk) {
        const HeadInput in(nq, nk, 8, 8, 2);
        const auto cells = static_cast<std::size_t>(nq * nk);
        std::vector<double> scores(cells), weights(cells), out(static_cast<std::size_t>(nq * 8));
        NaiveStages<double> stages{scores.data(), scores.data(), scores.data(), weights.data()};
        std::vector<int> made(static_cast<std::size_t>(HeadStage::HeadOut) + 1);
        Index numbers = 0;
        stages.finish = [&](HeadStage stage, Index, double*, Index count) {
            ++made[static_cast<std::size_t>(stage)];
            numbers += stage == HeadStage::Weights ? count : 0;
        };
        double bytes = 0.0;
        {
            const HeapMeter meter;
            CHECK(naiveHead<double>(in.q(), in.k(), in.v(), 0.5, {}, stages, {out.data(), nq, 8}));
            bytes = meter.peakBytes();
        }
        for (const HeadStage stage : {HeadStage::Scores, HeadStage::Weights, HeadStage::HeadOut})
            CHECK(made[static_cast<std::size_t>(stage)] == static_cast<int>(nq));
        CHECK(numbers == nq * nk);
        return bytes;
    };
    bytesFor(1, 3000);  // what is made once in a process
    const double few = bytesFor(100, 3000);
    CHECK(bytesFor(700, 3000) == few);
    CHECK(few < 64.0 * 1024.0);
    // The keys no longer fit on the stack: one copy of them, padded to whole vectors.
    CHECK(bytesFor(10, 8000) < 8.0 * 8.0 * 8000.0 + 64.0 * 1024.0);
}
