#include "core/flash/on_demand.h"

#include <cmath>
#include <limits>

#include "core/attention/naive.h"
#include "core/cost/heap_meter.h"
#include "core/flash/vector_demand.h"
#include "tests/support/core/close.h"
#include "tests/support/core/golden.h"
#include "tests/support/core/plain_attention.h"
#include "tests/support/core/scenes.h"

using namespace attn;
using namespace attn::test;

namespace {

constexpr double kInf = std::numeric_limits<double>::infinity();

template <class T>
struct Naive {
    std::vector<T> weights, lse;
};

/// Weights and lse by the naive path.
template <class T>
Naive<T> naive(const HeadScores<T>& head) {
    const Index nq = head.Q.rows, nk = head.K.rows;
    Naive<T> out{std::vector<T>(static_cast<std::size_t>(nq * nk)), std::vector<T>(static_cast<std::size_t>(nq))};
    NaiveStages<T> stages;
    stages.scores = stages.scaled = stages.capped = stages.masked = stages.weights = out.weights.data();
    stages.lse = out.lse.data();
    std::vector<T> V(static_cast<std::size_t>(nk)), O(static_cast<std::size_t>(nq));
    REQUIRE(naiveHead<T>(head.Q, head.K, {V.data(), nk, 1}, head.scale, head.rules, stages, {O.data(), nq, 1}));
    return out;
}

template <class T>
std::vector<T> cut(const std::vector<T>& all, Index cols, const WeightWindow& window) {
    std::vector<T> part;
    for (Index i = window.firstRow; i < window.lastRow; ++i)
        part.insert(part.end(), all.begin() + i * cols + window.firstCol, all.begin() + i * cols + window.lastCol);
    return part;
}

/// Random rules of every kind, sizes and conventions; `check` is called with the head in T.
template <class T, class Check>
void overRandomHeads(int rounds, const Check& check) {
    Random random(77);
    for (int round = 0; round < rounds; ++round) {
        const auto below = [&](Index n) { return static_cast<Index>(random.uniform() * static_cast<double>(n)); };
        const Index nq = 1 + below(round % 3 == 0 ? 450 : 70), nk = 1 + below(round % 3 == 1 ? 300 : 70);
        const Index dk = 1 + below(round % 5 == 0 ? 90 : 20);
        const HeadInput in(nq, nk, dk, 1, random.next());
        const MaskRules rules(randomMask(random, 1, 1, nq, nk), oneHead(nq, nk));
        HeadRules head{{&rules, 0, 0}, {static_cast<EmptyRow>(round % 3), MaskedValues::Skip}};
        if (round % 4 == 1)
            head.sink = random.normal();
        if (round % 7 == 2)
            head.softcap = 0.5 + random.uniform();
        const Slice<T> Q(in.Q, 0), K(in.K, 0);
        const auto scale = static_cast<T>((round % 2 ? 1.0 : 4.0) / std::sqrt(static_cast<double>(dk)));
        const Index r0 = below(nq), c0 = below(nk);
        const WeightWindow window{r0, r0 + below(nq - r0 + 1), c0, c0 + below(nk - c0 + 1)};
        CAPTURE(round, nq, nk, dk, r0, c0, window.rows(), window.cols());
        check(HeadScores<T>{Q.view(), K.view(), scale, head}, window, in);
    }
}

}  // namespace

TEST_CASE("windowWeights: in double, the weights of any window are those of the naive path", "[flash][oracle]") {
    overRandomHeads<double>(150, [](const HeadScores<double>& head, const WeightWindow& window, const HeadInput&) {
        const Naive<double> want = naive(head);
        const auto lse = rowLogsumexp(head, window.firstRow, window.lastRow);
        REQUIRE(lse);
        CHECK_THAT(*lse,
                   AllClose({want.lse.begin() + window.firstRow, want.lse.begin() + window.lastRow}, 1e-12, 1e-12));
        const auto got = windowWeights(head, window, *lse);
        REQUIRE(got);
        // The exponent of a weight is a difference of numbers of about 20.
        CHECK_THAT(*got, AllClose(cut(want.weights, head.K.rows, window), 1e-12, 1e-14));
    });
}

