#include "core/analysis/row_figures.h"

#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <limits>

namespace attn {

namespace {

using Weights = Eigen::Map<const Eigen::ArrayXd>;

/// The two largest weights and where the first of them stands.
struct Largest {
    Index at = 0;
    double first = 0.0;
    double second = 0.0;
};

Largest largestTwo(const double* weights, Index keys) {
    Largest found;
    for (Index j = 0; j < keys; ++j) {
        if (weights[j] > found.first) {
            found.second = found.first;
            found.first = weights[j];
            found.at = j;
        } else {
            found.second = std::max(found.second, weights[j]);
        }
    }
    return found;
}

/// sum p^2 / (p - x) and its derivative over all weights but the largest.
struct Rest {
    double value = 0.0;
    double slope = 0.0;

    void add(const double* weights, Index keys, double x) {
        constexpr Index kChunk = 256;
        Eigen::Array<double, kChunk, 1> ratios;
        for (Index start = 0; start < keys; start += kChunk) {
            const Weights p(weights + start, std::min(kChunk, keys - start));
            auto ratio = ratios.head(p.size());
            ratio = p / (p - x);
            value += (p * ratio).sum();
            slope += ratio.square().sum();
        }
    }
};

/// Between 0 and `gap`, the root of  c y^2 - (c gap + top + pole) y + pole gap.
double rootInGap(double c, double gap, double top, double pole) {
    const double b = c * gap + top + pole;
    const double root = std::sqrt(std::max(0.0, b * b - 4.0 * c * pole * gap));
    return b > 0.0 ? 2.0 * pole * gap / (b + root) : (b - root) / (2.0 * c);
}

double eigenvalueBelow(const Largest& top, const double* weights, Index keys) {
    const double gap = top.first - top.second;
    if (top.second == 0.0) {
        const double alone = top.first * (1.0 - top.first);
        return keys > 1 ? std::max(0.0, alone) : alone;  // the other keys have eigenvalue 0
    }
    double low = 0.0;  // everything is measured from the second largest weight
    double high = gap;
    double y = gap / 2.0;
    for (int step = 0; step < 100 && high - low > 1e-17; ++step) {
        const double x = top.second + y;
        if (x <= top.second || x >= top.first)
            break;
        Rest rest;
        rest.add(weights, top.at, x);
        rest.add(weights + top.at + 1, keys - top.at - 1, x);
        const double excess = rest.value + top.first * top.first / (top.first - x) - 1.0;
        (excess < 0.0 ? low : high) = y;
        // The rest is replaced by constant + pole / (second - x) with the same value and slope.
        const double pole = rest.slope * y * y;
        const double constant = rest.value + rest.slope * y - 1.0;
        double next = rootInGap(constant, gap, top.first * top.first, pole);
        if (!(next > low && next < high))
            next = low + (high - low) / 2.0;
        const double moved = std::abs(next - y);
        y = next;
        if (moved < 1e-16)
            break;
    }
    return top.second + y;
}

}  // namespace

double largestJacobianEigenvalue(const double* weights, Index keys) {
    return eigenvalueBelow(largestTwo(weights, keys), weights, keys);
}

RowFigures rowFigures(const double* weights, Index keys, Index allowed) {
    RowFigures figures;
    if (keys == 0)
        return figures;
    // Adding up is the quickest way to see a NaN: weights are never infinite.
    if (std::isnan(Weights(weights, keys).sum())) {
        const double nan = std::numeric_limits<double>::quiet_NaN();
        return {nan, allowed < 2 ? 0.0 : nan, nan, nan, nan, nan, nan, nan};
    }
    // Zeros at the ends, as a causal mask leaves them, change no figure.
    Index first = 0;
    Index last = keys;
    while (first < last && weights[first] == 0.0)
        ++first;
    while (first < last && weights[last - 1] == 0.0)
        --last;
    if (first == last)
        return figures;
    const Weights p(weights + first, last - first);
    // 0 ln 0 = 0: a weight of 0 is multiplied with the logarithm of the smallest number, not with -inf.
    figures.entropy = 0.0 - (p * p.max(std::numeric_limits<double>::min()).log()).sum();
    figures.entropyNorm = allowed < 2 ? 0.0 : figures.entropy / std::log(static_cast<double>(allowed));
    figures.perplexity = std::exp(figures.entropy);
    const Largest top = largestTwo(p.data(), p.size());
    figures.maxWeight = top.first;
    figures.jacMaxDiag = (p * (1.0 - p)).maxCoeff();
    figures.jacTrace = (p * (1.0 - p)).sum();

    // sum over i of p_i^2 (s2 - p_i^2) cancels only for the largest weight, which is taken by itself.
    const auto before = p.head(top.at);
    const auto after = p.tail(p.size() - top.at - 1);
    const double topSquare = top.first * top.first;
    const double restSquares = before.square().sum() + after.square().sum();
    const double squares = topSquare + restSquares;
    const double offDiagonal = topSquare * restSquares + (before.square() * (squares - before.square())).sum() +
                               (after.square() * (squares - after.square())).sum();
    figures.jacFro = std::sqrt((p * (1.0 - p)).square().sum() + offDiagonal);
    figures.jacSpec = eigenvalueBelow(top, p.data(), p.size());
    if (keys > p.size())
        figures.jacSpec = std::max(0.0, figures.jacSpec);  // of the zeros that were left out
    return figures;
}

}  // namespace attn
