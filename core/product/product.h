#pragma once
#include <memory>
#include <span>

#include "core/base/vector_target.h"
#include "core/base/view.h"

namespace attn {

/// Which matrix a stored block of numbers stands for.
enum class Form { AsStored, Transposed };

/// A factor of a product.
template <class T>
struct Factor {
    View<const T> numbers;
    Form form = Form::AsStored;

    Index rows() const { return form == Form::AsStored ? numbers.rows : numbers.cols; }
    Index cols() const { return form == Form::AsStored ? numbers.cols : numbers.rows; }
};

template <class T>
Factor<T> stored(View<const T> numbers) {
    return {numbers, Form::AsStored};
}
template <class T>
Factor<T> transposed(View<const T> numbers) {
    return {numbers, Form::Transposed};
}

/// What becomes of the numbers that stand in the result.
enum class Sum { Replaces, AddsTo };

/// The instruction set that products use unless another is asked for: the fastest of this processor.
KernelTarget productTarget();

/// A right factor, rearranged once for many products.
///
/// Memory    (rows x cols) numbers, cols rounded up to whole vectors: in `room` if they fit there, else on the heap.
template <class T>
class PackedFactor {
  public:
    explicit PackedFactor(const Factor<T>& B, std::span<T> room = {}, KernelTarget target = productTarget());

    Index rows() const { return m_rows; }
    Index cols() const { return m_cols; }
    KernelTarget target() const { return m_target; }
    const T* data() const { return m_data; }

  private:
    Index m_rows, m_cols;
    KernelTarget m_target;
    std::unique_ptr<T[]> m_own;
    const T* m_data;
};

/// C = A B, or C += A B. Defined for float and double.
///
///     C[i, j] = sum over chunks of k of (sum in the chunk of A[i, k] B[k, j]),   both sums from the first k to the
///     last
///
/// Shapes    A (m x k), B (k x n) -> C (m x n), which overlaps neither; any may be 0.
/// Accuracy  a row of C depends on that row of A and on B alone, bit for bit: computed by itself, with some other
/// rows
///           or with all, with B packed before or not. A chunk has at most 384 products, by the length of k alone.
///           Each product is fused with its addition where the target can (AVX2, AVX-512). NaN and infinities spread
///           as IEEE arithmetic says: no product is left out, 0 x NaN is NaN.
/// Memory    160 KiB of the stack; from 24 rows on up to 1 MiB of the heap, unless B is packed before or is narrow.
/// Source    the order of loops: Goto & van de Geijn 2008, "Anatomy of high-performance matrix multiplication", ACM
///           Transactions on Mathematical Software 34 (3).
template <class T>
void multiply(const Factor<T>& A, const Factor<T>& B, View<T> C, Sum sum = Sum::Replaces,
              KernelTarget target = productTarget());
template <class T>
void multiply(const Factor<T>& A, const PackedFactor<T>& B, View<T> C, Sum sum = Sum::Replaces);

}  // namespace attn
