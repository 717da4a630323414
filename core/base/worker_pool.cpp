#include "core/base/worker_pool.h"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

#if defined(__linux__)
#include <pthread.h>
#include <sched.h>
#endif

namespace attn {

namespace {

/// The numbers of the processors that this process may run on; empty where they cannot be told apart.
std::vector<int> processors() {
    std::vector<int> numbers;
#if defined(__linux__)
    cpu_set_t set;
    CPU_ZERO(&set);
    if (sched_getaffinity(0, sizeof set, &set) == 0)
        for (int k = 0; k < CPU_SETSIZE; ++k)
            if (CPU_ISSET(k, &set))
                numbers.push_back(k);
#endif
    return numbers;
}

int callersProcessor() {
#if defined(__linux__)
    return sched_getcpu();
#else
    return -1;
#endif
}

void pin(std::thread& thread, int processor) {
#if defined(__linux__)
    cpu_set_t set;
    CPU_ZERO(&set);
    CPU_SET(processor, &set);
    pthread_setaffinity_np(thread.native_handle(), sizeof set, &set);
#else
    (void)thread;
    (void)processor;
#endif
}

bool runAlone(Index count, const std::function<bool(Index)>& work) {
    for (Index item = 0; item < count; ++item)
        if (!work(item))
            return false;
    return true;
}

/// One call of run(): what the threads share while it lasts.
struct Run {
    const std::function<bool(Index)>& work;
    const Index count;
    std::atomic<Index> next{0};
    std::atomic<bool> goesOn{true};
    std::atomic<int> joined{0};   ///< Workers that are in it.
    std::exception_ptr thrown{};  ///< The first one; guarded by the mutex of the pool.

    void takeItems(std::mutex& mutex) {
        try {
            for (Index item = next++; item < count && goesOn; item = next++)
                if (!work(item))
                    goesOn = false;
        } catch (...) {
            goesOn = false;
            const std::scoped_lock lock(mutex);
            if (!thrown)
                thrown = std::current_exception();
        }
    }
};

}  // namespace

struct WorkerPool::State {
    std::mutex mutex;
    std::condition_variable wake, done;
    // Guarded by the mutex:
    Run* current = nullptr;
    unsigned generation = 0;
    bool isClosing = false;
    // Of the thread that has set isBusy:
    std::atomic<bool> isBusy{false};
    std::vector<int> allowed;
    int lastProcessor = -1;
    std::vector<std::thread> workers;

    void live() {
        unsigned seen = 0;
        std::unique_lock lock(mutex);
        for (;;) {
            wake.wait(lock, [&] { return isClosing || (current && generation != seen); });
            if (isClosing)
                return;
            seen = generation;
            Run& run = *current;
            ++run.joined;
            lock.unlock();
            run.takeItems(mutex);
            lock.lock();
            if (--run.joined == 0)
                done.notify_one();
        }
    }

    /// A worker that wakes on the caller's processor would wait for the caller: each gets another one.
    void placeWorkers() {
        const int here = callersProcessor();
        if (here == lastProcessor || allowed.size() <= workers.size())
            return;
        lastProcessor = here;
        auto processor = allowed.begin();
        for (std::thread& worker : workers) {
            if (*processor == here)
                ++processor;
            pin(worker, *processor++);
        }
    }

    void share(Run& run) {
        placeWorkers();
        {
            const std::scoped_lock lock(mutex);
            current = &run;
            ++generation;
        }
        wake.notify_all();
        run.takeItems(mutex);
        std::unique_lock lock(mutex);
        // Who has not woken by now need not come any more.
        current = nullptr;
        // A worker's last item is short against falling asleep and waking up.
        for (int spin = 0; spin < 200 && run.joined != 0; ++spin) {
            lock.unlock();
            std::this_thread::yield();
            lock.lock();
        }
        done.wait(lock, [&] { return run.joined == 0; });
    }
};

WorkerPool::WorkerPool(int threads) : m_state(std::make_unique<State>()) {
    const int most = hardwareThreads();
    const int wanted = threads <= 0 ? most : std::min(threads, most);
    m_state->allowed = processors();
    for (int k = 1; k < wanted; ++k)
        m_state->workers.emplace_back([state = m_state.get()] { state->live(); });
}

WorkerPool::~WorkerPool() {
    {
        const std::scoped_lock lock(m_state->mutex);
        m_state->isClosing = true;
    }
    m_state->wake.notify_all();
    for (std::thread& worker : m_state->workers)
        worker.join();
}

int WorkerPool::threads() const {
    return static_cast<int>(m_state->workers.size()) + 1;
}

int WorkerPool::hardwareThreads() {
    const std::size_t allowed = processors().size();
    return std::max(1,
                    allowed > 0 ? static_cast<int>(allowed) : static_cast<int>(std::thread::hardware_concurrency()));
}

bool WorkerPool::run(Index count, const std::function<bool(Index)>& work) {
    if (count <= 1 || m_state->workers.empty() || m_state->isBusy.exchange(true))
        return runAlone(count, work);
    Run run{work, count};
    m_state->share(run);
    m_state->isBusy = false;
    if (run.thrown)
        std::rethrow_exception(run.thrown);
    return run.goesOn;
}

bool runItems(WorkerPool* pool, Index count, const std::function<bool(Index)>& work) {
    return pool ? pool->run(count, work) : runAlone(count, work);
}

}  // namespace attn
