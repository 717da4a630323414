#include "core/attention/linear.h"

#include <cmath>
#include <limits>
#include <string>

#include "tests/support/core/close.h"
#include "tests/support/core/golden.h"
#include "tests/support/core/plain_attention.h"

using namespace attn;
using namespace attn::test;

namespace {

using Flags = std::vector<std::uint8_t>;

/// One head, forward, with everything that it can tell.
template <class T>
struct Run {
    Slice<T> phiQ, phiK, kernel, weights, out;
    std::vector<T> denominator, stateS, stateZ;

    Run(const Slice<T>& Q, const Slice<T>& K, const Slice<T>& V, T eps, const LinearMask& mask,
        EmptyRow emptyRow = EmptyRow::Zero)
        : phiQ(Q.rows, Q.cols),
          phiK(K.rows, K.cols),
          kernel(Q.rows, K.rows),
          weights(Q.rows, K.rows),
          out(Q.rows, V.cols),
          denominator(static_cast<std::size_t>(Q.rows)) {
        const Index states = mask.hasStatePerQuery() ? Q.rows : 1;
        stateS.resize(static_cast<std::size_t>(states * Q.cols * V.cols));
        stateZ.resize(static_cast<std::size_t>(states * Q.cols));
        CHECK(linearHead<T>(Q.view(), K.view(), V.view(), eps, mask, emptyRow,
                            {phiQ.values.data(), phiK.values.data(), kernel.values.data(), weights.values.data(),
                             denominator.data(), stateS.data(), stateZ.data()},
                            out.view()));
    }
};

template <class T>
struct Gradients {
    Slice<T> dQ, dK, dV;

    Gradients(const Slice<T>& Q, const Slice<T>& K, const Slice<T>& V, T eps, const LinearMask& mask,
              const Slice<T>& dO, EmptyRow emptyRow = EmptyRow::Zero)
        : dQ(Q.rows, Q.cols), dK(K.rows, K.cols), dV(V.rows, V.cols) {
        CHECK(linearHeadBackward<T>(Q.view(), K.view(), V.view(), eps, mask, emptyRow, dO.view(), dQ.view(),
                                    dK.view(), dV.view()));
    }
};

Slice<double> noiseSlice(Index rows, Index cols, Random& random) {
    return {randomTensor({rows, cols}, Distribution::Normal, random.next(), 1.0), 0};
}

/// What the mask says, cell by cell, in the form that needs no structure.
Flags cells(const LinearMask& mask, Index nq, Index nk) {
    Flags allowed;
    for (Index i = 0; i < nq; ++i)
        for (Index j = 0; j < nk; ++j)
            allowed.push_back((!mask.isCausal || j <= i + mask.offset) && (!mask.padding || mask.padding[j]));
    return allowed;
}

/// dO of head (b, h), through the joined heads and W_o.
template <class T>
Slice<T> headGradient(const Golden& golden, Index b, Index h, Index dv) {
    const Tensor dOut = golden.tensor("scene.dOut");
    const Tensor Wo = golden.tensor("scene.W_o");
    const Index n = dOut.dim(1);
    const Index width = dOut.dim(2);
    Slice<T> dO(n, dv);
    for (Index i = 0; i < n; ++i)
        for (Index c = 0; c < dv; ++c) {
            double sum = 0.0;
            for (Index o = 0; o < width; ++o)
                sum += dOut[(b * n + i) * width + o] * Wo[(h * dv + c) * width + o];
            dO.view().row(i)[c] = static_cast<T>(sum);
        }
    return dO;
}

template <class T>
void checkScene(const std::string& file, bool asGeneral, double tolerance) {
    const Golden golden("scenes/" + file);
    const Tensor Q = golden.tensor("expected.Q");
    const Tensor allowed = golden.tensor("expected.allowed");
    const bool isCausal = golden.has("scene.mask.causal");
    Flags padding;
    if (golden.has("scene.mask.key_padding"))
        for (const double flag : numbers(golden.tensor("scene.mask.key_padding")))
            padding.push_back(flag != 0.0);
    const Index heads = Q.dim(1);
    const Index n = Q.dim(2);
    const Index dk = Q.dim(3);
    for (Index at = 0; at < Q.dim(0) * heads; ++at) {
        CAPTURE(file, at, asGeneral);
        const Slice<T> q(Q, at);
        const Slice<T> k(golden.tensor("expected.K"), at);
        const Slice<T> v(golden.tensor("expected.V"), at);
        Flags given;
        for (const double flag : part(allowed, at, n * n))
            given.push_back(flag != 0.0);
        LinearMask mask;
        mask.isCausal = isCausal;
        mask.padding = padding.empty() ? nullptr : padding.data() + at / heads * n;
        CHECK(cells(mask, n, n) == given);
        if (asGeneral)
            mask.allowed = given.data();
        const auto eps = static_cast<T>(golden.number("scene.eps"));
        const Run<T> got(q, k, v, eps, mask);
        const auto expect = [&](const char* name, const std::vector<T>& values) {
            INFO(name);
            const auto count = static_cast<Index>(values.size());
            CHECK_THAT(asDoubles(values), AllClose(part(golden.tensor(std::string("expected.") + name), at, count),
                                                   tolerance, tolerance));
        };
        expect("phi_Q", got.phiQ.values);
        expect("phi_K", got.phiK.values);
        expect("kernel", got.kernel.values);
        expect("denominator", got.denominator);
        expect("weights", got.weights.values);
        expect("head_out", got.out.values);
        if (isCausal || !asGeneral) {
            expect(isCausal ? "state_S_after_step" : "state_S", got.stateS);
            expect(isCausal ? "state_z_after_step" : "state_z", got.stateZ);
        }
        const Gradients<T> gradients(q, k, v, eps, mask, headGradient<T>(golden, at / heads, at % heads, dk));
        expect("grads.dQ", gradients.dQ.values);
        expect("grads.dK", gradients.dK.values);
        expect("grads.dV", gradients.dV.values);
    }
}

}  // namespace

