// A few rows times a matrix read where it lies, included once for each instruction set.
#include <algorithm>

#include "core/product/tile_inl.h"
#if defined(HEADSCOPE_PRODUCT_FEW_ROWS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef HEADSCOPE_PRODUCT_FEW_ROWS_INL
#undef HEADSCOPE_PRODUCT_FEW_ROWS_INL
#else
#define HEADSCOPE_PRODUCT_FEW_ROWS_INL
#endif
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace attn::product {
namespace HWY_NAMESPACE {

/// Up to this many rows, the time goes into reading B: it is read once, from its first number to its last.
constexpr int kFewRows = 4;
/// Rows of B that are read side by side: what A has for them stays in registers.
constexpr int kSideBySide = HWY_TARGET == HWY_AVX3 ? 4 : 2;
constexpr Index kFewColumns = 512;

/// sums[r, j] += the products of rows k .. k + kMany - 1 of B, one after the other, for the columns of `d` from j on.
template <int kRows, int kMany, class T, class D>
HWY_INLINE void addFew(D d, const hn::Vec<D> (&a)[kRows][kMany], const T* B, Index bStep, Index j, T* sums) {
    hn::Vec<D> b[kMany];
    HEADSCOPE_UNROLL
    for (int k = 0; k < kMany; ++k)
        b[k] = hn::LoadU(d, B + k * bStep + j);
    HEADSCOPE_UNROLL
    for (int r = 0; r < kRows; ++r) {
        T* const at = sums + r * kFewColumns + j;
        auto sum = hn::LoadU(d, at);
        HEADSCOPE_UNROLL
        for (int k = 0; k < kMany; ++k)
            sum = hn::MulAdd(a[r][k], b[k], sum);
        hn::StoreU(sum, d, at);
    }
}

/// The same for all of `columns`; A is at its number for the first of the rows of B.
template <class T, int kRows, int kMany>
HWY_INLINE void addFewRows(const Steps<T>& A, const T* B, Index bStep, Index columns, T* sums) {
    const hn::ScalableTag<T> d;
    const hn::CappedTag<T, 1> one;
    hn::Vec<decltype(d)> a[kRows][kMany];
    hn::Vec<decltype(one)> aOne[kRows][kMany];
    HEADSCOPE_UNROLL
    for (int r = 0; r < kRows; ++r)
        HEADSCOPE_UNROLL
    for (int k = 0; k < kMany; ++k) {
        a[r][k] = hn::Set(d, A.data[r * A.rowStep + k * A.colStep]);
        aOne[r][k] = hn::Set(one, A.data[r * A.rowStep + k * A.colStep]);
    }
    Index j = 0;
    for (; j + kLanes<T> <= columns; j += kLanes<T>)
        addFew<kRows, kMany>(d, a, B, bStep, j, sums);
    for (; j < columns; ++j)
        addFew<kRows, kMany>(one, aOne, B, bStep, j, sums);
}

template <class T, int kRows>
HWY_NOINLINE void multiplyFew(const ProductJob<T>& job) {
    HWY_ALIGN T sums[kRows * kFewColumns];
    const Index length = chunkLength(job.k);
    for (Index j0 = 0; j0 < job.n; j0 += kFewColumns) {
        const Index columns = std::min(kFewColumns, job.n - j0);
        for (Index k0 = 0; k0 < job.k; k0 += length) {
            const Index end = std::min(k0 + length, job.k);
            std::fill(sums, sums + kRows * kFewColumns, T(0));
            Steps<T> A{job.A.data + k0 * job.A.colStep, job.A.rowStep, job.A.colStep};
            const T* B = job.B.data + k0 * job.B.rowStep + j0;
            Index k = k0;
            for (; k + kSideBySide <= end; k += kSideBySide) {
                addFewRows<T, kRows, kSideBySide>(A, B, job.B.rowStep, columns, sums);
                A.data += kSideBySide * A.colStep;
                B += kSideBySide * job.B.rowStep;
            }
            for (; k < end; ++k) {
                addFewRows<T, kRows, 1>(A, B, job.B.rowStep, columns, sums);
                A.data += A.colStep;
                B += job.B.rowStep;
            }
            for (Index r = 0; r < kRows; ++r) {
                T* const C = job.C + r * job.n + j0;
                for (Index j = 0; j < columns; ++j)
                    C[j] = job.adds || k0 > 0 ? C[j] + sums[r * kFewColumns + j] : sums[r * kFewColumns + j];
            }
        }
    }
}

/// For 1 .. kRows rows.
template <class T, int kRows = kFewRows>
HWY_INLINE void multiplyFewRows(const ProductJob<T>& job) {
    if constexpr (kRows > 1)
        if (job.m < kRows)
            return multiplyFewRows<T, kRows - 1>(job);
    multiplyFew<T, kRows>(job);
}

}  // namespace HWY_NAMESPACE
}  // namespace attn::product
HWY_AFTER_NAMESPACE();
#endif
