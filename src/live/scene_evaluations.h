#pragma once
#include <QObject>
#include <map>
#include <memory>
#include <vector>

#include "src/live/background_job.h"
#include "src/live/live_evaluation.h"

namespace attn::app {

/// Evaluations of scenes beside the open one, made off the window's thread, one after the other, and kept for as long
/// as they are wanted; others only while all of them together stay small.
class SceneEvaluations : public QObject {
    Q_OBJECT

  public:
    using ScenePtr = std::shared_ptr<const Scene>;

    explicit SceneEvaluations(QObject* parent = nullptr);

    /// The result of this very scene, or null while there is none. One that failed says why in its error.
    const LiveResult* find(const ScenePtr& scene) const;
    /// Evaluates those of `scenes` that have no result yet. What runs for others is cancelled.
    void want(const std::vector<ScenePtr>& scenes);
    bool isWorking() const { return !m_missing.empty(); }
    /// Stops; the scenes that were waited for have failed until retry().
    void cancel();
    /// Forgets what failed.
    void retry();

  signals:
    /// A result has come, or all that was wanted is there.
    void changed();
    /// fraction in [0, 1]
    void progressed(double fraction);

  private:
    void keep(const ScenePtr& scene, LiveResult result);
    void dropOthers(const std::vector<ScenePtr>& scenes);

    std::map<ScenePtr, LiveResult> m_known;
    std::vector<ScenePtr> m_missing;  ///< Being evaluated.
    BackgroundJob m_job;              ///< Last: its work ends before the rest goes.
};

}  // namespace attn::app