TEST_CASE("linearHead: golden scenes come out right, as sums and as a matrix, forward and backward",
          "[attention][oracle]") {
    const bool asGeneral = GENERATE(false, true);
    for (const char* file : {"061_linear_full.json", "062_linear_causal.json", "064_linear_padding_batch.json"}) {
        checkScene<double>(file, asGeneral, 1e-12);
        checkScene<float>(file, asGeneral, 1e-5);
    }
}

TEST_CASE("linearHead: sums over keys agree with the matrix form for causal offsets and padding",
          "[attention][invariant]") {
    Random random(21);
    for (int round = 0; round < 100; ++round) {
        const Index nq = round % 8;
        const Index nk = round % 7;
        const Slice<double> Q = noiseSlice(nq, 1 + round % 3, random);
        const Slice<double> K = noiseSlice(nk, 1 + round % 3, random);
        const Slice<double> V = noiseSlice(nk, 1 + round % 4, random);
        Flags padding;
        for (Index j = 0; j < nk; ++j)
            padding.push_back(random.uniform() < 0.7);
        LinearMask mask{round % 2 == 0, round % 11 - 5, round % 3 == 0 ? padding.data() : nullptr, nullptr};
        const double eps = round % 5 == 0 ? 0.25 : 0.0;
        const auto emptyRow = static_cast<EmptyRow>(round % 3);
        const Slice<double> dO = noiseSlice(nq, V.cols, random);
        const Run<double> sums(Q, K, V, eps, mask, emptyRow);
        const Gradients<double> sumGradients(Q, K, V, eps, mask, dO, emptyRow);
        const Flags allowed = cells(mask, nq, nk);
        LinearMask general;
        general.allowed = allowed.data();
        const Run<double> matrix(Q, K, V, eps, general, emptyRow);
        const Gradients<double> matrixGradients(Q, K, V, eps, general, dO, emptyRow);
        CAPTURE(round);
        CHECK_THAT(sums.out.values, AllClose(matrix.out.values, 1e-12, 1e-13));
        CHECK_THAT(sums.weights.values, AllClose(matrix.weights.values, 1e-12, 1e-13));
        CHECK_THAT(sums.denominator, AllClose(matrix.denominator, 1e-13, 1e-14));
        if (mask.isCausal && !allowed.empty())
            CHECK_THAT(sums.stateS, AllClose(matrix.stateS, 1e-13, 1e-13));
        CHECK_THAT(sumGradients.dQ.values, AllClose(matrixGradients.dQ.values, 1e-11, 1e-12));
        CHECK_THAT(sumGradients.dK.values, AllClose(matrixGradients.dK.values, 1e-11, 1e-12));
        CHECK_THAT(sumGradients.dV.values, AllClose(matrixGradients.dV.values, 1e-11, 1e-12));
    }
}

