#pragma once
#include <functional>
#include <memory>

#include "core/base/tensor.h"

namespace attn {

/// A few threads that do numbered items of work together with the one that asks. They are made once, each has a
/// processor of its own, other than the caller's, and they sleep while nothing is asked.
class WorkerPool {
  public:
    /// `threads` counts the caller: 1 makes none. At most hardwareThreads(); 0 stands for that many.
    explicit WorkerPool(int threads = 0);
    ~WorkerPool();
    WorkerPool(const WorkerPool&) = delete;
    WorkerPool& operator=(const WorkerPool&) = delete;

    int threads() const;

    /// Processors that this process may run on, at least 1.
    static int hardwareThreads();

    /// Calls work(item) once for each of 0 .. count - 1, on several threads at once and in no fixed order, and
    /// returns when all have returned. After a false, items that have not begun are left out, and the answer is
    /// false.
    ///
    /// Called within a work, or while another thread's run is under way, the caller does all items alone.
    /// What a work throws, run() throws.
    bool run(Index count, const std::function<bool(Index)>& work);

  private:
    struct State;
    std::unique_ptr<State> m_state;
};

/// pool->run, or without a pool one item after the other.
bool runItems(WorkerPool* pool, Index count, const std::function<bool(Index)>& work);

}  // namespace attn
