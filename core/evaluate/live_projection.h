#pragma once
#include "core/evaluate/live_numbers.h"

namespace attn {

/// A matrix of the scene in T, converted once for as long as the scene keeps it.
template <class T>
class HeldMatrix {
  public:
    /// The numbers of `tensor`; null for null. What was given out before may be gone.
    const T* of(const TensorPtr& tensor);

  private:
    TensorPtr m_source;
    std::shared_ptr<const TensorOf<T>> m_numbers;
};

/// Brings X with positions, and Q, K and V with their rotation, up to date with the scene of `numbers`.
template <class T>
class LiveProjection {
  public:
    enum class Target { Q, K, V };

    explicit LiveProjection(LiveNumbers<T>& numbers) : m_numbers(numbers) {}

    /// Rows b * n + i of the queries' or the keys' input. False when a new number is not finite. Of a row that is
    /// brought again and again, only the inputs that changed are multiplied, as long as what they moved is at most 16
    /// times the largest of the row: more would leave the rounding of numbers that are gone.
    bool bringRows(Target target, const std::vector<Index>& rows);
    /// All rows of some heads, whose columns of the matrix or bias changed. False likewise.
    bool bringHeads(Target target, const std::vector<Index>& heads);

  private:
    struct Place;
    /// The row that was brought last, with its products before the bias.
    struct LastRow {
        Index row = -1;
        TensorPtr matrix;
        std::vector<T> input;
        std::vector<double> sums;
        double moved = 0.0;  ///< The largest product of each change of the input since it was multiplied, added up.
    };
    Place place(Target target);
    std::vector<T> inputs(const Place& place, const std::vector<Index>& rows);
    bool moveLastRow(const Place& place, LastRow& last, Index row, const std::vector<T>& input);
    bool store(const Place& place, Index row, Index head, const T* numbers);

    LiveNumbers<T>& m_numbers;
    LastRow m_lastRows[3];  ///< By target.
    HeldMatrix<T> m_Wq, m_Wk, m_Wv, m_bq, m_bk, m_bv;
};

}  // namespace attn
