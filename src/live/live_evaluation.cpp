#include "src/live/live_evaluation.h"

#include <QMetaObject>
#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <new>
#include <optional>

#include "core/evaluate/reevaluation.h"
#include "core/scene/same.h"

namespace attn::app {

namespace {

using Clock = std::chrono::steady_clock;
using namespace std::chrono_literals;

constexpr auto kShortJob = 100ms;
constexpr auto kStarving = 1000ms;      ///< A picture older than this is worth one long job.
constexpr auto kFirstProgress = 300ms;
constexpr auto kProgressEvery = 100ms;
constexpr auto kPause = 250ms;         ///< After so long without an edit a complete evaluation follows.

struct Job {
    std::shared_ptr<const Scene> scene;
    EvaluateOptions options;
    int generation = 0;
    bool isSettling = false;  ///< Replaces a result that was brought up to date; the least edit stops it.
};

}  // namespace

LiveResult liveResultOf(const std::shared_ptr<const Scene>& scene,
                        const std::function<Result<Evaluation>(const Scene&)>& evaluate) {
    const auto started = Clock::now();
    LiveResult result;
    result.scene = scene;
    try {
        auto evaluation = evaluate(*scene);
        if (evaluation)
            result.evaluation = std::make_shared<const Evaluation>(*std::move(evaluation));
        else
            result.error = evaluation.error();
    } catch (const std::bad_alloc&) {
        result.error = {ErrorCode::TooLarge, "There is not enough free memory to evaluate this scene."};
    }
    result.seconds = std::chrono::duration<double>(Clock::now() - started).count();
    return result;
}

/// What both threads see. It is held by both, so that whichever ends last takes it away.
struct LiveEvaluation::State {
    std::mutex mutex;
    std::condition_variable_any wake;
    // Guarded by the mutex:
    LiveEvaluation* receiver = nullptr;  ///< null once the object is being destroyed
    std::optional<Job> waiting;
    std::optional<Job> running;
    std::optional<std::pair<int, LiveResult>> outbox;  ///< One slot: a busy window sees only the latest result.
    int lastGeneration = 0;
    int wantedFrom = 1;                  ///< Results of older generations are dropped.
    Clock::time_point lastReport = Clock::now();
    bool hasReported = false;
    // Read by the working thread at every poll:
    std::atomic<bool> stopRunning = false;
    std::atomic<bool> isNewerWaiting = false;

    /// The mutex must be held.
    void dropRunningAndOlder(int firstWanted) {
        wantedFrom = firstWanted;
        stopRunning = true;
        outbox.reset();
    }

    bool isStale(const Job& job, Clock::time_point started) {
        const auto now = Clock::now();
        if (stopRunning || (job.isSettling && isNewerWaiting))
            return true;
        if (!isNewerWaiting || now - started <= kShortJob)
            return false;
        const std::scoped_lock lock(mutex);
        const bool isStarving = !hasReported || now - lastReport > kStarving;
        return !isStarving || now - started > kStarving;
    }

