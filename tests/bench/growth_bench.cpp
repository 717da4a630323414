// With which power of n do memory and time grow? See README.md. Exit status 1 if one is not what it should be.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "core/attention/naive.h"
#include "core/base/random.h"
#include "core/cost/heap_meter.h"
#include "core/flash/flash.h"
#include "tests/bench/rounds.h"

namespace attn::bench {
namespace {

constexpr Index kWidth = 64;
constexpr double kTolerance = 0.1;

/// Standard normal Q, K, V for the largest n; a smaller n takes the first rows.
struct Inputs {
    std::vector<float> Q, K, V, O;

    explicit Inputs(Index n) : O(static_cast<std::size_t>(n * kWidth)) {
        Random random(7);
        for (std::vector<float>* values : {&Q, &K, &V}) {
            values->resize(O.size());
            for (float& value : *values)
                value = static_cast<float>(random.normal());
        }
    }
    static View<const float> rows(const std::vector<float>& values, Index n) { return {values.data(), n, kWidth}; }
};

/// One head with all that it holds beyond inputs and output.
void naive(Inputs& in, Index n) {
    std::vector<float> scores(static_cast<std::size_t>(n * n));
    std::vector<float> weights(static_cast<std::size_t>(n * n));
    NaiveStages<float> stages;
    stages.scores = stages.scaled = stages.masked = scores.data();
    stages.weights = weights.data();
    naiveHead<float>(Inputs::rows(in.Q, n), Inputs::rows(in.K, n), Inputs::rows(in.V, n), 0.125F, {}, stages,
                     {in.O.data(), n, kWidth});
}

void flash(Inputs& in, Index n) {
    std::vector<float> lse(static_cast<std::size_t>(n));
    flashHead<float>(Inputs::rows(in.Q, n), Inputs::rows(in.K, n), Inputs::rows(in.V, n), 0.125F, {}, TileSize{},
                     {in.O.data(), n, kWidth}, lse.data());
}

double heapBytes(const std::function<void(Inputs&, Index)>& run, Inputs& in, Index n) {
    const HeapMeter meter;
    run(in, n);
    return meter.peakBytes();
}

double leastSeconds(const std::function<void(Inputs&, Index)>& run, Inputs& in, Index n) {
    double least = std::numeric_limits<double>::infinity();
    double spent = 0.0;
    for (int round = 0; round < 3 || spent < 0.5; ++round) {
        const double seconds = secondsOf([&] { run(in, n); });
        least = std::min(least, seconds);
        spent += seconds;
    }
    return least;
}

/// The slope of the straight line through (log n, log value) by least squares.
double exponentOf(const std::vector<Index>& ns, const std::vector<double>& values) {
    double sumX = 0.0, sumY = 0.0, sumXX = 0.0, sumXY = 0.0;
    for (std::size_t k = 0; k < ns.size(); ++k) {
        const double x = std::log(static_cast<double>(ns[k]));
        const double y = std::log(values[k]);
        sumX += x;
        sumY += y;
        sumXX += x * x;
        sumXY += x * y;
    }
    const auto count = static_cast<double>(ns.size());
    return (count * sumXY - sumX * sumY) / (count * sumXX - sumX * sumX);
}

/// Something that grows with n as n^exponent; `isMost`: or more slowly.
struct Growth {
    std::string what, unit;
    double exponent;
    bool isMost;
    std::function<double(Inputs&, Index)> value;
};

bool fit(const Growth& growth, const std::vector<Index>& ns, Inputs& in) {
    std::vector<double> values;
    std::printf("%-22s", growth.what.c_str());
    for (const Index n : ns) {
        values.push_back(growth.value(in, n));
        std::printf("  %lld: %.4g %s", static_cast<long long>(n), values.back(), growth.unit.c_str());
    }
    const double found = exponentOf(ns, values);
    const double off = found - growth.exponent;
    const bool isRight = off <= kTolerance && (growth.isMost || off >= -kTolerance);
    std::printf("  exponent %.3f, %s %.1f: %s\n", found, growth.isMost ? "at most" : "expected", growth.exponent,
                isRight ? "right" : "WRONG");
    std::fflush(stdout);
    return isRight;
}

int run() {
    const std::vector<Index> ns{512, 1024, 2048, 4096};
    Inputs in(ns.back());
    const Growth growths[] = {
        {"naive memory", "B", 2.0, false, [](Inputs& i, Index n) { return heapBytes(naive, i, n); }},
        {"flash memory", "B", 1.0, true, [](Inputs& i, Index n) { return heapBytes(flash, i, n); }},
        {"naive time", "s", 2.0, false, [](Inputs& i, Index n) { return leastSeconds(naive, i, n); }},
        {"flash time", "s", 2.0, false, [](Inputs& i, Index n) { return leastSeconds(flash, i, n); }},
    };
    bool isRight = true;
    for (const Growth& growth : growths)
        isRight = fit(growth, ns, in) && isRight;
    return isRight ? 0 : 1;
}

}  // namespace
}  // namespace attn::bench

int main() {
    return attn::bench::run();
}
