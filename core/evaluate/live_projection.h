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

    /// Rows b * n + i of the queries' or the keys' input. False when a new number is not finite.
    bool bringRows(Target target, const std::vector<Index>& rows);
    /// All rows of some heads, whose columns of the matrix or bias changed. False likewise.
    bool bringHeads(Target target, const std::vector<Index>& heads);

  private:
    struct Place;
    Place place(Target target);
    std::vector<T> inputs(const Place& place, const std::vector<Index>& rows);
    bool store(const Place& place, Index row, Index head, const T* numbers);

    LiveNumbers<T>& m_numbers;
    HeldMatrix<T> m_Wq, m_Wk, m_Wv, m_bq, m_bk, m_bv;
};

}  // namespace attn
