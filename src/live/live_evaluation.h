#pragma once
#include <QObject>
#include <functional>
#include <memory>
#include <thread>

#include "core/base/result.h"
#include "core/evaluate/evaluate.h"

namespace attn::app {

/// A scene and what came of it; both shared and constant.
struct LiveResult {
    std::shared_ptr<const Scene> scene;
    std::shared_ptr<const Evaluation> evaluation;  ///< null when `error` is set
    Error error{ErrorCode::Cancelled, {}};
    double seconds = 0.0;
};

/// Runs `evaluate` on `scene`: what came of it, with the time it took; too little memory is an error like any other.
LiveResult liveResultOf(const std::shared_ptr<const Scene>& scene,
                        const std::function<Result<Evaluation>(const Scene&)>& evaluate);

/// Evaluates the latest scene on a thread of its own: one slot, a newer scene replaces a waiting one, a short running
/// job is left to finish, a long one (over 100 ms) is cancelled by a newer request, a change of shape cancels at
/// once. So that a long drag shows something, a job is also left to run for up to a second when the last result is
/// older than that. With options.anew false an edit may bring the last evaluation up to date; when the person pauses,
/// a complete one replaces it, which is reported like any other.
class LiveEvaluation : public QObject {
    Q_OBJECT

  public:
    using Evaluate = std::function<Result<Evaluation>(const Scene&, const EvaluateOptions&, const Progress&)>;

    explicit LiveEvaluation(QObject* parent = nullptr);
    /// With another way to evaluate; it runs on the working thread and must outlive nothing but itself.
    explicit LiveEvaluation(Evaluate evaluate, QObject* parent = nullptr);
    ~LiveEvaluation() override;

    void request(std::shared_ptr<const Scene> scene, EvaluateOptions options = {});
    /// From a request until its result has been reported, or it was cancelled.
    bool isBusy() const;
    /// Drops what runs and what waits; nothing of it is reported.
    void cancel();

  signals:
    /// In the thread of this object. Never for a cancelled job.
    void finished(const attn::app::LiveResult& result);
    /// From 300 ms after a job has started, at most ten times a second; fraction in [0, 1].
    void progressed(double fraction);

  private:
    struct State;
    std::shared_ptr<State> m_state;
    std::jthread m_worker;
};

}  // namespace attn::app
