// Numbers on their way between memory and panels: to vectors along rows, and back; included once for each instruction
// set.
#include "core/flash/vector_lanes_inl.h"
#if defined(HEADSCOPE_VECTOR_TRANSPOSE_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef HEADSCOPE_VECTOR_TRANSPOSE_INL
#undef HEADSCOPE_VECTOR_TRANSPOSE_INL
#else
#define HEADSCOPE_VECTOR_TRANSPOSE_INL
#endif
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace attn {
namespace HWY_NAMESPACE {

#if HWY_TARGET != HWY_SCALAR
/// Four numbers of each of rows first, first + 4, first + 8 ...: one row in each block of 128 bits.
template <class D>
HWY_INLINE hn::Vec<D> loadRows(D d, const float* first, Index stride) {
    if constexpr (hn::MaxLanes(D()) == 4) {
        (void)stride;
        return hn::LoadU(d, first);
    } else {
        const hn::Half<D> half;
        constexpr Index kHalf = hn::MaxLanes(D()) / 2;
        return hn::Combine(d, loadRows(half, first + kHalf * stride, stride), loadRows(half, first, stride));
    }
}

template <class D>
HWY_INLINE void storeRows(D d, hn::Vec<D> rows, float* first, Index stride) {
    if constexpr (hn::MaxLanes(D()) == 4) {
        (void)stride;
        hn::StoreU(rows, d, first);
    } else {
        const hn::Half<D> half;
        constexpr Index kHalf = hn::MaxLanes(D()) / 2;
        storeRows(half, hn::LowerHalf(half, rows), first, stride);
        storeRows(half, hn::UpperHalf(half, rows), first + kHalf * stride, stride);
    }
}

/// Transposes the 4 x 4 numbers of each block of 128 bits.
HWY_INLINE void transposeBlocks(FloatVec& a, FloatVec& b, FloatVec& c, FloatVec& e) {
    const Floats d;
    const hn::RepartitionToWide<Floats> wide;
    const auto ab0 = hn::BitCast(wide, hn::InterleaveLower(d, a, b));
    const auto ab2 = hn::BitCast(wide, hn::InterleaveUpper(d, a, b));
    const auto ce0 = hn::BitCast(wide, hn::InterleaveLower(d, c, e));
    const auto ce2 = hn::BitCast(wide, hn::InterleaveUpper(d, c, e));
    a = hn::BitCast(d, hn::InterleaveLower(wide, ab0, ce0));
    b = hn::BitCast(d, hn::InterleaveUpper(wide, ab0, ce0));
    c = hn::BitCast(d, hn::InterleaveLower(wide, ab2, ce2));
    e = hn::BitCast(d, hn::InterleaveUpper(wide, ab2, ce2));
}
#endif

/// One vector of rows (rows <= kLanes) times `scale`, transposed: out[c * kPanelRows + r]; missing rows are zeros.
/// Returns the squared lengths of the rows before that.
HWY_INLINE FloatVec transposeIn(const float* in, Index rows, Index width, float scale, float* out) {
    const Floats d;
    FloatVec norm2 = hn::Zero(d);
    Index c = 0;
#if HWY_TARGET != HWY_SCALAR
    const FloatVec factor = hn::Set(d, scale);
    for (; rows == kLanes && c + 4 <= width; c += 4) {
        FloatVec columns[4];
        for (Index k = 0; k < 4; ++k)
            columns[k] = loadRows(d, in + k * width + c, width);
        transposeBlocks(columns[0], columns[1], columns[2], columns[3]);
        for (Index k = 0; k < 4; ++k) {
            norm2 = hn::MulAdd(columns[k], columns[k], norm2);
            hn::Store(hn::Mul(factor, columns[k]), d, out + (c + k) * kPanelRows);
        }
    }
#endif
    for (; c < width; ++c) {
        HWY_ALIGN float column[kLanes] = {};
        for (Index r = 0; r < rows; ++r)
            column[r] = in[r * width + c];
        const FloatVec values = hn::Load(d, column);
        norm2 = hn::MulAdd(values, values, norm2);
        hn::Store(hn::Mul(hn::Set(d, scale), values), d, out + c * kPanelRows);
    }
    return norm2;
}

/// The way back of `width` columns, each row times its factor: out[r * stride + c].
HWY_INLINE void transposeOut(const float* in, Index rows, Index width, const float* factor, float* out,
                             Index stride) {
    Index c = 0;
#if HWY_TARGET != HWY_SCALAR
    const Floats d;
    const FloatVec factors = hn::Load(d, factor);
    for (; rows == kLanes && c + 4 <= width; c += 4) {
        FloatVec columns[4];
        for (Index k = 0; k < 4; ++k)
            columns[k] = hn::Mul(factors, hn::Load(d, in + (c + k) * kPanelRows));
        transposeBlocks(columns[0], columns[1], columns[2], columns[3]);
        for (Index k = 0; k < 4; ++k)
            storeRows(d, columns[k], out + k * stride + c, stride);
    }
#endif
    for (; c < width; ++c)
        for (Index r = 0; r < rows; ++r)
            out[r * stride + c] = in[c * kPanelRows + r] * factor[r];
}

/// The same where nothing lies between the rows.
HWY_INLINE void transposeOut(const float* in, Index rows, Index width, const float* factor, float* out) {
    transposeOut(in, rows, width, factor, out, width);
}

/// Asks for the numbers from `first` up to `last`, to be read (0) or written (1), in the second cache: the first one
/// is full of what is in use.
template <int kWrites>
HWY_INLINE void prefetch(const float* first, const float* last) {
#if HWY_COMPILER_GCC || HWY_COMPILER_CLANG
    for (; first < last; first += 16)
        __builtin_prefetch(first, kWrites, 2);
#else
    (void)first;
    (void)last;
#endif
}

}  // namespace HWY_NAMESPACE
}  // namespace attn
HWY_AFTER_NAMESPACE();
#endif
