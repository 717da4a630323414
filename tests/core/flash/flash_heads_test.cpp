#include "core/flash/flash_heads.h"

#include <atomic>
#include <cmath>
#include <limits>

#include "core/flash/vector_kernel.h"
#include "tests/support/core/close.h"
#include "tests/support/core/float_head.h"
#include "tests/support/core/scenes.h"

using namespace attn;
using namespace attn::test;

namespace {

constexpr Index kHeads = 5, kQueries = 1000, kKeys = 300, kWidth = 16;

/// Several heads and what flashHeads makes of them.
template <class T>
struct Heads {
    std::vector<Slice<T>> Q, K, V, O;
    std::vector<std::vector<T>> lse;
    MaskRules rules;

    explicit Heads(const Mask& mask = {}) : rules(mask, oneHead(kQueries, kKeys)) {
        for (Index p = 0; p < kHeads; ++p) {
            const HeadInput in(kQueries, kKeys, kWidth, kWidth, static_cast<std::uint64_t>(10 * p));
            Q.emplace_back(in.Q, 0);
            K.emplace_back(in.K, 0);
            V.emplace_back(in.V, 0);
            O.emplace_back(kQueries, kWidth);
            lse.emplace_back(static_cast<std::size_t>(kQueries), T(-77));
        }
    }
    FlashHead<T> head(Index p) {
        const auto at = static_cast<std::size_t>(p);
        const auto& me = std::as_const(*this);
        return {me.Q[at].view(), me.K[at].view(), me.V[at].view(), {{&rules, 0, 0}}, O[at].view(), lse[at].data()};
    }
    bool run(WorkerPool* pool, const Progress& progress = {}) {
        return flashHeads<T>(
            kHeads, [this](Index p) { return head(p); }, T(0.25), TileSize{}, pool, progress);
    }
};

template <class T>
void checkAnyPool(const Mask& mask, bool hasNaN) {
    Heads<T> alone(mask), single(mask);
    if (hasNaN)
        for (Heads<T>* heads : {&alone, &single})
            heads->V[2].values[50] = std::numeric_limits<T>::quiet_NaN();
    for (Index p = 0; p < kHeads; ++p) {
        const FlashHead<T> head = single.head(p);
        CHECK(flashHead<T>(head.Q, head.K, head.V, T(0.25), head.rules, TileSize{}, head.O, head.lse));
    }
    CHECK(alone.run(nullptr));
    for (const int threads : {2, 0}) {
        WorkerPool pool(threads);
        Heads<T> shared(mask);
        if (hasNaN)
            shared.V[2].values[50] = std::numeric_limits<T>::quiet_NaN();
        CHECK(shared.run(&pool));
        for (std::size_t p = 0; p < kHeads; ++p) {
            CAPTURE(threads, p);
            CHECK_THAT(asDoubles(shared.O[p].values), AllClose(asDoubles(single.O[p].values), 0.0, 0.0));
            CHECK_THAT(asDoubles(alone.O[p].values), AllClose(asDoubles(single.O[p].values), 0.0, 0.0));
            CHECK(shared.lse[p] == single.lse[p]);
        }
    }
}

}  // namespace

TEST_CASE("flashHeads: bit for bit flashHead, with any pool", "[flash][oracle]") {
    Mask causal;
    causal.causal = Causal{};
    for (const Mask& mask : {Mask{}, causal}) {
        checkAnyPool<float>(mask, false);
        checkAnyPool<double>(mask, false);
    }
}

TEST_CASE("flashHeads: one head that the vectors do not take leaves the others to them", "[flash][limit]") {
    checkAnyPool<float>({}, true);
}

TEST_CASE("flashHeads: stops, and asks and tells one thread at a time", "[flash][error]") {
    WorkerPool pool;
    Heads<float> heads;
    std::atomic<int> inside{0};
    bool isAlone = true, grows = true;
    double last = 0.0;
    int asked = 0;
    const auto alone = [&](auto&& then) {
        isAlone = isAlone && ++inside == 1;
        then();
        --inside;
    };
    const Progress progress(
        [&] {
            alone([&] { ++asked; });
            return false;
        },
        [&](double fraction) {
            alone([&] {
                grows = grows && fraction >= last;
                last = fraction;
            });
        });
    CHECK(heads.run(&pool, progress));
    CHECK(isAlone);
    CHECK(grows);
    CHECK(last == 1.0);
    CHECK(asked >= kHeads);
    CHECK_FALSE(heads.run(&pool, Progress([] { return true; })));
}

TEST_CASE("flashHeads: the work between two questions whether to stop does not grow with the sequence", "[flash]") {
    // Cells of a head by how often it is asked, in the vector form and in the plain one.
    const auto perPoll = [](Index n, auto&& run) {
        int asked = 0;
        run(n, Progress([&] {
                ++asked;
                return false;
            }));
        return static_cast<double>(n) * static_cast<double>(n) / asked;
    };
    const auto check = [&](auto&& run) {
        // At most 384 queries by 1024 keys, or 16 tiles of 64 by 64.
        for (const Index n : {1024, 4096})
            CHECK(perPoll(n, run) <= 384.0 * 1024.0);
    };
    check([](Index n, const Progress& progress) {
        const FloatHead in(n, n, 2, 2, 1);
        std::vector<float> out(static_cast<std::size_t>(n * 2));
        CHECK(flashHead<float>(in.Q.view(), in.K.view(), in.V.view(), 1.0F, {}, {}, {out.data(), n, 2}, nullptr,
                               progress));
    });
    check([](Index n, const Progress& progress) {
        const HeadInput in(n, n, 2, 2, 1);
        std::vector<double> out(static_cast<std::size_t>(n * 2));
        CHECK(flashHead<double>(in.q(), in.k(), in.v(), 1.0, {}, {}, {out.data(), n, 2}, nullptr, progress));
    });
}
