#include "core/analysis/head_distance.h"

#include <cmath>
#include <limits>

namespace attn {

namespace {

/// p ln(2 p / (p + q)) + q ln(2 q / (p + q)), never below 0.
double divergenceOfKey(double p, double q) {
    const double both = p + q;
    if (p == q || both == 0.0)
        return 0.0;
    if (p == 0.0 || q == 0.0)
        return both * std::log(2.0);
    // With p = both / 2 (1 + r) and q = both / 2 (1 - r) the two terms are nearly r and -r for small r.
    const double r = (p - q) / both;
    if (std::abs(r) < 0.5)
        return both / 2.0 * (std::log1p(-r * r) + 2.0 * r * std::atanh(r));
    return p * std::log(2.0 * (p / both)) + q * std::log(2.0 * (q / both));
}

}  // namespace

double jensenShannon(const double* p, const double* q, Index keys) {
    double sum = 0.0;
    for (Index j = 0; j < keys; ++j)
        sum += divergenceOfKey(p[j], q[j]);
    return sum / 2.0;
}

Result<Matrix> headDistances(const double* weights, Index heads, Index nq, Index nk, const std::uint8_t* live,
                             const Progress& progress) {
    Matrix distances(heads, heads);
    for (Index a = 0; a < heads; ++a) {
        if (progress.shouldStop())
            return Error{ErrorCode::Cancelled, "The comparison of the heads was stopped."};
        for (Index b = a; b < heads; ++b) {
            double sum = 0.0;
            Index rows = 0;
            for (Index i = 0; i < nq; ++i) {
                if (live && !(live[a * nq + i] && live[b * nq + i]))
                    continue;
                sum += jensenShannon(weights + (a * nq + i) * nk, weights + (b * nq + i) * nk, nk);
                ++rows;
            }
            distances(a, b) = distances(b, a) =
                rows > 0 ? sum / static_cast<double>(rows) : std::numeric_limits<double>::quiet_NaN();
        }
    }
    return distances;
}

}  // namespace attn
