#pragma once
#include <memory>
#include <vector>

#include "core/evaluate/evaluate.h"
#include "core/evaluate/kept_evaluation.h"

namespace attn {

/// Evaluates one scene after another, as a person edits; where the next has much in common with one before, only what
/// depends on the difference.
///
/// Up to three sets of numbers take turns: the one that a window shows, one on its way there, and the one that is
/// written. A set is written to only when nobody holds an evaluation made from it any more, and none is ever copied.
/// One thread at a time may call; evaluations may be read and dropped by any.
///
/// Accuracy  Evaluation::isBroughtUpToDate says what holds; after 256 such answers a complete one follows.
/// Memory    up to three times KeptEvaluation::bytes beside a complete evaluation, within memoryLimit().
class Reevaluation {
  public:
    /// As attn::evaluate, and always so with options.anew; errors are the same.
    Result<Evaluation> evaluate(const Scene& scene, const EvaluateOptions& options, const Progress& progress = {});

    /// What the last evaluation did beyond comparing the scenes; zeros for a complete one.
    const UpdateWork& lastWork() const { return m_lastWork; }

  private:
    std::shared_ptr<KeptEvaluation> freeNumbers(const Scene& scene, const Dimensions& dims,
                                                SceneDifference& difference);
    void forget();
    Result<Evaluation> complete(const Scene& scene, const EvaluateOptions& options, const Progress& progress);

    Scene m_scene;          ///< of m_complete
    Evaluation m_complete;  ///< The last complete evaluation that numbers may start from.
    bool m_hasComplete = false;
    Index m_updates = 0;  ///< since the last complete one
    std::vector<std::shared_ptr<KeptEvaluation>> m_kept;
    UpdateWork m_lastWork;
};

}  // namespace attn
