#pragma once
#include <memory>

#include "core/base/progress.h"
#include "core/evaluate/evaluation.h"
#include "core/evaluate/scene_difference.h"

namespace attn {

/// How much one update did; for tests, which count work rather than seconds.
struct UpdateWork {
    Index projectedRows = 0;  ///< rows of Q, K and V that were multiplied anew, over all heads at once
    Index scoreCells = 0;     ///< scores that were multiplied anew
    Index redoneRows = 0;     ///< rows of one head whose softmax was made anew
    Index exchangedRows = 0;  ///< rows of one head in which a key's old share was exchanged for its new one
};

/// The numbers of one evaluation (kind Mha, naive path, f32 or f64) that can be brought from scene to scene at the
/// cost of what differs. It keeps scores, row maxima and sums, head outputs and what each head adds to the output;
/// every other stage is made when somebody asks for it.
///
/// A changed key j enters a row by exchange, exactly but for rounding:
///
///     sum' = sum - exp(old - m) + exp(new - m),   O' = (sum O - exp(old - m) v_old + exp(new - m) v_new) / sum'
///
/// What it adds to the output is moved the same way. A row of Q, K or V that follows again and again is moved by what
/// the changed inputs bring, summed in double.
///
/// A row is made anew instead where its maximum leaves or is passed, where sum' is less than half of the largest sum
/// since the row was last made (it would cancel), and where a number is not finite.
///
/// Accuracy  after 256 updates within 1e-5 (float) and 1e-12 (double) of a complete evaluation, relative to the
///           largest number of a stage.
/// Memory    B * H * nq * (nk + dv + dOut) numbers and the projections.
class KeptEvaluation {
  public:
    virtual ~KeptEvaluation() = default;

    /// Takes the numbers of `complete`, an evaluation of `scene`. Null when they are not of a kind that can be kept:
    /// another kind, path or precision, or inputs that are not finite.
    static std::shared_ptr<KeptEvaluation> from(const Scene& scene, const Evaluation& complete);

    /// Bytes that `from` would take.
    static double bytes(const Dimensions& dims, Precision precision);

    virtual const Scene& scene() const = 0;
    /// Makes the numbers those of `next`, which differs from scene() by `difference` (not a whole one). Nobody may
    /// hold an evaluation() meanwhile. False when stopped, or when a new number is not finite: then nothing here is
    /// of use any more.
    virtual bool bringTo(const Scene& next, const SceneDifference& difference, const Progress& progress) = 0;
    /// The stages as they are now; it keeps this object alive and must not be held during bringTo().
    virtual Evaluation evaluation() const = 0;
    virtual const UpdateWork& lastWork() const = 0;
};

}  // namespace attn