TEST_CASE("windowWeights: in float, every target agrees with double over random rules", "[flash][oracle]") {
    for (const KernelTarget target : availableTargets())
        overRandomHeads<float>(120, [&](const HeadScores<float>& head, const WeightWindow& window, const HeadInput&) {
            const std::vector<double> q(head.Q.data, head.Q.data + head.Q.rows * head.Q.cols);
            const std::vector<double> k(head.K.data, head.K.data + head.K.rows * head.K.cols);
            const HeadScores<double> wide{{q.data(), head.Q.rows, head.Q.cols},
                                          {k.data(), head.K.rows, head.K.cols},
                                          static_cast<double>(head.scale),
                                          head.rules};
            const Naive<double> want = naive(wide);
            std::vector<Index> rows;
            for (Index i = window.firstRow; i < window.lastRow; ++i)
                rows.push_back(i);
            std::vector<float> most(rows.size()), sum(rows.size());
            const std::vector<Index> starts = {0, head.K.rows};
            const Progress none;
            CAPTURE(targetName(target));
            REQUIRE(rangesVector(target, {head.Q, head.K, head.scale, head.rules, rows.data(), window.rows(),
                                          starts.data(), 1, most.data(), sum.data(), none}) == VectorOutcome::Done);
            std::vector<float> lse;
            for (std::size_t r = 0; r < rows.size(); ++r)
                lse.push_back(logsumexpOf(head.rules, &most[r], &sum[r], 1));
            CHECK_THAT(asDoubles(lse),
                       AllClose({want.lse.begin() + window.firstRow, want.lse.begin() + window.lastRow}, 2e-6, 2e-6));
            std::vector<float> got(static_cast<std::size_t>(window.rows() * window.cols()), -77.0F);
            REQUIRE(windowVector(target, {head.Q,
                                          head.K,
                                          head.scale,
                                          head.rules,
                                          lse.data(),
                                          window.firstRow,
                                          window.firstCol,
                                          {got.data(), window.rows(), window.cols()},
                                          none}) == VectorOutcome::Done);
            for (Index r = 0; r < window.rows(); ++r)
                if (!std::isfinite(lse[static_cast<std::size_t>(r)]))
                    std::fill_n(got.begin() + r * window.cols(), window.cols(),
                                weightWithoutSum(head, window.firstRow + r));
            // The rounding of logits of up to 40.
            CHECK_THAT(asDoubles(got), AllClose(cut(want.weights, head.K.rows, window), 3e-5, 1e-7));
            if (const KernelTarget* const best = bestTarget(); best && *best == target) {
                const auto whole = windowWeights(head, window, lse);
                REQUIRE(whole);
                CHECK_THAT(asDoubles(*whole), AllClose(asDoubles(got), 1e-6, 1e-9));
            }
        });
}

TEST_CASE("windowWeights: NaN, infinities, huge logits and empty rows are as on the naive path", "[flash][limit]") {
    const Index n = 70;
    HeadInput in(n, n, 8, 1, 5);
    const int kind = GENERATE(0, 1, 2, 3, 4);
    if (kind == 0)
        in.Q[3 * 8 + 2] = std::nan("");
    if (kind == 1)
        in.K[20 * 8] = kInf;
    if (kind == 2)
        in.Q[5 * 8] = 1e30;
    if (kind == 3)
        in.K[9 * 8 + 1] = -kInf;
    Mask mask;
    mask.causal = Causal{Causal::Align::Offset, {-10}};
    const MaskRules rules(mask, oneHead(n, n));
    const HeadRules head{{&rules, 0, 0}, {static_cast<EmptyRow>(GENERATE(0, 1, 2)), MaskedValues::Skip}};
    const Slice<float> Q(in.Q, 0), K(in.K, 0);
    const HeadScores<float> scores{Q.view(), K.view(), 0.3F, head};
    const Naive<float> want = naive(scores);
    const WeightWindow window{0, n, 2, 66};
    const auto lse = rowLogsumexp(scores, 0, n);
    REQUIRE(lse);
    const auto got = windowWeights(scores, window, *lse);
    REQUIRE(got);
    CAPTURE(kind);
    CHECK_THAT(asDoubles(*got), AllClose(asDoubles(cut(want.weights, n, window)), 2e-5, 1e-7));
}

