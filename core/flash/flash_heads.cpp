#include "core/flash/flash_heads.h"

#include <algorithm>
#include <atomic>
#include <vector>

#include "core/base/shared_progress.h"
#include "core/flash/vector_kernel.h"

namespace attn {

namespace {

/// The heads by the vectors of `target`; those that it does not take are marked in `isLeft`.
bool runOnVectors(KernelTarget target, Index count, const std::function<FlashHead<float>(Index)>& headOf, float scale,
                  WorkerPool* pool, const Progress& progress, std::vector<std::atomic<bool>>& isLeft) {
    const FlashHead<float> first = headOf(0);
    const Index rows = vectorQueryBlock(target, first.Q.cols, first.V.cols);
    const Index blocks = std::max(tileCount(first.Q.rows, rows), Index(1));
    SharedProgress shared(progress, static_cast<double>(count * blocks));
    return runItems(pool, count * blocks, [&](Index item) {
        const Index p = item / blocks;
        std::atomic<bool>& isHeadLeft = isLeft[static_cast<std::size_t>(p)];
        if (isHeadLeft)
            return true;
        // Under a causal mask the last queries have the most keys: they come first, and the threads end together.
        const Index block = blocks - 1 - item % blocks;
        const FlashHead<float> head = headOf(p);
        const QueryRange range{block * rows, std::min((block + 1) * rows, head.Q.rows)};
        const Progress part = shared.part(1.0);
        const VectorOutcome outcome =
            flashHeadVector(target, head.Q, head.K, head.V, scale, head.rules, head.O, head.lse, part, range);
        if (outcome == VectorOutcome::NotForThis)
            isHeadLeft = true;
        return outcome != VectorOutcome::Stopped;
    });
}

}  // namespace

template <class T>
bool flashHeads(Index count, const std::function<FlashHead<T>(Index)>& headOf, T scale, const TileSize& tile,
                WorkerPool* pool, const Progress& progress) {
    if (count == 0)
        return true;
    std::vector<std::atomic<bool>> isLeft(static_cast<std::size_t>(count));
    const KernelTarget* const target = std::is_same_v<T, float> ? bestTarget() : nullptr;
    for (std::atomic<bool>& flag : isLeft)
        flag = !target;
    if constexpr (std::is_same_v<T, float>)
        if (target && !runOnVectors(*target, count, headOf, scale, pool, progress, isLeft))
            return false;
    const auto left = std::count(isLeft.begin(), isLeft.end(), true);
    SharedProgress shared(progress, static_cast<double>(left));
    return runItems(left > 0 ? pool : nullptr, count, [&](Index p) {
        if (!isLeft[static_cast<std::size_t>(p)])
            return true;
        const FlashHead<T> head = headOf(p);
        return flashHeadPlain<T>(head.Q, head.K, head.V, scale, head.rules, tile, head.O, head.lse, shared.part(1.0));
    });
}

template bool flashHeads<float>(Index, const std::function<FlashHead<float>(Index)>&, float, const TileSize&,
                                WorkerPool*, const Progress&);
template bool flashHeads<double>(Index, const std::function<FlashHead<double>(Index)>&, double, const TileSize&,
                                 WorkerPool*, const Progress&);

}  // namespace attn
