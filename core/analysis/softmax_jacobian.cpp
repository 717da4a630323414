#include "core/analysis/softmax_jacobian.h"

#include <algorithm>
#include <numeric>

namespace attn {

Matrix softmaxJacobian(const std::vector<double>& weights, const std::vector<Index>& shown, double elsewhere) {
    const auto count = static_cast<Index>(shown.size());
    const auto weight = [&](Index place) {
        return weights[static_cast<std::size_t>(shown[static_cast<std::size_t>(place)])];
    };
    const auto largest = std::max_element(weights.begin(), weights.end());
    const double others =
        weights.empty() ? 0.0
                        : std::accumulate(largest + 1, weights.end(), std::accumulate(weights.begin(), largest, elsewhere));
    Matrix jacobian(count, count);
    for (Index i = 0; i < count; ++i) {
        const double p = weight(i);
        for (Index j = 0; j < count; ++j)
            jacobian(i, j) = -p * weight(j);
        const bool isLargest = shown[static_cast<std::size_t>(i)] == largest - weights.begin();
        jacobian(i, i) = p * (isLargest ? others : 1.0 - p);
    }
    return jacobian;
}

std::vector<double> gradientOfScores(const std::vector<double>& weights, const std::vector<double>& upstream,
                                     double elsewhere) {
    if (weights.empty())
        return {};
    const auto top = static_cast<std::size_t>(std::max_element(weights.begin(), weights.end()) - weights.begin());
    const double base = upstream[top];
    // The sink's weight has no gradient of its own: it stands in the mean with 0.
    double mean = elsewhere * (0.0 - base);
    for (std::size_t j = 0; j < weights.size(); ++j)
        mean += weights[j] * (upstream[j] - base);
    std::vector<double> gradient(weights.size());
    for (std::size_t i = 0; i < weights.size(); ++i)
        gradient[i] = weights[i] * ((upstream[i] - base) - mean);
    return gradient;
}

}  // namespace attn
