// Weights on demand on one thread, beside one pass of flash attention over the same head. See README.md.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <vector>

#include "core/base/random.h"
#include "core/cost/heap_meter.h"
#include "core/flash/flash.h"
#include "core/flash/pooled_weights.h"
#include "core/flash/vector_kernel.h"

namespace attn::bench {
namespace {

using Clock = std::chrono::steady_clock;

double since(Clock::time_point start) {
    return std::chrono::duration<double>(Clock::now() - start).count();
}

std::vector<float> normals(Index count, std::uint64_t seed) {
    Random random(seed);
    std::vector<float> values(static_cast<std::size_t>(count));
    for (float& value : values)
        value = static_cast<float>(random.normal());
    return values;
}

double leastSeconds(int rounds, const std::function<void()>& run) {
    double least = std::numeric_limits<double>::infinity();
    for (int round = 0; round < rounds; ++round) {
        const auto start = Clock::now();
        run();
        least = std::min(least, since(start));
    }
    return least;
}

void measure(Index n, Index d, bool isCausal, bool withWhole) {
    const std::vector<float> q = normals(n * d, 1), k = normals(n * d, 2), v = normals(n * d, 3);
    Mask mask;
    if (isCausal)
        mask.causal = Causal{};
    Dimensions dims;
    dims.batch = dims.heads = 1;
    dims.nq = dims.nk = n;
    const MaskRules rules(mask, dims);
    const HeadRules head{{&rules, 0, 0}};
    const HeadScores<float> scores{{q.data(), n, d}, {k.data(), n, d}, 1.0F / std::sqrt(static_cast<float>(d)), head};
    std::printf("n = %lld, d = %lld, %s, one head, one thread, %s\n", static_cast<long long>(n),
                static_cast<long long>(d), isCausal ? "causal" : "full",
                bestTarget() ? targetName(*bestTarget()) : "plain");

    const Index side = std::min<Index>(1000, n), from = n / 2 - side / 2;
    std::vector<float> lse;
    double seconds = leastSeconds(3, [&] { lse = *rowLogsumexp(scores, from, from + side); });
    std::printf("  logsumexp of %lld rows            %10.1f ms\n", static_cast<long long>(side), seconds * 1e3);
    seconds = leastSeconds(9, [&] { (void)*windowWeights(scores, {from, from + side, from, from + side}, lse); });
    std::printf("  window of %lld x %lld, 1:1      %10.1f ms\n", static_cast<long long>(side),
                static_cast<long long>(side), seconds * 1e3);
    const Index wide = std::min<Index>(10000, n), at = n / 2 - wide / 2;
    lse = *rowLogsumexp(scores, at, at + 1000);
    for (const Pooling pooling : {Pooling::Largest, Pooling::Mean}) {
        seconds = leastSeconds(3, [&] {
            (void)*pooledWeights(scores, lse, {{at, at + 1000, at, at + wide}, 500, 1000, pooling, 0});
        });
        std::printf("  window of 1000 x %lld, pooled      %10.1f ms  (%s)\n", static_cast<long long>(wide),
                    seconds * 1e3, pooling == Pooling::Mean ? "mean" : "largest");
    }
    for (const Pooling pooling : {Pooling::Largest, Pooling::Mean}) {
        const HeapMeter meter;
        const auto start = Clock::now();
        double first = 0.0;
        const PoolRequest request{{0, n, 0, n}, side, side, pooling, withWhole ? 0 : 2};
        const auto picture = pooledWeights<float>(
            scores, {}, request, [&](const PooledWeights&) { first = first > 0.0 ? first : since(start); });
        std::printf("  whole map at %lld x %lld, %-7s  first picture %8.1f ms, %s %9.2f s, %.1f MiB beyond Q and K\n",
                    static_cast<long long>(side), static_cast<long long>(side),
                    pooling == Pooling::Mean ? "mean" : "largest", first * 1e3,
                    picture->isExact() ? "exact" : "sampled, 2 rows a pixel,", since(start),
                    meter.peakBytes() / 1048576.0);
        std::fflush(stdout);
    }
    if (!withWhole)
        return;
    std::vector<float> o(static_cast<std::size_t>(n * d));
    const auto start = Clock::now();
    flashHead<float>(scores.Q, scores.K, {v.data(), n, d}, scores.scale, head, TileSize{}, {o.data(), n, d}, nullptr);
    std::printf("  flash forward                      %10.2f s\n", since(start));
}

}  // namespace
}  // namespace attn::bench

int main(int count, char** words) {
    const attn::Index n = count > 1 ? std::atoll(words[1]) : 100000;
    const bool isCausal = count > 2 && words[2][0] == 'c';
    attn::bench::measure(n, 64, isCausal, n <= 200000);
    return 0;
}
