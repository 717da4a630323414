#pragma once
#include "core/base/tensor.h"

namespace attn {

/// A dense row-major block of numbers (rows x cols) that somebody else owns. T may be const.
template <class T>
struct View {
    T* data = nullptr;
    Index rows = 0;
    Index cols = 0;

    T* row(Index i) const { return data + i * cols; }
    operator View<const T>() const { return {data, rows, cols}; }
};

}  // namespace attn