TEST_CASE("windowWeights: sizes of 0, and what is not there", "[flash][error]") {
    const HeadInput in(5, 7, 3, 1, 1);
    const HeadRules rules;
    const HeadScores<double> head{in.q(), in.k(), 1.0, rules};
    CHECK(windowWeights(head, {2, 2, 0, 7}, {})->empty());
    CHECK(windowWeights(head, {1, 3, 4, 4}, {0.0, 0.0})->empty());
    CHECK(windowWeights(head, {0, 6, 0, 7}, std::vector<double>(6)).error().code == ErrorCode::OutOfRange);
    CHECK(windowWeights(head, {0, 5, -1, 7}, std::vector<double>(5)).error().code == ErrorCode::OutOfRange);
    CHECK(windowWeights(head, {0, 5, 0, 7}, std::vector<double>(4)).error().code == ErrorCode::ShapeMismatch);
    CHECK(rowLogsumexp(head, 3, 6).error().message ==
          "Queries 3 to 5 and keys 0 to 6 were asked for, but there are 5 queries and 7 keys.");
    const HeadScores<double> none{in.q(), {nullptr, 0, 3}, 1.0, rules};
    CHECK(*rowLogsumexp(none, 0, 2) == std::vector<double>{-kInf, -kInf});
}

TEST_CASE("windowWeights: asks within a tile whether to stop, and works on no tile beside the window", "[flash]") {
    const Index n = 3000;
    const HeadInput in(n, n, 8, 1, 3);
    const Slice<float> Q(in.Q, 0), K(in.K, 0);
    const HeadRules rules;
    const HeadScores<float> head{Q.view(), K.view(), 0.3F, rules};
    if (!bestTarget())
        return;
    int asked = 0;
    const Progress counting([&] {
        ++asked;
        return false;
    });
    // Tiles of 384 queries by 1024 keys.
    REQUIRE(rowLogsumexp(head, 100, 500, counting));
    CHECK(asked == 2 * 3);
    asked = 0;
    REQUIRE(windowWeights(head, {0, 800, 1000, 2500}, std::vector<float>(800, 5.0F), counting));
    CHECK(asked == 3 * 2);
    asked = 0;
    const Progress stopping([&] { return ++asked > 2; });
    const auto stopped = rowLogsumexp(head, 0, n, stopping);
    REQUIRE(!stopped);
    CHECK(stopped.error().code == ErrorCode::Cancelled);
    CHECK(asked == 3);
}

TEST_CASE("windowWeights: takes memory for its result, not for the whole map", "[flash]") {
    if (!HeapMeter::isSupported() || !bestTarget())
        return;
    const Index n = 20000;
    const HeadInput in(n, n, 8, 1, 3);
    const Slice<float> Q(in.Q, 0), K(in.K, 0);
    const HeadRules rules;
    const HeadScores<float> head{Q.view(), K.view(), 0.3F, rules};
    const HeapMeter meter;
    const auto lse = rowLogsumexp(head, 7000, 7100);
    REQUIRE(lse);
    REQUIRE(windowWeights(head, {7000, 7100, 5000, 5100}, *lse));
    CHECK(meter.peakBytes() < 400e3);
}
