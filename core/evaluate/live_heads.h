#pragma once
#include "core/evaluate/kept_evaluation.h"
#include "core/evaluate/live_numbers.h"

namespace attn {

/// Keys of one batch item that changed, with the values that they had.
template <class T>
struct ChangedKeys {
    std::vector<Index> keys;
    std::vector<T> oldValues;  ///< [G, keys, dv]
};

/// W_o (H * dv x dOut) in T; null without one. `before` is what it was when the shares of the heads were made.
template <class T>
struct OutputMatrix {
    const T* now = nullptr;
    const T* before = nullptr;
    const T* bias = nullptr;
};

/// Brings the rows of the heads of `numbers` up to date: scores, softmax figures, head outputs, and what the heads
/// add to the output. Q, K, V, the mask and the scene of `numbers` are already the new ones.
template <class T>
class LiveHeads {
  public:
    LiveHeads(LiveNumbers<T>& numbers, const OutputMatrix<T>& Wo, UpdateWork& work);
    ~LiveHeads();

    /// Makes the rows of part p (counting batch items and heads) anew; from Q and K, or from the scores as they are.
    void redo(Index p, const std::vector<Index>& rows, bool withScores);
    void redoAll(Index p, bool withScores);
    /// Only the scores of some keys, for every row.
    void remakeScores(Index p, const std::vector<Index>& keys);
    /// The scores of the changed keys for every row, and their part in every row but those of `redone` (sorted).
    void exchange(Index p, const ChangedKeys<T>& changed, const std::vector<Index>& redone);
    /// What part p adds to the output, from its head output and W_o.
    void remakeShares(Index p);

    /// Brings what the heads add to the output to what exchange() found, and adds up the output of every row that
    /// anything above has touched; all of them if `all`. The last call.
    void sumOutput(bool all);

  private:
    struct Column;
    struct Blend;
    void redoBlock(Index p, const Index* rows, Index count, bool withScores);
    void storeShares(Index p, const Index* rows, Index count, const T* headOut);
    void findShares(Index p, Index key, std::vector<T>& shares) const;
    Column column(Index p, const ChangedKeys<T>& changed, Index at) const;
    bool exchangeRow(Index p, Index i, const std::vector<Column>& columns);
    void blend(Index p, Index i, T sum, T newSum, const std::vector<Column>& columns);
    void bringShare(Index p, Index i);
    void sumShares(Index row);
    void sumHeads(Index row);
    bool keepsShares() const { return m_numbers.shares.size() > 0; }
    T* shareOf(Index p, Index i) {
        return m_numbers.shares.data() +
               ((p / m_dims.heads * m_dims.nq + i) * m_dims.heads + p % m_dims.heads) * m_dims.dOut;
    }
    bool isSilenced(Index h) const;

    LiveNumbers<T>& m_numbers;
    const Dimensions m_dims;
    OutputMatrix<T> m_Wo;
    UpdateWork& m_work;
    std::vector<std::uint8_t> m_isTouched;  ///< One per row b * nq + i of the output.
    /// What exchange() leaves to sumOutput(), so that the shares, the most numbers of all, are read once: by part the
    /// columns, and by part, row and column how they enter.
    std::vector<std::vector<Column>> m_columns;
    std::vector<std::vector<Blend>> m_blends;
    std::vector<Index> m_all;  ///< 0 .. nq - 1
    std::vector<T> m_Q, m_logits, m_O, m_made;
};

}  // namespace attn
