#pragma once
#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/base/view.h"
#include "core/mask/head_rules.h"

namespace attn {

/// All that the weights of one head follow from.
template <class T>
struct HeadScores {
    View<const T> Q;         ///< (nq x dk)
    View<const T> K;         ///< (nk x dk)
    T scale;                 ///< normally 1 / sqrt(dk)
    const HeadRules& rules;  ///< mask, bias, soft cap, sink; its dropout is left aside
};

/// Queries firstRow .. lastRow - 1 by keys firstCol .. lastCol - 1.
struct WeightWindow {
    Index firstRow = 0, lastRow = 0, firstCol = 0, lastCol = 0;
    Index rows() const { return lastRow - firstRow; }
    Index cols() const { return lastCol - firstCol; }
};

/// The logsumexp of some rows alone, that of row firstRow first.
///
///     lse_i = log(sum_j exp(logit_ij) + exp(sink)), over the allowed keys; -inf for an empty row
///
/// Errors    OutOfRange for rows that are not there; Cancelled, within a tile (384 queries by 1024 keys).
/// Accuracy  that of flashHead.
/// Cost      O(rows * nk * dk) time.
/// Memory    O(rows + nk).
template <class T>
Result<std::vector<T>> rowLogsumexp(const HeadScores<T>& head, Index firstRow, Index lastRow,
                                    const Progress& progress = {});

/// The weights of a window, exact, before dropout.
///
///     P[i,j] = exp(logit_ij - lse_i), 0 where not allowed
///
/// Shapes    lse (window rows), that of the window's first row first -> (window rows x window cols), row-major.
/// Masking   as naiveHead: a row without an allowed key follows the conventions, a row whose lse is not finite for
///           another reason is NaN throughout.
/// Errors    OutOfRange for a window that is not within the head; ShapeMismatch for another number of lse; Cancelled,
///           within a tile.
/// Accuracy  double: 1e-12 of naiveHead; float: the rounding of a logit, about 1e-6 relative at |logit| < 10.
/// Cost      O(rows * cols * dk) time.
/// Memory    beyond the result O(cols).
template <class T>
Result<std::vector<T>> windowWeights(const HeadScores<T>& head, const WeightWindow& window, const std::vector<T>& lse,
                                     const Progress& progress = {});

/// Ok, or OutOfRange.
template <class T>
Result<void> checkWindow(const HeadScores<T>& head, const WeightWindow& window);

/// For each of some queries (rising) and each range of keys starts[p] .. starts[p + 1] - 1 the largest logit and the
/// sum of exp(logit - largest): what both of the above are made of.
///
/// Shapes    most, sum (rows x ranges); sum may be null.
/// Masking   a range without an allowed key has -inf and 0. NaN in a range: its sum is NaN.
/// Errors    false when stopped by `progress`.
template <class T>
bool pooledLogits(const HeadScores<T>& head, const std::vector<Index>& rows, const std::vector<Index>& starts,
                  T* most, T* sum, const Progress& progress);
/// The same one query at a time, with Eigen's products: what double always runs, and float where the vector form does
/// not apply.
template <class T>
bool pooledLogitsPlain(const HeadScores<T>& head, const std::vector<Index>& rows, const std::vector<Index>& starts,
                       T* most, T* sum, const Progress& progress);

/// The logsumexp of a row from its `ranges` largest logits and sums; counts the sink.
template <class T>
T logsumexpOf(const HeadRules& rules, const T* most, const T* sum, Index ranges);

/// What a row has whose logsumexp is not finite: the weight of each cell, by the conventions if it is empty, else
/// NaN.
template <class T>
T weightWithoutSum(const HeadScores<T>& head, Index row);

}  // namespace attn
