#include "core/attention/additive.h"

#include <cmath>
#include <string>

#include "tests/support/core/close.h"
#include "tests/support/core/golden.h"
#include "tests/support/core/plain_attention.h"

using namespace attn;
using namespace attn::test;

namespace {

using Flags = std::vector<std::uint8_t>;

template <class T>
struct Problem {
    Slice<T> S, Hs, Wa, Ua, va, ba, dContext;
    Flags allowed;
    MaskConventions conventions;
    bool hasBias = true;

    AdditiveInputs<T> inputs() const {
        return {S.view(),
                Hs.view(),
                Wa.view(),
                Ua.view(),
                va.values.data(),
                hasBias ? ba.values.data() : nullptr,
                allowed.empty() ? nullptr : allowed.data(),
                conventions};
    }
};

template <class T>
struct Forward {
    Slice<T> projS, projH, scores, weights, context;
    std::vector<T> rowMax, rowSum, lse;

    explicit Forward(const Problem<T>& p)
        : projS(p.S.rows, p.Wa.cols),
          projH(p.Hs.rows, p.Wa.cols),
          scores(p.S.rows, p.Hs.rows),
          weights(p.S.rows, p.Hs.rows),
          context(p.S.rows, p.Hs.cols) {
        for (auto* row : {&rowMax, &rowSum, &lse})
            row->resize(static_cast<std::size_t>(p.S.rows));
        CHECK(additiveAttention<T>(p.inputs(),
                                   {projS.values.data(), projH.values.data(), scores.values.data(), rowMax.data(),
                                    rowSum.data(), lse.data(), weights.values.data()},
                                   context.view()));
    }
};

template <class T>
struct Backward {
    Slice<T> dS, dHs, dWa, dUa, dva, dba, dWeights, dScores;
    std::vector<T> D;

    explicit Backward(const Problem<T>& p)
        : dS(p.S.rows, p.S.cols),
          dHs(p.Hs.rows, p.Hs.cols),
          dWa(p.Wa.rows, p.Wa.cols),
          dUa(p.Ua.rows, p.Ua.cols),
          dva(1, p.Wa.cols),
          dba(1, p.Wa.cols),
          dWeights(p.S.rows, p.Hs.rows),
          dScores(p.S.rows, p.Hs.rows),
          D(static_cast<std::size_t>(p.S.rows)) {
        CHECK(additiveBackward<T>(
            p.inputs(), p.dContext.view(),
            {dS.values.data(), dHs.values.data(), dWa.values.data(), dUa.values.data(), dva.values.data(),
             dba.values.data(), dWeights.values.data(), dScores.values.data(), D.data()}));
    }
};

Problem<double> randomProblem(Index nq, Index nk, std::uint64_t seed) {
    Random random(seed);
    const auto noise = [&](Index rows, Index cols) {
        return Slice<double>(randomTensor({rows, cols}, Distribution::Normal, random.next(), 0.7), 0);
    };
    return {noise(nq, 3), noise(nk, 2), noise(3, 4), noise(2, 4), noise(1, 4),
            noise(1, 4),  noise(nq, 2), {},          {},          true};
}

template <class T>
void checkScene(const std::string& file, double tolerance) {
    const Golden golden("scenes/" + file);
    const Tensor S = golden.tensor("scene.S");
    const Tensor allowed = golden.tensor("expected.allowed");
    const Index da = golden.tensor("scene.W_a").dim(1);
    const auto row = [&](const char* name) {
        return golden.has(name) ? Tensor({1, da}, numbers(golden.tensor(name))) : Tensor({1, da});
    };
    std::vector<double> dva, dba, dWa, dUa;  // sums over the batch
    const auto addTo = [](std::vector<double>& sum, const std::vector<T>& values) {
        sum.resize(values.size());
        for (std::size_t e = 0; e < values.size(); ++e)
            sum[e] += static_cast<double>(values[e]);
    };
    for (Index b = 0; b < S.dim(0); ++b) {
        CAPTURE(file, b);
        Problem<T> problem{{S, b},
                           {golden.tensor("scene.Hs"), b},
                           {golden.tensor("scene.W_a"), 0},
                           {golden.tensor("scene.U_a"), 0},
                           {row("scene.v_a"), 0},
                           {row("scene.b_a"), 0},
                           {golden.tensor("scene.dOut"), b},
                           {},
                           {},
                           golden.has("scene.b_a")};
        for (const double flag : part(allowed, b, allowed.dim(1) * allowed.dim(2)))
            problem.allowed.push_back(flag != 0.0);
        const auto expect = [&](const char* name, const std::vector<T>& values) {
            INFO(name);
            const auto count = static_cast<Index>(values.size());
            CHECK_THAT(asDoubles(values), AllClose(part(golden.tensor(std::string("expected.") + name), b, count),
                                                   tolerance, tolerance));
        };
        const Forward<T> forward(problem);
        expect("proj_s", forward.projS.values);
        expect("proj_h", forward.projH.values);
        expect("scores", forward.scores.values);
        expect("weights", forward.weights.values);
        expect("context", forward.context.values);
        const Backward<T> backward(problem);
        expect("grads.dS", backward.dS.values);
        expect("grads.dHs", backward.dHs.values);
        expect("grads.dscores", backward.dScores.values);
        addTo(dva, backward.dva.values);
        addTo(dba, backward.dba.values);
        addTo(dWa, backward.dWa.values);
        addTo(dUa, backward.dUa.values);
    }
    CHECK_THAT(dva, AllClose(numbers(golden.tensor("expected.grads.dv_a")), tolerance, tolerance));
    CHECK_THAT(dWa, AllClose(numbers(golden.tensor("expected.grads.dW_a")), tolerance, tolerance));
    CHECK_THAT(dUa, AllClose(numbers(golden.tensor("expected.grads.dU_a")), tolerance, tolerance));
    if (golden.has("expected.grads.db_a"))
        CHECK_THAT(dba, AllClose(numbers(golden.tensor("expected.grads.db_a")), tolerance, tolerance));
}

}  // namespace