    void postProgress(int generation, double fraction);
    void postResult(const std::shared_ptr<State>& self, int generation, LiveResult result);
    void deliver();
    void work(const std::shared_ptr<State>& self, const std::stop_token& stop, const Evaluate& evaluate);
    bool nextJob(const std::stop_token& stop, std::optional<Job>& unsettled, Job& job);
    bool run(const std::shared_ptr<State>& self, const Job& job, const std::stop_token& stop,
             const Evaluate& evaluate);
};

void LiveEvaluation::State::postProgress(int generation, double fraction) {
    const std::scoped_lock lock(mutex);
    if (!receiver || generation < wantedFrom)
        return;
    // Destroying the receiver removes what was posted to it, and it cannot be destroyed while the mutex is held.
    QMetaObject::invokeMethod(
        receiver, [target = receiver, fraction] { emit target->progressed(std::clamp(fraction, 0.0, 1.0)); },
        Qt::QueuedConnection);
}

void LiveEvaluation::State::postResult(const std::shared_ptr<State>& self, int generation, LiveResult result) {
    const std::scoped_lock lock(mutex);
    running.reset();
    if (!receiver || generation < wantedFrom)
        return;
    const bool isPosted = outbox.has_value();
    outbox.emplace(generation, std::move(result));
    if (!isPosted)
        QMetaObject::invokeMethod(receiver, [self] { self->deliver(); }, Qt::QueuedConnection);
}

void LiveEvaluation::State::deliver() {
    std::optional<std::pair<int, LiveResult>> taken;
    LiveEvaluation* target = nullptr;
    {
        const std::scoped_lock lock(mutex);
        taken.swap(outbox);
        if (!receiver || !taken || taken->first < wantedFrom)
            return;
        target = receiver;
        lastReport = Clock::now();
        hasReported = true;
    }
    emit target->finished(taken->second);
}

/// True when the result was only brought up to date, so that a complete one should follow.
bool LiveEvaluation::State::run(const std::shared_ptr<State>& self, const Job& job, const std::stop_token& stop,
                                const Evaluate& evaluate) {
    const auto started = Clock::now();
    auto nextProgress = started + kFirstProgress;
    // Kernels may report from several threads at once.
    std::mutex progressMutex;
    const Progress progress([&] { return stop.stop_requested() || isStale(job, started); },
                            [&](double fraction) {
                                const auto now = Clock::now();
                                {
                                    const std::scoped_lock lock(progressMutex);
                                    if (job.isSettling || now < nextProgress)
                                        return;
                                    nextProgress = now + kProgressEvery;
                                }
                                postProgress(job.generation, fraction);
                            });
    LiveResult result =
        liveResultOf(job.scene, [&](const Scene& scene) { return evaluate(scene, job.options, progress); });
    // Where a complete evaluation fails, the result that was brought up to date stands.
    if (!result.evaluation && (job.isSettling || result.error.code == ErrorCode::Cancelled))
        return false;
    const bool isUnsettled = result.evaluation && result.evaluation->isBroughtUpToDate;
    postResult(self, job.generation, std::move(result));
    return isUnsettled;
}

/// Waits for what to do next: the latest scene, or after a pause the complete evaluation of the one before. False
/// when the thread is to end.
bool LiveEvaluation::State::nextJob(const std::stop_token& stop, std::optional<Job>& unsettled, Job& job) {
    std::unique_lock lock(mutex);
    running.reset();
    const auto isThere = [this] { return waiting.has_value(); };
    if (unsettled)
        wake.wait_for(lock, stop, kPause, isThere);
    if (unsettled && !waiting && unsettled->generation >= wantedFrom && !stop.stop_requested()) {
        running = std::move(unsettled);
        running->isSettling = true;
        running->options.anew = true;
    } else {
        if (!wake.wait(lock, stop, isThere) || stop.stop_requested())
            return false;
        running.swap(waiting);
    }
    unsettled.reset();
    job = *running;
    stopRunning = false;
    isNewerWaiting = false;
    return true;
}

void LiveEvaluation::State::work(const std::shared_ptr<State>& self, const std::stop_token& stop,
                                 const Evaluate& evaluate) {
    std::optional<Job> unsettled;
    for (Job job; nextJob(stop, unsettled, job);)
        if (run(self, job, stop, evaluate))
            unsettled = job;
}

LiveEvaluation::LiveEvaluation(QObject* parent)
    : LiveEvaluation(
          [kept = std::make_shared<Reevaluation>(), pool = std::make_shared<WorkerPool>()](
              const Scene& scene, EvaluateOptions options, const Progress& progress) {
              options.pool = pool.get();
              return kept->evaluate(scene, options, progress);
          },
          parent) {}

LiveEvaluation::LiveEvaluation(Evaluate evaluate, QObject* parent)
    : QObject(parent), m_state(std::make_shared<State>()) {
    m_state->receiver = this;
    m_worker = std::jthread([state = m_state, evaluate = std::move(evaluate)](const std::stop_token& stop) {
        state->work(state, stop, evaluate);
    });
}

LiveEvaluation::~LiveEvaluation() {
    {
        const std::scoped_lock lock(m_state->mutex);
        m_state->receiver = nullptr;
        m_state->waiting.reset();
        m_state->dropRunningAndOlder(m_state->lastGeneration + 1);
    }
    m_worker.request_stop();
    m_worker.join();
}

void LiveEvaluation::request(std::shared_ptr<const Scene> scene, EvaluateOptions options) {
    const std::scoped_lock lock(m_state->mutex);
    State& state = *m_state;
    const int generation = ++state.lastGeneration;
    if (state.running && !sameShapes(*state.running->scene, *scene))
        state.dropRunningAndOlder(generation);
    if (state.outbox && !sameShapes(*state.outbox->second.scene, *scene))
        state.outbox.reset();
    state.waiting = Job{std::move(scene), options, generation};
    state.isNewerWaiting = true;
    state.wake.notify_one();
}

bool LiveEvaluation::isBusy() const {
    const std::scoped_lock lock(m_state->mutex);
    const auto& running = m_state->running;
    const bool isRunning = running && !running->isSettling && running->generation >= m_state->wantedFrom;
    return m_state->waiting || isRunning || m_state->outbox;
}

void LiveEvaluation::cancel() {
    const std::scoped_lock lock(m_state->mutex);
    m_state->waiting.reset();
    m_state->isNewerWaiting = false;
    m_state->dropRunningAndOlder(m_state->lastGeneration + 1);
}

}  // namespace attn::app
