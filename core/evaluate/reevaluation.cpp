#include "core/evaluate/reevaluation.h"

#include <atomic>
#include <new>

#include "core/scene/validate.h"

namespace attn {

namespace {

/// Below this many scores a complete evaluation takes less time than anybody sees.
constexpr Index kFewestCells = 64 * 64;
constexpr Index kMostUpdates = 256;
constexpr std::size_t kMostKept = 3;

bool canBeKept(const Evaluation& evaluation) {
    const Dimensions& d = evaluation.dims;
    return evaluation.kind == Kind::Mha && evaluation.path == Path::Naive &&
           (evaluation.precision == Precision::F32 || evaluation.precision == Precision::F64) &&
           d.batch * d.heads * d.nq * d.nk >= kFewestCells;
}

/// Nobody holds an evaluation that was made from these numbers.
bool isFree(const std::shared_ptr<KeptEvaluation>& kept) {
    if (kept.use_count() > 1)
        return false;
    // What the last holder read, in whichever thread, it has read before the numbers are written again.
    std::atomic_thread_fence(std::memory_order_acquire);
    return true;
}

}  // namespace

void Reevaluation::forget() {
    m_kept.clear();
    m_complete = {};
    m_hasComplete = false;
}

Result<Evaluation> Reevaluation::complete(const Scene& scene, const EvaluateOptions& options,
                                          const Progress& progress) {
    m_lastWork = {};
    auto evaluation = attn::evaluate(scene, options, progress);
    if (!evaluation && evaluation.error().code == ErrorCode::TooLarge && m_hasComplete) {
        forget();
        evaluation = attn::evaluate(scene, options, progress);
    }
    // When it was stopped, the numbers that are kept serve for the next edit.
    if (!evaluation)
        return evaluation;
    forget();
    m_updates = 0;
    if (canBeKept(*evaluation)) {
        m_scene = scene;
        m_complete = *evaluation;
        m_hasComplete = true;
    }
    return evaluation;
}

/// Numbers that may be written to, and how `scene` differs from what they are of; null when there are none.
std::shared_ptr<KeptEvaluation> Reevaluation::freeNumbers(const Scene& scene, const Dimensions& dims,
                                                          SceneDifference& difference) {
    for (const auto& kept : m_kept) {
        if (!isFree(kept))
            continue;
        difference = differenceOf(kept->scene(), scene, dims);
        return difference.isWhole ? nullptr : kept;
    }
    if (m_kept.size() == kMostKept || KeptEvaluation::bytes(dims, m_complete.precision) > memoryLimit())
        return nullptr;
    difference = differenceOf(m_scene, scene, dims);
    const auto kept = difference.isWhole ? nullptr : KeptEvaluation::from(m_scene, m_complete);
    if (kept)
        m_kept.push_back(kept);
    return kept;
}

Result<Evaluation> Reevaluation::evaluate(const Scene& scene, const EvaluateOptions& options,
                                          const Progress& progress) {
    const bool mayUpdate = !options.anew && m_hasComplete && m_updates < kMostUpdates && !options.metrics &&
                           !options.gradients && options.path == m_complete.path &&
                           options.precision.value_or(scene.precision) == m_complete.precision;
    if (!mayUpdate)
        return complete(scene, options, progress);
    const auto dims = validate(scene);
    if (!dims)
        return dims.error();
    if (!(*dims == m_complete.dims))
        return complete(scene, options, progress);
    try {
        SceneDifference difference;
        const auto kept = freeNumbers(scene, *dims, difference);
        if (!kept)
            return complete(scene, options, progress);
        if (kept->bringTo(scene, difference, progress)) {
            m_lastWork = kept->lastWork();
            ++m_updates;
            return kept->evaluation();
        }
        std::erase(m_kept, kept);
        if (progress.shouldStop())
            return Error{ErrorCode::Cancelled, "The evaluation was stopped."};
    } catch (const std::bad_alloc&) {
        // A complete evaluation says how much it needs.
    }
    return complete(scene, options, progress);
}

}  // namespace attn