TEST_CASE("additiveAttention: golden scenes come out right, forward and backward", "[attention][oracle]") {
    for (const char* file : {"065_additive_bahdanau.json", "066_additive_padded_bias.json"}) {
        checkScene<double>(file, 1e-12);
        checkScene<float>(file, 1e-5);
    }
}

TEST_CASE("additiveAttention: agrees with plain loops", "[attention][oracle]") {
    Problem<double> p = randomProblem(3, 4, 12);
    p.allowed = {1, 1, 0, 1, 0, 0, 1, 0, 1, 1, 1, 1};
    const Forward<double> got(p);
    for (Index i = 0; i < 3; ++i) {
        double sum = 0.0, max = -INFINITY;
        std::vector<double> context(2);
        for (Index j = 0; j < 4; ++j) {
            double score = 0.0;
            for (Index a = 0; a < 4; ++a) {
                double hidden = p.ba.values[static_cast<std::size_t>(a)];
                for (Index c = 0; c < 3; ++c)
                    hidden += p.S.view().row(i)[c] * p.Wa.view().row(c)[a];
                for (Index c = 0; c < 2; ++c)
                    hidden += p.Hs.view().row(j)[c] * p.Ua.view().row(c)[a];
                score += std::tanh(hidden) * p.va.values[static_cast<std::size_t>(a)];
            }
            CHECK(got.scores.view().row(i)[j] == Approx(score).epsilon(1e-13));
            if (!p.allowed[static_cast<std::size_t>(i * 4 + j)])
                continue;
            max = std::max(max, score);
            sum += std::exp(score);
            for (Index c = 0; c < 2; ++c)
                context[static_cast<std::size_t>(c)] += std::exp(score) * p.Hs.view().row(j)[c];
        }
        CHECK(got.rowMax[static_cast<std::size_t>(i)] == Approx(max).epsilon(1e-13));
        CHECK(got.rowSum[static_cast<std::size_t>(i)] == Approx(sum / std::exp(max)).epsilon(1e-13));
        CHECK(got.lse[static_cast<std::size_t>(i)] == Approx(std::log(sum)).epsilon(1e-13));
        for (Index c = 0; c < 2; ++c)
            CHECK(got.context.view().row(i)[c] ==
                  Approx(context[static_cast<std::size_t>(c)] / sum).epsilon(1e-13).margin(1e-15));
    }
}

