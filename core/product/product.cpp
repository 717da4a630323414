#include "core/product/product.h"

#include <algorithm>
#include <cassert>
#include <cstdint>

#include "core/base/vector_dispatch.h"
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/product/product.cpp"
#include "core/product/product_job.h"
// First this, then what is compiled once for each target.
#include "hwy/foreach_target.h"
//
#include "core/product/few_rows_inl.h"
#include "core/product/pack_inl.h"

HWY_BEFORE_NAMESPACE();
namespace attn::product {
namespace HWY_NAMESPACE {

/// Bytes of packed B that a block of panels should not exceed, so that they stay in the second cache.
constexpr Index kBlockBytes = Index(1) << 20;

/// Where the panels of one chunk of a block are.
template <class T>
struct Block {
    const T* panels = nullptr;  ///< packed one after the other, from `first` on; null: read directly
    const T* last = nullptr;    ///< when read directly: the padded last panel of B, packed
    Index first = 0, end = 0;
};

/// One row of tiles, panels of equal width at a time.
template <class T>
HWY_INLINE void multiplyRow(const ProductJob<T>& job, const Panels<T>& panels, const Block<T>& block, Index k0,
                            TileRow<T> t, T* row, Index rows) {
    for (Index p = block.first; p < block.end;) {
        const Index vectors = panels.vectorsOf(p);
        const Index width = vectors * kLanes<T>;
        Index end = std::min(block.end, p < panels.threes ? panels.threes : panels.count());
        const bool isCopied = block.last && p == panels.count() - 1;
        if (block.last && !isCopied)
            end = std::min(end, panels.count() - 1);
        const Index start = panels.start(p);
        t.panels = end - p;
        t.columns = std::min(width, panels.n - panels.start(end - 1));
        t.C = row + start;
        if (block.panels || isCopied) {
            t.B = isCopied ? block.last : block.panels + t.count * (start - panels.start(block.first));
            t.bStep = width;
            t.bNext = t.count * width;
        } else {
            t.B = job.B.data + k0 * job.B.rowStep + start;
            t.bStep = job.B.rowStep;
            t.bNext = width;
        }
        tileRowOf<T>(rows, vectors, t);
        p = end;
    }
}

/// All rows with one block of panels and one chunk of products.
template <class T>
HWY_INLINE void multiplyBlock(const ProductJob<T>& job, const Panels<T>& panels, const Block<T>& block, Index k0,
                              Index count) {
    HWY_ALIGN T rowsOfA[kTileRows * kLongestChunk];
    TileRow<T> t{};
    t.count = count;
    t.cStep = job.n;
    t.adds = job.adds || k0 > 0;
    for (Index i = 0; i < job.m; i += kTileRows) {
        const Index rows = std::min<Index>(kTileRows, job.m - i);
        t.A = job.A.data + i * job.A.rowStep + k0 * job.A.colStep;
        t.along = job.A.rowStep;
        t.across = job.A.colStep;
        if (job.A.colStep != 1) {
            // Steps of whole rows would meet the same few sets of the cache.
            for (Index c = 0; c < count && rows == kTileRows; ++c)
                std::copy_n(t.A + c * job.A.colStep, kTileRows, rowsOfA + c * kTileRows);
            for (Index c = 0; c < count && rows < kTileRows; ++c)
                std::copy_n(t.A + c * job.A.colStep, rows, rowsOfA + c * kTileRows);
            t.A = rowsOfA;
            t.along = 1;
            t.across = kTileRows;
        }
        multiplyRow(job, panels, block, k0, t, job.C + i * job.n, rows);
    }
}

template <class T>
HWY_INLINE void multiplyJob(const ProductJob<T>& job) {
    if (job.m <= kFewRows && job.isDirect)
        return multiplyFewRows(job);
    const Panels<T> panels(job.n);
    const Index length = chunkLength(job.k);
    const bool needsPacking = !job.packed && !job.isDirect;
    const Index room = needsPacking ? job.scratchCount : kBlockBytes / static_cast<Index>(sizeof(T));
    const Index perBlock = std::max<Index>(1, room / (length * kTileVectors * kLanes<T>));
    const bool isPadded = panels.padded() != job.n;
    for (Index first = 0; first < panels.count(); first += perBlock) {
        const Index end = std::min(first + perBlock, panels.count());
        for (Index k0 = 0; k0 < job.k; k0 += length) {
            const Index count = std::min(length, job.k - k0);
            Block<T> block{nullptr, nullptr, first, end};
            if (job.packed) {
                block.panels = job.packed + k0 * panels.padded() + count * panels.start(first);
            } else if (needsPacking) {
                packPanels(job.B, panels, first, end, k0, count, job.scratch);
                block.panels = job.scratch;
            } else if (isPadded && end == panels.count()) {
                packPanels(job.B, panels, end - 1, end, k0, count, job.scratch);
                block.last = job.scratch;
            }
            multiplyBlock(job, panels, block, k0, count);
        }
    }
}

void multiplyFloats(const ProductJob<float>& job) {
    multiplyJob(job);
}
void multiplyDoubles(const ProductJob<double>& job) {
    multiplyJob(job);
}
void packFloats(const Steps<float>& B, Index k, Index n, float* to) {
    packFactor(B, k, n, to);
}
void packDoubles(const Steps<double>& B, Index k, Index n, double* to) {
    packFactor(B, k, n, to);
}
Index paddedFloats(Index n) {
    return Panels<float>(n).padded();
}
Index paddedDoubles(Index n) {
    return Panels<double>(n).padded();
}

}  // namespace HWY_NAMESPACE
}  // namespace attn::product
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace attn {

namespace product {
namespace {

template <class T>
struct Functions {
    void (*multiply)(const ProductJob<T>&);
    void (*pack)(const Steps<T>&, Index, Index, T*);
    Index (*padded)(Index);
};

/// The same functions, compiled for one instruction set.
struct Kernel {
    KernelTarget target;
    Functions<float> floats;
    Functions<double> doubles;
};

#define HEADSCOPE_KERNEL(TARGET, IN)                         \
    {TARGET,                                                 \
     {IN(multiplyFloats), IN(packFloats), IN(paddedFloats)}, \
     {IN(multiplyDoubles), IN(packDoubles), IN(paddedDoubles)}},
constexpr Kernel kKernels[] = {HEADSCOPE_EACH_TARGET(HEADSCOPE_KERNEL)};
#undef HEADSCOPE_KERNEL

template <class T>
const Functions<T>& functionsFor(KernelTarget target) {
    return functionsOf<T>(kKernels, target);
}

template <class T>
Steps<T> stepsOf(const Factor<T>& factor) {
    const View<const T>& numbers = factor.numbers;
    if (factor.form == Form::AsStored)
        return {numbers.data, numbers.cols, 1};
    return {numbers.data, 1, numbers.cols};
}

constexpr std::size_t kAlignment = 64;
/// Rows from which on packing more of B than one panel pays.
constexpr Index kManyRows = 24;
constexpr std::size_t kStackBytes = std::size_t(128) * 1024;
constexpr std::size_t kHeapBytes = std::size_t(1) << 20;
/// Rows of B up to this size are read where they lie: neither pages nor sets of the cache run out.
constexpr std::size_t kNarrowBytes = 1024;

template <class T>
std::unique_ptr<T[]> roomFor(Index count) {
    return std::unique_ptr<T[]>(new T[static_cast<std::size_t>(count) + kAlignment / sizeof(T)]);
}

template <class T>
T* aligned(T* memory) {
    const auto address = reinterpret_cast<std::uintptr_t>(memory);
    return memory + (kAlignment - address % kAlignment) % kAlignment / sizeof(T);
}

template <class T>
ProductJob<T> jobOf(const Factor<T>& A, Index n, View<T> C, Sum sum) {
    assert(C.rows == A.rows() && C.cols == n);
    ProductJob<T> job;
    job.m = A.rows();
    job.k = A.cols();
    job.n = n;
    job.A = stepsOf(A);
    job.adds = sum == Sum::AddsTo;
    job.C = C.data;
    return job;
}

/// Sums of nothing are 0.
template <class T>
bool isNothing(const ProductJob<T>& job) {
    if (job.k == 0 && !job.adds)
        std::fill_n(job.C, job.m * job.n, T(0));
    return job.k == 0 || job.m == 0 || job.n == 0;
}

}  // namespace
}  // namespace product

KernelTarget productTarget() {
    return availableTargets().front();
}

template <class T>
PackedFactor<T>::PackedFactor(const Factor<T>& B, std::span<T> room, KernelTarget target)
    : m_rows(B.rows()), m_cols(B.cols()), m_target(target) {
    const product::Functions<T>& functions = product::functionsFor<T>(target);
    const Index count = m_rows * functions.padded(m_cols);
    const Index skipped = room.empty() ? 0 : product::aligned(room.data()) - room.data();
    T* to = nullptr;
    if (skipped + count <= static_cast<Index>(room.size())) {
        to = room.data() + skipped;
    } else {
        m_own = product::roomFor<T>(count);
        to = product::aligned(m_own.get());
    }
    m_data = to;
    if (count > 0)
        functions.pack(product::stepsOf(B), m_rows, m_cols, to);
}

template <class T>
void multiply(const Factor<T>& A, const PackedFactor<T>& B, View<T> C, Sum sum) {
    assert(A.cols() == B.rows());
    ProductJob<T> job = product::jobOf(A, B.cols(), C, sum);
    if (product::isNothing(job))
        return;
    job.packed = B.data();
    product::functionsFor<T>(B.target()).multiply(job);
}

template <class T>
void multiply(const Factor<T>& A, const Factor<T>& B, View<T> C, Sum sum, KernelTarget target) {
    assert(A.cols() == B.rows());
    ProductJob<T> job = product::jobOf(A, B.cols(), C, sum);
    if (product::isNothing(job))
        return;
    job.B = product::stepsOf(B);
    const bool isNarrow = static_cast<std::size_t>(job.n) * sizeof(T) <= product::kNarrowBytes;
    job.isDirect = B.form == Form::AsStored && (isNarrow || job.m < product::kManyRows);
    alignas(product::kAlignment) T stack[product::kStackBytes / sizeof(T)];
    job.scratch = stack;
    job.scratchCount = static_cast<Index>(product::kStackBytes / sizeof(T));
    const product::Functions<T>& functions = product::functionsFor<T>(target);
    const Index whole = std::min(job.k, kLongestChunk) * functions.padded(job.n);
    std::unique_ptr<T[]> heap;
    if (!job.isDirect && job.m >= product::kManyRows && whole > job.scratchCount) {
        job.scratchCount = std::min(whole, static_cast<Index>(product::kHeapBytes / sizeof(T)));
        heap = product::roomFor<T>(job.scratchCount);
        job.scratch = product::aligned(heap.get());
    }
    functions.multiply(job);
}

#define HEADSCOPE_INSTANTIATE(T)                                                       \
    template class PackedFactor<T>;                                                    \
    template void multiply<T>(const Factor<T>&, const PackedFactor<T>&, View<T>, Sum); \
    template void multiply<T>(const Factor<T>&, const Factor<T>&, View<T>, Sum, KernelTarget);
HEADSCOPE_INSTANTIATE(float)
HEADSCOPE_INSTANTIATE(double)
#undef HEADSCOPE_INSTANTIATE

}  // namespace attn
#endif
