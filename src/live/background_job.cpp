#include "src/live/background_job.h"

#include <QMetaObject>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <thread>

namespace attn::app {

struct BackgroundJob::State {
    std::mutex mutex;
    std::condition_variable wake;
    BackgroundJob* owner = nullptr;  ///< null once the owner is going away: nothing is posted any more
    std::function<void(const Progress&)> waiting;
    std::uint64_t wanted = 0;     ///< number of the latest start()
    std::uint64_t runs = 0;       ///< number of the work that the thread is in
    std::uint64_t finished = 0;   ///< number of the last work that is over for the owner
    bool isCancelled = false;     ///< of the latest start()
    bool isEnding = false;
    std::jthread thread;

    bool isUnwanted(std::uint64_t number) {
        const std::scoped_lock lock(mutex);
        return isEnding || isCancelled || number != wanted;
    }

    /// Calls what(owner) in the owner's thread if `number` is then still the latest.
    void post(std::uint64_t number, std::function<void(BackgroundJob&)> what) {
        const std::scoped_lock lock(mutex);
        if (!owner || number != wanted)
            return;
        QMetaObject::invokeMethod(
            owner,
            [this, number, job = owner, call = std::move(what)] {
                {
                    const std::scoped_lock inner(mutex);
                    if (number != wanted)
                        return;
                }
                call(*job);
            },
            Qt::QueuedConnection);
    }

    void work() {
        for (;;) {
            std::function<void(const Progress&)> job;
            std::uint64_t number = 0;
            {
                std::unique_lock lock(mutex);
                wake.wait(lock, [this] { return isEnding || waiting; });
                if (isEnding)
                    return;
                job = std::exchange(waiting, nullptr);
                number = runs = wanted;
            }
            auto last = std::chrono::steady_clock::now();
            const Progress progress([this, number] { return isUnwanted(number); },
                                    [this, number, &last](double fraction) {
                                        const auto now = std::chrono::steady_clock::now();
                                        if (now - last < std::chrono::milliseconds(50))
                                            return;
                                        last = now;
                                        post(number, [this, fraction](BackgroundJob& owned) {
                                            if (!isUnwanted(owned.m_state->wanted))
                                                emit owned.progressed(fraction);
                                        });
                                    });
            job(progress);
            post(number, [this, number](BackgroundJob& owned) {
                bool wasCancelled = false;
                {
                    const std::scoped_lock lock(mutex);
                    wasCancelled = isCancelled;
                    finished = number;
                }
                emit owned.finished(wasCancelled);
            });
        }
    }
};

BackgroundJob::BackgroundJob(QObject* parent) : QObject(parent), m_state(std::make_shared<State>()) {
    m_state->owner = this;
    m_state->thread = std::jthread([state = m_state.get()] { state->work(); });
}

BackgroundJob::~BackgroundJob() {
    {
        const std::scoped_lock lock(m_state->mutex);
        m_state->owner = nullptr;
        m_state->isEnding = true;
        m_state->waiting = nullptr;
    }
    m_state->wake.notify_one();
    m_state->thread.join();
}

void BackgroundJob::start(std::function<void(const Progress&)> work) {
    {
        const std::scoped_lock lock(m_state->mutex);
        ++m_state->wanted;
        m_state->isCancelled = false;
        m_state->waiting = std::move(work);
    }
    m_state->wake.notify_one();
}

void BackgroundJob::cancel() {
    const std::scoped_lock lock(m_state->mutex);
    m_state->isCancelled = m_state->finished != m_state->wanted;
}

bool BackgroundJob::isRunning() const {
    const std::scoped_lock lock(m_state->mutex);
    return m_state->finished != m_state->wanted;
}

void BackgroundJob::deliver(std::function<void()> what) {
    std::uint64_t number = 0;
    {
        const std::scoped_lock lock(m_state->mutex);
        number = m_state->runs;
    }
    m_state->post(number, [call = std::move(what)](BackgroundJob& owned) {
        if (!owned.m_state->isUnwanted(owned.m_state->wanted))
            call();
    });
}

}  // namespace attn::app
