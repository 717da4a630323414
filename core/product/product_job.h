#pragma once
#include "core/base/tensor.h"

namespace attn {

/// A block of numbers as the kernel reads it: number (i, j) stands at data[i * rowStep + j * colStep].
template <class T>
struct Steps {
    const T* data = nullptr;
    Index rowStep = 0, colStep = 0;
};

/// One product, as the kernel is given it.
template <class T>
struct ProductJob {
    Index m = 0, k = 0, n = 0;
    Steps<T> A;                 ///< (m x k)
    Steps<T> B;                 ///< (k x n); read unless `packed` is there
    const T* packed = nullptr;  ///< B as packFactor left it, or null
    bool isDirect = false;      ///< B has colStep 1 and is to be read where it lies
    bool adds = false;
    T* C = nullptr;          ///< (m x n), row-major
    T* scratch = nullptr;    ///< For panels of B, 64-byte aligned
    Index scratchCount = 0;  ///< At least kLongestChunk * kWidestPanel
};

/// Products that are summed one after the other, at most.
constexpr Index kLongestChunk = 384;
/// Columns of a panel, in floats of AVX-512.
constexpr Index kWidestPanel = 48;

/// The length of all chunks of k but the last: they are about equally long.
constexpr Index chunkLength(Index k) {
    const Index count = (k + kLongestChunk - 1) / kLongestChunk;
    return count <= 1 ? k : ((k + count - 1) / count + 7) / 8 * 8;
}

}  // namespace attn
