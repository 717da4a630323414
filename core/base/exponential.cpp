#include "core/base/exponential.h"

#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <limits>

namespace attn {

template <class T>
void exponentials(const T* x, T shift, Index count, T* out) {
    using Limits = std::numeric_limits<T>;
    static const T kUnderflow = std::log(Limits::denorm_min()) - T(1);
    constexpr Index kChunk = 256;
    Eigen::Array<T, kChunk, 1> exponents;
    for (Index start = 0; start < count; start += kChunk) {
        const Index size = std::min(kChunk, count - start);
        auto exponent = exponents.head(size);
        Eigen::Map<Eigen::Array<T, Eigen::Dynamic, 1>> result(out + start, size);
        exponent = Eigen::Map<const Eigen::Array<T, Eigen::Dynamic, 1>>(x + start, size) - shift;
        result = exponent.exp();
        // Eigen's vector exp stops at about 5e-309 (float: 3e-39), even for -inf.
        bool isSubnormal = false;
        for (Index j = 0; j < size; ++j) {
            result[j] = exponents[j] < kUnderflow ? T(0) : result[j];
            isSubnormal |= result[j] > T(0) && result[j] < Limits::min();
        }
        for (Index j = 0; j < size && isSubnormal; ++j)
            if (result[j] < Limits::min())
                result[j] = std::exp(exponents[j]);
    }
}

template <class T>
T largest(const T* x, Index count) {
    if (count == 0)
        return -std::numeric_limits<T>::infinity();
    return Eigen::Map<const Eigen::Array<T, Eigen::Dynamic, 1>>(x, count).template maxCoeff<Eigen::PropagateNaN>();
}

template void exponentials<float>(const float*, float, Index, float*);
template void exponentials<double>(const double*, double, Index, double*);
template float largest<float>(const float*, Index);
template double largest<double>(const double*, Index);

}  // namespace attn
