#include "src/live/scene_evaluations.h"

#include <algorithm>

#include "core/scene/validate.h"

namespace attn::app {
namespace {

constexpr double kKept = 256.0 * 1024.0 * 1024.0;  ///< Bytes of results that nobody waits for any more.

EvaluateOptions options() {
    EvaluateOptions wanted;
    wanted.metrics = wanted.jacobianNorms = false;
    return wanted;
}

double bytesOf(const Scene& scene) {
    const auto dims = validate(scene);
    return dims ? evaluationBytes(scene, *dims, options()) : 0.0;
}

}  // namespace

SceneEvaluations::SceneEvaluations(QObject* parent) : QObject(parent) {
    connect(&m_job, &BackgroundJob::progressed, this, &SceneEvaluations::progressed);
}

const LiveResult* SceneEvaluations::find(const ScenePtr& scene) const {
    const auto place = m_known.find(scene);
    return place == m_known.end() ? nullptr : &place->second;
}

void SceneEvaluations::want(const std::vector<ScenePtr>& scenes) {
    std::vector<ScenePtr> missing;
    for (const ScenePtr& scene : scenes)
        if (!find(scene) && std::find(missing.begin(), missing.end(), scene) == missing.end())
            missing.push_back(scene);
    dropOthers(scenes);
    if (missing == m_missing)
        return;
    m_missing = missing;
    if (missing.empty())
        return m_job.cancel();
    m_job.start([this, missing](const Progress& progress) {
        const auto count = static_cast<double>(missing.size());
        for (std::size_t i = 0; i < missing.size() && !progress.shouldStop(); ++i) {
            const Progress part([&progress] { return progress.shouldStop(); },
                                [&progress, i, count](double fraction) {
                                    progress.report((static_cast<double>(i) + fraction) / count);
                                });
            LiveResult result = liveResultOf(
                missing[i], [&part](const Scene& scene) { return evaluate(scene, options(), part); });
            if (!result.evaluation && result.error.code == ErrorCode::Cancelled)
                return;
            m_job.deliver([this, scene = missing[i], result] { keep(scene, result); });
        }
    });
}

void SceneEvaluations::keep(const ScenePtr& scene, LiveResult result) {
    m_known[scene] = std::move(result);
    std::erase(m_missing, scene);
    emit changed();
}

/// What nobody waits for may go; it does where it would fill the memory.
void SceneEvaluations::dropOthers(const std::vector<ScenePtr>& scenes) {
    double bytes = 0.0;
    for (const auto& known : m_known)
        bytes += bytesOf(*known.first);
    std::erase_if(m_known, [&](const auto& known) {
        const bool isWanted = std::find(scenes.begin(), scenes.end(), known.first) != scenes.end();
        return !isWanted && bytes > kKept;
    });
}

void SceneEvaluations::cancel() {
    if (m_missing.empty())
        return;
    m_job.cancel();
    for (const ScenePtr& scene : std::exchange(m_missing, {})) {
        LiveResult stopped;
        stopped.scene = scene;
        stopped.error = {ErrorCode::Cancelled, "The evaluation was stopped."};
        m_known[scene] = stopped;
    }
    emit changed();
}

void SceneEvaluations::retry() {
    std::erase_if(m_known, [](const auto& known) { return !known.second.evaluation; });
}

}  // namespace attn::app
