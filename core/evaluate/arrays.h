#pragma once
#include <memory>
#include <utility>

#include "core/base/view.h"

// How the runs of evaluate() hold and cut their stages.

namespace attn {

template <class T>
using Array = std::shared_ptr<TensorOf<T>>;
template <class T>
using ConstArray = std::shared_ptr<const TensorOf<T>>;

template <class T>
Array<T> makeArray(Shape shape) {
    return std::make_shared<TensorOf<T>>(std::move(shape));
}

/// The rows of part `p` of [B, parts, n, d], where p counts through batch items and parts.
template <class T, class U>
View<T> part(U& tensor, Index p) {
    const Index rows = tensor.dim(2);
    const Index cols = tensor.dim(3);
    return {tensor.data() + p * rows * cols, rows, cols};
}

/// Where part `p` of `count` numbers starts; null for an absent array.
template <class T>
T* partOf(const Array<T>& array, Index p, Index count) {
    return array ? array->data() + p * count : nullptr;
}

/// sum[i] += values[i]
template <class T>
void addTo(T* sum, const TensorOf<T>& values) {
    for (Index i = 0; i < values.size(); ++i)
        sum[i] += values[i];
}

}  // namespace attn
