// Rearranging the factors, included once for each instruction set.
#include <algorithm>

#include "core/product/tile_inl.h"
#if defined(HEADSCOPE_PRODUCT_PACK_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef HEADSCOPE_PRODUCT_PACK_INL
#undef HEADSCOPE_PRODUCT_PACK_INL
#else
#define HEADSCOPE_PRODUCT_PACK_INL
#endif
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace attn::product {
namespace HWY_NAMESPACE {

/// How n columns are cut into panels: of 3 vectors while they last, then of 2 (twice, rather than 3 and 1), or of 1.
template <class T>
struct Panels {
    Index n, vectors, threes, rest;

    explicit Panels(Index columns)
        : n(columns),
          vectors((columns + kLanes<T> - 1) / kLanes<T>),
          threes(vectors % 3 == 1 && vectors > 1 ? vectors / 3 - 1 : vectors / 3),
          rest(vectors - 3 * threes) {}

    Index padded() const { return vectors * kLanes<T>; }
    /// 3 threes, then rest = 0, 1, 2, or 4 as two of 2.
    Index count() const { return threes + (rest + 1) / 2; }
    Index vectorsOf(Index panel) const { return panel < threes ? 3 : std::min<Index>(rest, 2); }
    Index start(Index panel) const {
        return (panel < threes ? 3 * panel : 3 * threes + 2 * (panel - threes)) * kLanes<T>;
    }
};

#if HWY_TARGET == HWY_SCALAR

/// Rows and columns that are transposed in registers.
template <class T>
constexpr Index kSquare = 1;

template <class T>
HWY_INLINE void transposeSquare(const T* from, Index, T* to, Index) {
    *to = *from;
}

#else

template <class T>
constexpr Index kSquare = static_cast<Index>(16 / sizeof(T));

HWY_INLINE void transposeSquare(const float* from, Index fromStep, float* to, Index toStep) {
    const hn::FixedTag<float, 4> d;
    const auto r0 = hn::LoadU(d, from);
    const auto r1 = hn::LoadU(d, from + fromStep);
    const auto r2 = hn::LoadU(d, from + 2 * fromStep);
    const auto r3 = hn::LoadU(d, from + 3 * fromStep);
    const auto even = hn::InterleaveLower(d, r0, r2);
    const auto odd = hn::InterleaveLower(d, r1, r3);
    const auto evenUp = hn::InterleaveUpper(d, r0, r2);
    const auto oddUp = hn::InterleaveUpper(d, r1, r3);
    hn::StoreU(hn::InterleaveLower(d, even, odd), d, to);
    hn::StoreU(hn::InterleaveUpper(d, even, odd), d, to + toStep);
    hn::StoreU(hn::InterleaveLower(d, evenUp, oddUp), d, to + 2 * toStep);
    hn::StoreU(hn::InterleaveUpper(d, evenUp, oddUp), d, to + 3 * toStep);
}

HWY_INLINE void transposeSquare(const double* from, Index fromStep, double* to, Index toStep) {
    const hn::FixedTag<double, 2> d;
    const auto r0 = hn::LoadU(d, from);
    const auto r1 = hn::LoadU(d, from + fromStep);
    hn::StoreU(hn::InterleaveLower(d, r0, r1), d, to);
    hn::StoreU(hn::InterleaveUpper(d, r0, r1), d, to + toStep);
}

#endif

/// to[c * toStep + j] = from[j * fromStep + c] for c < count and j < columns.
template <class T>
HWY_INLINE void transpose(const T* from, Index fromStep, Index columns, Index count, T* to, Index toStep) {
    constexpr Index kSide = kSquare<T>;
    const Index squareColumns = columns / kSide * kSide;
    const Index squareCount = count / kSide * kSide;
    for (Index j = 0; j < squareColumns; j += kSide)
        for (Index c = 0; c < squareCount; c += kSide)
            transposeSquare(from + j * fromStep + c, fromStep, to + c * toStep + j, toStep);
    for (Index j = 0; j < columns; ++j)
        for (Index c = j < squareColumns ? squareCount : 0; c < count; ++c)
            to[c * toStep + j] = from[j * fromStep + c];
}

/// `count` rows of `columns` numbers of B from (k0, j0) on, in `width` columns: zeros fill the rest.
template <class T>
HWY_NOINLINE void packPanel(const Steps<T>& B, Index k0, Index count, Index j0, Index columns, Index width, T* to) {
    const T* const from = B.data + k0 * B.rowStep + j0 * B.colStep;
    const hn::ScalableTag<T> d;
    if (B.colStep == 1 && columns == width) {
        for (Index c = 0; c < count; ++c)
            for (Index j = 0; j < width; j += kLanes<T>)
                hn::StoreU(hn::LoadU(d, from + c * B.rowStep + j), d, to + c * width + j);
    } else if (B.colStep == 1) {
        for (Index c = 0; c < count; ++c)
            std::copy_n(from + c * B.rowStep, columns, to + c * width);
    } else {
        transpose(from, B.colStep, columns, count, to, width);
    }
    for (Index c = 0; c < count && columns < width; ++c)
        std::fill(to + c * width + columns, to + (c + 1) * width, T(0));
}

/// Panels first .. last - 1 of `count` rows of B from k0 on, one after the other.
template <class T>
HWY_INLINE void packPanels(const Steps<T>& B, const Panels<T>& panels, Index first, Index last, Index k0, Index count,
                           T* to) {
    for (Index p = first; p < last; ++p) {
        const Index width = panels.vectorsOf(p) * kLanes<T>;
        const Index start = panels.start(p);
        packPanel(B, k0, count, start, std::min(width, panels.n - start), width, to);
        to += count * width;
    }
}

/// All of B (k x n): chunk by chunk of k, in each panel by panel.
template <class T>
HWY_INLINE void packFactor(const Steps<T>& B, Index k, Index n, T* to) {
    const Panels<T> panels(n);
    const Index length = chunkLength(k);
    for (Index k0 = 0; k0 < k; k0 += length) {
        const Index count = std::min(length, k - k0);
        packPanels(B, panels, 0, panels.count(), k0, count, to + k0 * panels.padded());
    }
}

}  // namespace HWY_NAMESPACE
}  // namespace attn::product
HWY_AFTER_NAMESPACE();
#endif