TEST_CASE("additiveBackward: agrees with central differences", "[attention][oracle]") {
    Problem<double> p = randomProblem(3, 4, 13);
    p.conventions.emptyRow = GENERATE(EmptyRow::Zero, EmptyRow::Uniform);
    SECTION("no mask") {}
    SECTION("one row empty") {
        p.allowed = {1, 1, 0, 1, 0, 0, 0, 0, 1, 0, 1, 1};
    }
    const Backward<double> got(p);
    const auto loss = [&] {
        const Forward<double> run(p);
        double sum = 0.0;
        for (std::size_t e = 0; e < run.context.values.size(); ++e)
            sum += run.context.values[e] * p.dContext.values[e];
        return sum;
    };
    const std::pair<Slice<double>*, const Slice<double>*> pairs[] = {{&p.S, &got.dS},   {&p.Hs, &got.dHs},
                                                                     {&p.Wa, &got.dWa}, {&p.Ua, &got.dUa},
                                                                     {&p.va, &got.dva}, {&p.ba, &got.dba}};
    for (const auto& [input, gradient] : pairs)
        for (std::size_t e = 0; e < input->values.size(); ++e) {
            const double here = input->values[e];
            input->values[e] = here + 1e-5;
            const double above = loss();
            input->values[e] = here - 1e-5;
            const double below = loss();
            input->values[e] = here;
            CHECK(gradient->values[e] == Approx((above - below) / 2e-5).epsilon(1e-6).margin(1e-8));
        }
}

TEST_CASE("additiveAttention: rows without a key and forbidden NaN follow the conventions", "[attention][limit]") {
    Problem<double> p = randomProblem(2, 3, 14);
    p.Hs.values[5] = NAN;  // of the last key, which is never allowed
    p.allowed = {1, 1, 0, 0, 0, 0};
    const Forward<double> skip(p);
    CHECK((std::isfinite(skip.context.values[1]) && skip.context.values[2] == 0.0 && skip.context.values[3] == 0.0));
    CHECK((skip.rowSum[1] == 0.0 && std::isinf(skip.lse[1]) && skip.lse[1] < 0.0));
    const Backward<double> gradients(p);
    for (const auto* slice : {&gradients.dS, &gradients.dHs, &gradients.dWa, &gradients.dUa, &gradients.dva})
        for (const double value : slice->values)
            CHECK(std::isfinite(value));
    CHECK((gradients.D[1] == 0.0 && gradients.dScores.values[3] == 0.0));
    p.conventions.maskedValues = MaskedValues::Ieee;
    CHECK(std::isnan(Forward<double>(p).context.values[1]));
    p.conventions = {EmptyRow::Uniform, MaskedValues::Skip};
    CHECK((Forward<double>(p).weights.values[4] == 1.0 / 3 && std::isnan(Forward<double>(p).context.values[3])));
    p.conventions.emptyRow = EmptyRow::NaN;
    CHECK(std::isnan(Forward<double>(p).weights.values[3]));
    CHECK(Forward<double>(p).weights.values[0] == skip.weights.values[0]);
}

TEST_CASE("additiveAttention: no query, no key, and stopping", "[attention][limit]") {
    CHECK(Forward<double>(randomProblem(0, 3, 15)).context.values.empty());
    const Forward<double> keyless(randomProblem(2, 0, 16));
    CHECK(keyless.context.values == std::vector<double>(4));
    const Problem<double> p = randomProblem(4, 3, 17);
    Slice<double> context(4, 2);
    int asked = 0;
    const Progress progress([&] { return ++asked == 3; });
    CHECK_FALSE(additiveAttention<double>(p.inputs(), {}, context.view(), progress));
    asked = 0;
    CHECK_FALSE(additiveBackward<double>(p.inputs(), p.dContext.view(), {}, progress));
    CHECK(asked == 3);
}
