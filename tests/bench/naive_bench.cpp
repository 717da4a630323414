// The naive path beside the same written down with Eigen at its best. See README.md.
#include <cmath>
#include <string>
#include <vector>

#include "core/attention/naive.h"
#include "core/attention/naive_backward.h"
#include "core/base/random.h"
#include "core/cost/heap_meter.h"
#include "tests/bench/eigen/opponent.h"
#include "tests/bench/rounds.h"

namespace attn::bench {
namespace {

constexpr Index kWidth = 64;

struct Head {
    Index n;
    std::vector<float> Q, K, V, O;
    float scale = 1.0F / std::sqrt(static_cast<float>(kWidth));

    explicit Head(Index tokens) : n(tokens), Q(normal(1)), K(normal(2)), V(normal(3)), O(normal(4)) {}
    std::vector<float> normal(std::uint64_t seed) const {
        Random random(seed);
        std::vector<float> values(static_cast<std::size_t>(n * kWidth));
        for (float& value : values)
            value = static_cast<float>(random.normal());
        return values;
    }
    View<const float> view(const std::vector<float>& values) const { return {values.data(), n, kWidth}; }
    View<float> view(std::vector<float>& values) const { return {values.data(), n, kWidth}; }
    std::vector<float> square() const { return std::vector<float>(static_cast<std::size_t>(n * n)); }
    double cells() const { return static_cast<double>(n) * static_cast<double>(n); }
};

/// Every stage in the same memory, as the opponent has it.
void ours(benchmark::State& state) {
    Head head(state.range(0));
    std::vector<float> scores = head.square();
    NaiveStages<float> stages;
    stages.scores = stages.scaled = stages.masked = stages.weights = scores.data();
    double extra = 0.0;
    measure(state, 4.0 * head.cells() * kWidth, head.cells() * sizeof(float), [&] {
        const HeapMeter meter;
        naiveHead<float>(head.view(head.Q), head.view(head.K), head.view(head.V), head.scale, {}, stages,
                         head.view(head.O));
        extra = meter.peakBytes();
    });
    state.counters["extra"] = extra;
}

/// The scores and the weights are kept, as a scene's evaluation does.
void oursKept(benchmark::State& state) {
    Head head(state.range(0));
    std::vector<float> scores = head.square();
    std::vector<float> weights = head.square();
    NaiveStages<float> stages;
    stages.scores = stages.scaled = stages.masked = scores.data();
    stages.weights = weights.data();
    measure(state, 4.0 * head.cells() * kWidth, 2.0 * head.cells() * sizeof(float), [&] {
        naiveHead<float>(head.view(head.Q), head.view(head.K), head.view(head.V), head.scale, {}, stages,
                         head.view(head.O));
    });
}

void eigens(benchmark::State& state) {
    Head head(state.range(0));
    std::vector<float> scores = head.square();
    measure(state, 4.0 * head.cells() * kWidth, head.cells() * sizeof(float), [&] {
        eigenNaiveFloat(head.n, kWidth, head.Q.data(), head.K.data(), head.V.data(), head.scale, scores.data(),
                        head.O.data());
    });
}

void backward(benchmark::State& state) {
    Head head(state.range(0));
    std::vector<float> weights = head.square();
    std::fill(weights.begin(), weights.end(), 1.0F / static_cast<float>(head.n));
    std::vector<float> dQ = head.O;
    std::vector<float> dK = head.O;
    std::vector<float> dV = head.O;
    KeptStages<float> kept;
    kept.weights = weights.data();
    measure(state, 8.0 * head.cells() * kWidth, head.cells() * sizeof(float), [&] {
        naiveHeadBackward<float>(head.view(head.Q), head.view(head.K), head.view(head.V), head.view(head.O),
                                 head.scale, {}, kept, {}, head.view(dQ), head.view(dK), head.view(dV));
    });
}

void sizes(benchmark::internal::Benchmark* bench) {
    for (const Index n : {128, 512, 1024, 2048, 4096})
        bench->Arg(n);
    bench->UseManualTime()->Unit(benchmark::kMillisecond);
}

BENCHMARK(ours)->Apply(sizes);
BENCHMARK(oursKept)->Apply(sizes);
BENCHMARK(eigens)->Apply(sizes);
BENCHMARK(backward)->Apply(sizes);

}  // namespace
}  // namespace attn::bench

BENCHMARK_MAIN();