TEST_CASE("linearHeadBackward: agrees with central differences", "[attention][oracle]") {
    const auto emptyRow = GENERATE(EmptyRow::Zero, EmptyRow::Uniform);
    Random random(5);
    Slice<double> Q = noiseSlice(4, 3, random);
    Slice<double> K = noiseSlice(5, 3, random);
    Slice<double> V = noiseSlice(5, 2, random);
    const Slice<double> dO = noiseSlice(4, 2, random);
    const Flags padding{1, 0, 1, 1, 1};
    const Flags window{1, 1, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0, 0};
    LinearMask mask;
    SECTION("full") {}
    SECTION("causal and padded") {
        mask = {true, 0, padding.data(), nullptr};
    }
    SECTION("causal with the first row empty") {
        mask = {true, -1, nullptr, nullptr};
    }
    SECTION("a band") {
        mask.allowed = window.data();
    }
    const auto loss = [&] {
        const Run<double> run(Q, K, V, 0.01, mask, emptyRow);
        double sum = 0.0;
        for (std::size_t e = 0; e < run.out.values.size(); ++e)
            sum += run.out.values[e] * dO.values[e];
        return sum;
    };
    const Gradients<double> got(Q, K, V, 0.01, mask, dO, emptyRow);
    const std::pair<Slice<double>*, const Slice<double>*> pairs[] = {{&Q, &got.dQ}, {&K, &got.dK}, {&V, &got.dV}};
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

TEST_CASE("linearHead: a forbidden key may hold NaN, an allowed one spreads it", "[attention]") {
    Random random(8);
    const Slice<double> Q = noiseSlice(3, 2, random);
    Slice<double> K = noiseSlice(3, 2, random);
    Slice<double> V = noiseSlice(3, 2, random);
    K.values[4] = NAN;
    V.values[5] = std::numeric_limits<double>::infinity();
    const Slice<double> dO = noiseSlice(3, 2, random);
    const Flags padding{1, 1, 0};
    const Flags allowed{1, 1, 0, 1, 1, 0, 1, 1, 0};
    for (const LinearMask& mask :
         {LinearMask{false, 0, padding.data(), nullptr}, LinearMask{true, -1, nullptr, nullptr},
          LinearMask{false, 0, nullptr, allowed.data()}}) {
        const Run<double> got(Q, K, V, 0.0, mask);
        for (const auto* values : {&got.out.values, &got.weights.values, &got.stateS, &got.denominator})
            for (const double value : *values)
                CHECK(std::isfinite(value));
        const Gradients<double> gradients(Q, K, V, 0.0, mask, dO);
        for (const auto* slice : {&gradients.dQ, &gradients.dK, &gradients.dV})
            for (const double value : slice->values)
                CHECK(std::isfinite(value));
    }
    const Run<double> causal(Q, K, V, 0.0, {true, 0, nullptr, nullptr});
    CHECK((std::isfinite(causal.out.values[3]) && std::isnan(causal.out.values[4])));
}

TEST_CASE("linearHead: a row without an allowed key follows the convention, whatever eps is", "[attention][limit]") {
    const Slice<double> Q(Tensor({1, 1}, 1.0), 0);
    const Slice<double> K(Tensor({2, 1}, 1.0), 0);
    const Slice<double> V(Tensor({2, 1}, {1.0, 4.0}), 0);
    const Flags none{0, 0};
    const LinearMask mask{false, 0, none.data(), nullptr};
    const double eps = GENERATE(0.0, 1e-6);
    const Run<double> zero(Q, K, V, eps, mask, EmptyRow::Zero);
    CHECK((zero.out.values[0] == 0.0 && zero.weights.values[0] == 0.0 && zero.denominator[0] == eps));
    const Run<double> uniform(Q, K, V, eps, mask, EmptyRow::Uniform);
    CHECK((uniform.out.values[0] == 2.5 && uniform.weights.values[1] == 0.5));
    const Run<double> nan(Q, K, V, eps, mask, EmptyRow::NaN);
    CHECK((std::isnan(nan.out.values[0]) && std::isnan(nan.weights.values[0])));
}

TEST_CASE("linearHead: offsets beyond every key, no key and no feature", "[attention][limit]") {
    Random random(9);
    const Slice<double> Q = noiseSlice(3, 2, random);
    const Slice<double> K = noiseSlice(3, 2, random);
    const Slice<double> V = noiseSlice(3, 2, random);
    const Index far = std::numeric_limits<Index>::max();
    CHECK(Run<double>(Q, K, V, 0.0, {true, far, nullptr, nullptr}).out.values ==
          Run<double>(Q, K, V, 0.0, {}).out.values);
    const std::vector<double> zeros(6);
    CHECK(Run<double>(Q, K, V, 0.0, {true, -far, nullptr, nullptr}).out.values == zeros);
    CHECK(Run<double>(Q, noiseSlice(0, 2, random), noiseSlice(0, 2, random), 0.0, {}).out.values == zeros);
    // Every feature is below the smallest number: 0 / 0, not an empty row.
    const Slice<double> low(Tensor({3, 2}, -800.0), 0);
    CHECK(std::isnan(Run<double>(low, K, V, 0.0, {}).out.values[0]));
}

TEST_CASE("linearHead: stops when asked to", "[attention][error]") {
    Random random(10);
    const Slice<double> X = noiseSlice(200, 2, random);
    Slice<double> O(200, 2);
    int asked = 0;
    const Progress progress([&] { return ++asked == 3; });
    CHECK_FALSE(linearHead<double>(X.view(), X.view(), X.view(), 0.0, {}, EmptyRow::Zero, {}, O.view(), progress));
    asked = 0;
    Slice<double> dQ(200, 2), dK(200, 2), dV(200, 2);
    CHECK_FALSE(linearHeadBackward<double>(X.view(), X.view(), X.view(), 0.0, {}, EmptyRow::Zero, X.view(), dQ.view(),
                                           dK.view(), dV.view(), progress));
}
