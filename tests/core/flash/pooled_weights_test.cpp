#include "core/flash/pooled_weights.h"

#include <cmath>
#include <limits>

#include "core/base/random.h"
#include "core/cost/heap_meter.h"
#include "core/flash/vector_kernel.h"
#include "tests/support/core/close.h"
#include "tests/support/core/golden.h"
#include "tests/support/core/plain_attention.h"

using namespace attn;
using namespace attn::test;

namespace {

/// Cell by cell from the weights themselves.
Matrix brute(const std::vector<double>& weights, Index cols, const PoolRequest& request) {
    Matrix out(request.pixelRows, request.pixelCols);
    const WeightWindow& at = request.window;
    for (Index y = 0; y < request.pixelRows; ++y)
        for (Index x = 0; x < request.pixelCols; ++x) {
            double most = 0.0, sum = 0.0;
            Index cells = 0;
            for (Index i = at.firstRow + y * at.rows() / request.pixelRows;
                 i < at.firstRow + (y + 1) * at.rows() / request.pixelRows; ++i)
                for (Index j = at.firstCol + x * at.cols() / request.pixelCols;
                     j < at.firstCol + (x + 1) * at.cols() / request.pixelCols; ++j) {
                    const double weight = weights[static_cast<std::size_t>(i * cols + j)];
                    most = std::isnan(weight) || weight > most ? weight : most;
                    sum += weight;
                    ++cells;
                    if (std::isnan(most))
                        break;
                }
            out(y, x) = request.pooling == Pooling::Largest ? most : sum / static_cast<double>(cells);
        }
    return out;
}

template <class T>
std::vector<double> allWeights(const HeadScores<T>& head) {
    const auto lse = rowLogsumexp(head, 0, head.Q.rows);
    REQUIRE(lse);
    const auto weights = windowWeights(head, {0, head.Q.rows, 0, head.K.rows}, *lse);
    REQUIRE(weights);
    return asDoubles(*weights);
}

template <class T>
void checkRandomHeads(double relative) {
    Random random(5);
    for (int round = 0; round < 120; ++round) {
        const auto below = [&](Index n) { return static_cast<Index>(random.uniform() * static_cast<double>(n)); };
        const Index nq = 1 + below(round % 3 == 0 ? 500 : 60), nk = 1 + below(round % 3 == 1 ? 300 : 60);
        const HeadInput in(nq, nk, 1 + below(20), 1, random.next());
        const MaskRules rules(randomMask(random, 1, 1, nq, nk), oneHead(nq, nk));
        HeadRules head{{&rules, 0, 0}, {static_cast<EmptyRow>(round % 3), MaskedValues::Skip}};
        if (round % 4 == 1)
            head.sink = random.normal();
        const Slice<T> Q(in.Q, 0), K(in.K, 0);
        const HeadScores<T> scores{Q.view(), K.view(), T(round % 2 ? 0.3 : 2.0), head};
        PoolRequest request;
        const Index r0 = below(nq), c0 = round % 5 == 0 ? 0 : below(nk);
        request.window = {r0, r0 + 1 + below(nq - r0), c0, round % 5 == 0 ? nk : c0 + 1 + below(nk - c0)};
        request.pixelRows = 1 + below(std::min<Index>(request.window.rows(), 40));
        request.pixelCols = 1 + below(std::min<Index>(request.window.cols(), 40));
        request.pooling = round % 2 ? Pooling::Largest : Pooling::Mean;
        std::vector<T> lse;
        if (round % 3 == 0)
            lse = *rowLogsumexp(scores, request.window.firstRow, request.window.lastRow);
        CAPTURE(round, nq, nk, request.window.rows(), request.window.cols(), request.pixelRows, request.pixelCols);
        int passes = 0;
        std::vector<double> before;
        const auto got = pooledWeights(scores, lse, request, [&](const PooledWeights& picture) {
            ++passes;
            for (std::size_t p = 0; p < before.size() && request.pooling == Pooling::Largest; ++p)
                REQUIRE(!(picture.cells.values[p] < before[p]));
            before = picture.cells.values;
        });
        REQUIRE(got);
        CHECK(got->isExact());
        CHECK(got->rowsMet == request.window.rows());
        CHECK(passes >= 1);
        const std::vector<double> weights = allWeights(scores);
        CHECK_THAT(got->cells.values, AllClose(brute(weights, nk, request).values, relative, relative * 1e-2));
        for (Index y = 0; y < request.pixelRows; ++y)
            for (Index x = 0; x < request.pixelCols; ++x)
                if (got->isAllowed[static_cast<std::size_t>(y * request.pixelCols + x)] == 0)
                    CHECK(got->cells(y, x) == 0.0);
    }
}

}  // namespace

TEST_CASE("pooledWeights: in double, any window at any size is what its weights give", "[flash][oracle]") {
    checkRandomHeads<double>(1e-11);
}

TEST_CASE("pooledWeights: in float, any window at any size is what its weights give", "[flash][oracle]") {
    checkRandomHeads<float>(5e-5);
}

