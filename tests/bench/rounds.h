#pragma once
#include <benchmark/benchmark.h>

#include <algorithm>
#include <chrono>
#include <limits>

#include "tests/bench/fma_peak.h"

namespace attn::bench {

/// Seconds that one call of `run` takes.
template <class Run>
double secondsOf(const Run& run) {
    const auto start = std::chrono::steady_clock::now();
    run();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

/// Multiply-add operations a second that the processor can do with `target` now: the best of some short runs.
inline double peakNow(KernelTarget target) {
    double most = 0.0;
    for (int k = 0; k < 10; ++k) {
        double operations = 0.0;
        const double seconds = secondsOf([&] { operations = runMultiplyAdds(target, 20000); });
        most = std::max(most, operations / seconds);
    }
    return most;
}

/// Runs a benchmark and adds what a reader wants beside the mean time: the least time of a run, operations a second
/// and the share of the processor's peak by that, and bytes.
template <class Run>
void measure(benchmark::State& state, double operations, double bytes, const Run& run,
             KernelTarget target = availableTargets().front()) {
    double peak = peakNow(target);
    double least = std::numeric_limits<double>::infinity();
    for (auto _ : state) {
        const double seconds = secondsOf(run);
        least = std::min(least, seconds);
        state.SetIterationTime(seconds);
    }
    peak = std::max(peak, peakNow(target));
    state.counters["least_ms"] = least * 1e3;
    state.counters["GFs"] = operations / least * 1e-9;
    state.counters["peak%"] = 100.0 * operations / least / peak;
    state.counters["bytes"] = benchmark::Counter(bytes, benchmark::Counter::kDefaults, benchmark::Counter::kIs1024);
}

}  // namespace attn::bench
