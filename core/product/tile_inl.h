// Sums in registers, included once for each instruction set.
#include "core/product/product_job.h"
#if defined(HEADSCOPE_PRODUCT_TILE_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef HEADSCOPE_PRODUCT_TILE_INL
#undef HEADSCOPE_PRODUCT_TILE_INL
#else
#define HEADSCOPE_PRODUCT_TILE_INL
#endif
#include "hwy/cache_control.h"
#include "hwy/highway.h"

// GCC otherwise keeps the sums in memory around the loop.
#undef HEADSCOPE_UNROLL
#if HWY_COMPILER_GCC_ACTUAL
#define HEADSCOPE_UNROLL _Pragma("GCC unroll 16")
#else
#define HEADSCOPE_UNROLL
#endif

HWY_BEFORE_NAMESPACE();
namespace attn::product {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

template <class T>
constexpr Index kLanes = static_cast<Index>(hn::MaxLanes(hn::ScalableTag<T>()));
/// A tile of C: with the 32 registers of AVX-512, 8 rows of 3 vectors and their operands fit; with 16, 4 rows.
constexpr int kTileRows = HWY_TARGET == HWY_AVX3 ? 8 : 4;
constexpr int kTileVectors = 3;

/// One row of tiles as the kernel meets it.
template <class T>
struct TileRow {
    const T* A;  ///< number (row r, product c) at A[r * along + c * across]
    Index along, across;
    Index count;  ///< products
    const T* B;   ///< the first panel; number (c, column j) of it at B[c * bStep + j]
    Index bStep;
    Index bNext;  ///< from one panel to the next
    Index panels;
    T* C;
    Index cStep;
    bool adds;
    Index columns;  ///< of C under the last panel: fewer than it has where it is padded
};

/// C = the sums, or C += the sums, of one tile.
template <class T, int kRows, int kVectors>
HWY_INLINE void tile(const TileRow<T>& t, const T* B, T* C, Index cStep, bool adds) {
    const hn::ScalableTag<T> d;
    hn::Vec<decltype(d)> sum[kRows][kVectors];
    const T* A = t.A;
    const Index along = t.along;
    const Index across = t.across;
    const Index bStep = t.bStep;
    HEADSCOPE_UNROLL
    for (int r = 0; r < kRows; ++r)
        HEADSCOPE_UNROLL
    for (int v = 0; v < kVectors; ++v) {
        hwy::Prefetch(C + r * cStep + v * kLanes<T>);
        sum[r][v] = hn::Zero(d);
    }
    for (Index c = 0; c < t.count; ++c) {
        hn::Vec<decltype(d)> b[kVectors];
        HEADSCOPE_UNROLL
        for (int v = 0; v < kVectors; ++v)
            b[v] = hn::LoadU(d, B + v * kLanes<T>);
        HEADSCOPE_UNROLL
        for (int r = 0; r < kRows; ++r) {
            const auto a = hn::Set(d, A[r * along]);
            HEADSCOPE_UNROLL
            for (int v = 0; v < kVectors; ++v)
                sum[r][v] = hn::MulAdd(a, b[v], sum[r][v]);
        }
        A += across;
        B += bStep;
    }
    HEADSCOPE_UNROLL
    for (int r = 0; r < kRows; ++r)
        HEADSCOPE_UNROLL
    for (int v = 0; v < kVectors; ++v) {
        T* const at = C + r * cStep + v * kLanes<T>;
        hn::StoreU(adds ? hn::Add(hn::LoadU(d, at), sum[r][v]) : sum[r][v], d, at);
    }
}

/// A row of tiles: panels of kVectors vectors each.
template <class T, int kRows, int kVectors>
HWY_NOINLINE void tileRow(const TileRow<T>& t) {
    constexpr Index kWidth = kVectors * kLanes<T>;
    const Index whole = t.columns == kWidth ? t.panels : t.panels - 1;
    const T* B = t.B;
    T* C = t.C;
    for (Index p = 0; p < whole; ++p, B += t.bNext, C += kWidth)
        tile<T, kRows, kVectors>(t, B, C, t.cStep, t.adds);
    if (whole == t.panels)
        return;
    HWY_ALIGN T sums[kRows * kWidth];
    tile<T, kRows, kVectors>(t, B, sums, kWidth, false);
    for (Index r = 0; r < kRows; ++r)
        for (Index j = 0; j < t.columns; ++j)
            C[r * t.cStep + j] = t.adds ? C[r * t.cStep + j] + sums[r * kWidth + j] : sums[r * kWidth + j];
}

/// tileRow for `rows` = 1 .. kRows and `vectors` = 1 .. kVectors.
template <class T, int kRows = kTileRows, int kVectors = kTileVectors>
HWY_INLINE void tileRowOf(Index rows, Index vectors, const TileRow<T>& t) {
    if constexpr (kRows > 0 && kVectors > 0) {
        if (rows < kRows)
            return tileRowOf<T, kRows - 1, kVectors>(rows, vectors, t);
        if (vectors < kVectors)
            return tileRowOf<T, kRows, kVectors - 1>(rows, vectors, t);
        tileRow<T, kRows, kVectors>(t);
    }
}

}  // namespace HWY_NAMESPACE
}  // namespace attn::product
HWY_AFTER_NAMESPACE();
#endif