TEST_CASE("pixelOf: each cell is in the pixel whose cells hold it", "[flash]") {
    for (const Index pixels : {1, 7, 40, 41}) {
        const std::vector<Index> starts = pixelStarts(3, 44, pixels);
        for (Index p = 0; p < pixels; ++p)
            for (Index cell = starts[static_cast<std::size_t>(p)]; cell < starts[static_cast<std::size_t>(p) + 1];
                 ++cell)
                CHECK(pixelOf(3, 44, pixels, cell) == p);
    }
}

TEST_CASE("pooledWeights: the first picture has one row of each pixel, each row is met once", "[flash]") {
    const Index n = 2000;
    const HeadInput in(n, n, 8, 1, 3);
    const Slice<float> Q(in.Q, 0), K(in.K, 0);
    const HeadRules rules;
    const HeadScores<float> head{Q.view(), K.view(), 0.3F, rules};
    PoolRequest request{{0, n, 0, n}, 100, 100, Pooling::Largest, 0};
    std::vector<Index> met;
    std::vector<double> told;
    const Progress progress({}, [&](double fraction) { told.push_back(fraction); });
    REQUIRE(pooledWeights<float>(
        head, {}, request, [&](const PooledWeights& now) { met.push_back(now.rowsMet); }, progress));
    CHECK(met == std::vector<Index>{100, 200, 400, 800, 1600, 2000});
    CHECK(std::is_sorted(told.begin(), told.end()));
    CHECK(told.back() == 1.0);
    request.mostRowsOfPixel = 3;
    const auto sampled = pooledWeights<float>(head, {}, request);
    REQUIRE(sampled);
    CHECK(sampled->rowsMet == 300);
    CHECK(!sampled->isExact());
}

TEST_CASE("pooledWeights: a sampled mean is near the mean, a sampled largest never above the largest", "[flash]") {
    const Index n = 600;
    const HeadInput in(n, n, 8, 1, 9);
    const HeadRules rules;
    const HeadScores<double> head{in.q(), in.k(), 0.3, rules};
    for (const Pooling pooling : {Pooling::Mean, Pooling::Largest}) {
        PoolRequest request{{0, n, 0, n}, 6, 6, pooling, 20};
        const auto sampled = pooledWeights<double>(head, {}, request);
        request.mostRowsOfPixel = 0;
        const auto exact = pooledWeights<double>(head, {}, request);
        REQUIRE((sampled && exact));
        for (std::size_t p = 0; p < 36; ++p) {
            const double near = sampled->cells.values[p], all = exact->cells.values[p];
            CHECK(near <= (pooling == Pooling::Mean ? 1.3 : 1.0) * all);
            CHECK(near >= (pooling == Pooling::Mean ? 0.7 : 0.1) * all);
        }
    }
}

TEST_CASE("pooledWeights: stops within a tile, and refuses what does not fit", "[flash][error]") {
    const Index n = 2500;
    const HeadInput in(n, n, 8, 1, 3);
    const Slice<float> Q(in.Q, 0), K(in.K, 0);
    const HeadRules rules;
    const HeadScores<float> head{Q.view(), K.view(), 0.3F, rules};
    PoolRequest request{{0, n, 0, n}, 50, 50, Pooling::Mean, 0};
    int asked = 0;
    const auto stopped = pooledWeights<float>(head, {}, request, {}, Progress([&] { return ++asked >= 2; }));
    REQUIRE(!stopped);
    CHECK(stopped.error().code == ErrorCode::Cancelled);
    CHECK(asked == 2);
    asked = 0;
    REQUIRE(pooledWeights<float>(head, {}, request, {}, Progress([&] { return ++asked < 0; })));
    if (bestTarget()) {
        // Passes of 50, 50, 100, 200 and 5 times 400, the last of 100 rows, in batches of 384, by tiles of 1024 keys.
        CHECK(asked == 3 * (1 + 1 + 1 + 1 + 5 * 2 + 1));
    }
    request.pixelCols = n + 1;
    CHECK(pooledWeights<float>(head, {}, request).error().code == ErrorCode::OutOfRange);
    request.pixelCols = 0;
    CHECK(pooledWeights<float>(head, {}, request).error().message ==
          "50 x 0 pixels do not fit a window of 2500 x 2500 weights.");
    request.pixelCols = 50;
    CHECK(pooledWeights<float>(head, {1.0F}, request).error().code == ErrorCode::ShapeMismatch);
}

TEST_CASE("pooledWeights: memory does not grow with the map", "[flash]") {
    if (!HeapMeter::isSupported() || !bestTarget())
        return;
    double bytes[2];
    for (const bool isLong : {false, true}) {
        const Index n = isLong ? 8000 : 1000;
        const HeadInput in(n, n, 4, 1, 3);
        const Slice<float> Q(in.Q, 0), K(in.K, 0);
        const HeadRules rules;
        const HeadScores<float> head{Q.view(), K.view(), 0.3F, rules};
        const HeapMeter meter;
        REQUIRE(pooledWeights<float>(head, {}, {{0, n, 0, n}, 100, 100, Pooling::Largest, 0}));
        bytes[isLong] = meter.peakBytes();
    }
    CHECK(bytes[1] < 1.1 * bytes[0]);
    CHECK(bytes[1] < 2e6);
}
