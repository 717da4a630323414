#include "core/base/worker_pool.h"

#include <atomic>
#include <stdexcept>
#include <thread>
#include <vector>

#include "tests/support/catch.h"

using namespace attn;

TEST_CASE("WorkerPool: every item is done once, by any number of threads", "[base]") {
    for (const int threads : {1, 2, 3, 0}) {
        WorkerPool pool(threads);
        CHECK(pool.threads() <= WorkerPool::hardwareThreads());
        for (const Index count : {0, 1, 2, 7, 1000}) {
            std::vector<std::atomic<int>> done(static_cast<std::size_t>(count));
            CHECK(pool.run(count, [&](Index item) {
                ++done[static_cast<std::size_t>(item)];
                return true;
            }));
            bool isOnce = true;
            for (const auto& times : done)
                isOnce = isOnce && times == 1;
            CHECK(isOnce);
        }
    }
}

TEST_CASE("WorkerPool: run after run, nothing of one is left in the next", "[base]") {
    WorkerPool pool;
    for (int round = 0; round < 2000; ++round) {
        std::atomic<Index> sum{0};
        pool.run(5, [&](Index item) {
            sum += item;
            return true;
        });
        if (sum != 10)
            FAIL("round " << round << " gave " << sum);
    }
    SUCCEED();
}

TEST_CASE("WorkerPool: after a false no more items begin", "[base]") {
    WorkerPool pool;
    std::atomic<int> begun{0};
    CHECK_FALSE(pool.run(1000000, [&](Index) { return ++begun < 10; }));
    // Each thread may have begun one more.
    CHECK(begun < 10 + 2 * pool.threads());
}

TEST_CASE("WorkerPool: a run within a run, and one beside another, are done by their callers", "[base]") {
    WorkerPool pool;
    std::atomic<int> done{0};
    const auto inner = [&](Index) {
        return pool.run(10, [&](Index) {
            ++done;
            return true;
        });
    };
    CHECK(pool.run(10, inner));
    CHECK(done == 100);
    std::thread other([&] { pool.run(10, inner); });
    pool.run(10, inner);
    other.join();
    CHECK(done == 300);
}

TEST_CASE("WorkerPool: what a work throws arrives at the caller", "[base][error]") {
    WorkerPool pool;
    const auto work = [](Index item) -> bool {
        if (item == 3)
            throw std::runtime_error("three");
        return true;
    };
    CHECK_THROWS_AS(pool.run(100, work), std::runtime_error);
    CHECK(pool.run(3, work));
}
