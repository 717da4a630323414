#pragma once
#include <functional>

#include "core/base/worker_pool.h"
#include "core/flash/flash.h"

namespace attn {

/// One of several heads: its inputs, and where its outputs go.
template <class T>
struct FlashHead {
    View<const T> Q, K, V;
    HeadRules rules;
    View<T> O;
    T* lse = nullptr;  ///< (nq) or null
};

/// flashHead for each of `count` heads, on the threads of `pool` (null: the caller's alone). In float with vectors
/// the blocks of queries of a head are items of their own, so that one long head keeps all threads busy.
///
/// Shapes    headOf(p) is head p of `count`; all have the same sizes. It is called on several threads.
/// Errors    false when stopped by `progress`, which is asked by one thread at a time; it is told the share that is
/// done. Accuracy  bit for bit that of flashHead, whatever the pool. Memory    that of flashHead for each thread.
template <class T>
bool flashHeads(Index count, const std::function<FlashHead<T>(Index)>& headOf, T scale, const TileSize& tile,
                WorkerPool* pool, const Progress& progress = {});

}  // namespace attn
