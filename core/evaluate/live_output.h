#pragma once
#include <vector>

#include "core/evaluate/live_numbers.h"
#include "core/evaluate/share_sum.h"

namespace attn {

/// W_o (H * dv x dOut) in T; null without one. `before` is what it was when the shares of the heads were made.
template <class T>
struct OutputMatrix {
    const T* now = nullptr;
    const T* before = nullptr;
    const T* bias = nullptr;
};

/// The value of one key of one head, before and now: dv numbers.
template <class T>
struct ValueChange {
    Index key = 0;
    const T* before = nullptr;
    const T* now = nullptr;
};

/// How a row of one head follows: O' = rest * O + for each changed key (gain * value now - loss * value before).
template <class T>
struct RowChange {
    T rest = 0;  ///< the old sum over the new one; 0: it does not follow
    const T* gains = nullptr;
    const T* losses = nullptr;
};

/// Brings the output up to date with what the rows of the heads became.
///
/// Where the scene has W_o, a share is kept of every head and row: what the head adds to the output. While one key is
/// changed again and again it stands lifted, outside the shares, so that they are read but not written.
template <class T>
class LiveOutput {
  public:
    LiveOutput(LiveNumbers<T>& numbers, const OutputMatrix<T>& Wo);

    /// Rows of part p (counting batch items and heads) have these new head outputs [count, dv].
    void redone(Index p, const Index* rows, Index count, const T* headOut);
    /// What part p adds to the output, from its head output and W_o.
    void remake(Index p);
    /// Some keys of part p changed their values, and every row that exchanged() names follows.
    void exchange(Index p, const std::vector<ValueChange<T>>& changes);
    void exchanged(Index p, Index i, const RowChange<T>& change);

    /// Adds up the output of every row that anything above has touched; all of them if `all`. The last call.
    void sum(bool all);

  private:
    /// What exchange() leaves to sum(), so that the shares, the most numbers of all, are read once.
    struct Exchange {
        std::vector<Index> keys;
        std::vector<T> products;       ///< [2, keys, dOut]: the values now, then before, times W_o
        std::vector<T> gains, losses;  ///< [nq, keys]
        std::vector<T> rests;          ///< [nq]; 0 where a row does not follow
    };
    bool keepsShares() const { return m_numbers.shares.size() > 0; }
    void touch(Index p, Index i) { m_isTouched[static_cast<std::size_t>(p / m_dims.heads * m_dims.nq + i)] = 1; }
    bool endsLift(Index p) const;
    HeadShare<T> follow(Index p, Index i, Term<T>* terms);
    void sumRow(Index row);
    void joinRow(Index row);
    T* baseOf(Index p, Index i) {
        return m_numbers.shares.data() +
               ((p / m_dims.heads * m_dims.nq + i) * m_dims.heads + p % m_dims.heads) * m_dims.dOut;
    }
    bool isSilenced(Index h) const;

    LiveNumbers<T>& m_numbers;
    const Dimensions m_dims;
    OutputMatrix<T> m_Wo;
    std::vector<std::uint8_t> m_isTouched;  ///< One per row b * nq + i of the output.
    std::vector<Exchange> m_exchanges;      ///< By part.
    std::vector<T> m_made;
    std::vector<HeadShare<T>> m_heads;
    std::vector<Term<T>> m_terms;
};

}  // namespace attn
