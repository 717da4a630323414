#pragma once
#include "core/evaluate/kept_evaluation.h"
#include "core/evaluate/live_output.h"

namespace attn {

/// Keys of one batch item that changed, with the values that they had.
template <class T>
struct ChangedKeys {
    std::vector<Index> keys;
    std::vector<T> oldValues;  ///< [G, keys, dv]
};

/// Brings the rows of the heads of `numbers` up to date: scores, softmax figures and head outputs, and tells
/// `output`. Q, K, V, the mask and the scene of `numbers` are already the new ones.
template <class T>
class LiveHeads {
  public:
    LiveHeads(LiveNumbers<T>& numbers, LiveOutput<T>& output, UpdateWork& work);
    ~LiveHeads();

    /// Makes the rows of part p (counting batch items and heads) anew; from Q and K, or from the scores as they are.
    void redo(Index p, const std::vector<Index>& rows, bool withScores);
    void redoAll(Index p, bool withScores);
    /// Only the scores of some keys, for every row.
    void remakeScores(Index p, const std::vector<Index>& keys);
    /// The scores of the changed keys for every row, and their part in every row but those of `redone` (sorted).
    void exchange(Index p, const ChangedKeys<T>& changed, const std::vector<Index>& redone);

  private:
    struct Column;
    void redoBlock(Index p, const Index* rows, Index count, bool withScores);
    void findShares(Index p, Index key, std::vector<T>& shares) const;
    bool exchangeRow(Index p, Index i, const std::vector<Column>& columns);
    void follow(Index p, Index i, T sum, T newSum, const std::vector<Column>& columns);

    LiveNumbers<T>& m_numbers;
    const Dimensions m_dims;
    LiveOutput<T>& m_output;
    UpdateWork& m_work;
    std::vector<Index> m_all;  ///< 0 .. nq - 1
    std::vector<T> m_Q, m_logits, m_O, m_gains, m_losses;
    std::vector<Term<T>> m_terms;
};

}  // namespace attn
