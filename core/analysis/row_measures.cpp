#include "core/analysis/row_measures.h"

#include <algorithm>
#include <cmath>

namespace attn {

RowMeasures measureSoftmax(const std::vector<double>& logits, double factor) {
    const auto largest = std::max_element(logits.begin(), logits.end());
    double others = 0.0;  // exp of all logits but the largest, whose own is 1
    double weighted = 0.0;
    for (auto logit = logits.begin(); logit != logits.end(); ++logit) {
        const double shifted = factor * (*logit - *largest);
        const double e = std::exp(shifted);
        others += logit == largest ? 0.0 : e;
        weighted += e * shifted;
    }
    const double sum = 1.0 + others;
    RowMeasures row;
    row.maxWeight = 1.0 / sum;
    row.entropy = std::log1p(others) - weighted / sum;
    // 1 - p of the largest weight is what the others have: near one-hot it would lose its digits.
    for (auto logit = logits.begin(); logit != logits.end(); ++logit) {
        const double p = std::exp(factor * (*logit - *largest)) / sum;
        row.p1p += logit == largest ? p * (others / sum) : p * (1.0 - p);
    }
    row.p1p /= static_cast<double>(logits.size());
    return row;
}

MeanMedian meanMedian(std::vector<double>& values) {
    MeanMedian result;
    for (const double value : values)
        result.mean += value;
    result.mean /= static_cast<double>(values.size());
    result.median = result.mean;
    // A NaN has no place in an order.
    if (std::isnan(result.mean))
        return result;
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    result.median = *middle;
    if (values.size() % 2 == 0)
        result.median = 0.5 * (result.median + *std::max_element(values.begin(), middle));
    return result;
}

}  // namespace attn
