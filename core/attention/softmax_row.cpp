#include "core/attention/softmax_row.h"

#include <algorithm>
#include <cmath>

#include "core/base/exponential.h"

namespace attn {

template <class T>
SoftmaxRow<T> softmaxRow(const T* masked, Index allowed, Index nk, const HeadRules& rules, T* weights) {
    SoftmaxRow<T> row;
    if (allowed == 0 && !rules.sink) {
        std::fill_n(weights, nk, emptyRowWeight<T>(rules.conventions.emptyRow, nk));
        return row;
    }
    row.max = largest(masked, nk);
    // The sink is not let in where a NaN must stay.
    if (rules.sink && !std::isnan(row.max) && !(row.max >= static_cast<T>(*rules.sink)))
        row.max = static_cast<T>(*rules.sink);
    // -inf - -inf would make the sum NaN where it is 0: the row's weights are 0 / 0 all the same.
    const T shift = row.max == -std::numeric_limits<T>::infinity() ? T(0) : row.max;
    row.sum = exponentials(masked, shift, nk, weights);
    if (rules.sink)
        row.sum += std::exp(static_cast<T>(*rules.sink) - shift);
    scaleNumbers(weights, T(1) / row.sum, nk, weights);
    return row;
}

template SoftmaxRow<float> softmaxRow<float>(const float*, Index, Index, const HeadRules&, float*);
template SoftmaxRow<double> softmaxRow<double>(const double*, Index, Index, const HeadRules&, double*);

}  // namespace attn
