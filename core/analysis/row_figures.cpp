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

/// sum p / (p - x) over all weights but the largest, less elsewhere / x, and its derivative.
struct Rest {
    double value = 0.0;
    double slope = 0.0;

    void add(const double* weights, Index keys, double x) {
        constexpr Index kChunk = 256;
        Eigen::Array<double, kChunk, 1> inverses;
        for (Index start = 0; start < keys; start += kChunk) {
            const Weights p(weights + start, std::min(kChunk, keys - start));
            auto inverse = inverses.head(p.size());
            inverse = (p - x).inverse();
            value += (p * inverse).sum();
            slope += (p * inverse * inverse).sum();
        }
    }
};

/// Between 0 and `gap`, the root of  c y^2 - (c gap + top + pole) y + pole gap.
double rootInGap(double c, double gap, double top, double pole) {
    const double b = c * gap + top + pole;
    const double root = std::sqrt(std::max(0.0, b * b - 4.0 * c * pole * gap));
    return b > 0.0 ? 2.0 * pole * gap / (b + root) : (b - root) / (2.0 * c);
}

double eigenvalueBelow(const Largest& top, const double* weights, Index keys, double elsewhere) {
    const double gap = top.first - top.second;
    if (top.second == 0.0)
        return top.first * elsewhere;
    double low = 0.0;  // everything is measured from the second largest weight
    double high = gap;
    double y = gap / 2.0;
    for (int step = 0; step < 100; ++step) {
        const double x = top.second + y;
        if (x <= top.second || x >= top.first)
            break;
        Rest rest{-elsewhere / x, elsewhere / x / x};
        rest.add(weights, top.at, x);
        rest.add(weights + top.at + 1, keys - top.at - 1, x);
        const double excess = rest.value + top.first / (top.first - x);
        (excess < 0.0 ? low : high) = y;
        // The rest is replaced by constant + pole / (second - x) with the same value and slope.
        const double pole = rest.slope * y * y;
        const double constant = rest.value + rest.slope * y;
        double next = rootInGap(constant, gap, top.first, pole);
        const bool isBetween = next > low && next < high;
        if (!isBetween)
            next = low + (high - low) / 2.0;
        const double moved = std::abs(next - y);
        y = next;
        // Each step of the interpolation squares the error; a halving does not.
        if (moved < (isBetween ? 1e-11 : 1e-16) * x)
            break;
    }
    return top.second + y;
}

/// Sums over all weights but the largest, none of which is so near to 1 that 1 - p would lose digits.
struct Others {
    double weight = 0.0, plogp = 0.0, squares = 0.0;
    double maxDiagonal = 0.0, diagonal = 0.0, diagonalSquares = 0.0;  ///< of p (1 - p)

    void add(const Weights& p) {
        if (p.size() == 0)
            return;
        weight += p.sum();
        // 0 ln 0 = 0: a weight of 0 is multiplied with the logarithm of the smallest number, not with -inf.
        plogp += (p * p.max(std::numeric_limits<double>::min()).log()).sum();
        squares += p.square().sum();
        maxDiagonal = std::max(maxDiagonal, (p * (1.0 - p)).maxCoeff());
        diagonal += (p * (1.0 - p)).sum();
        diagonalSquares += (p * (1.0 - p)).square().sum();
    }
};

}  // namespace

double largestJacobianEigenvalue(const double* weights, Index keys, double elsewhere) {
    return eigenvalueBelow(largestTwo(weights, keys), weights, keys, elsewhere);
}

RowFigures rowFigures(const double* weights, Index keys, Index allowed, bool withNorms, double elsewhere) {
    RowFigures figures;
    if (keys == 0)
        return figures;
    // Adding up is the quickest way to see a NaN: weights are never infinite.
    if (std::isnan(Weights(weights, keys).sum())) {
        const double nan = std::numeric_limits<double>::quiet_NaN();
        return {nan, allowed < 2 ? 0.0 : nan, nan, nan, nan, nan, nan, nan, nan};
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
    const Largest top = largestTwo(p.data(), p.size());
    const Weights before(p.data(), top.at);
    const Weights after(p.data() + top.at + 1, p.size() - top.at - 1);
    Others others;
    others.add(before);
    others.add(after);
    const double rest = others.weight + elsewhere;  // 1 - p of the largest weight
    figures.maxWeight = top.first;
    figures.otherWeight = rest;
    const double topLog = top.first > 0.5 && rest < 0.5 ? std::log1p(-rest) : std::log(top.first);
    figures.entropy = 0.0 - (others.plogp + top.first * topLog);
    figures.entropyNorm = allowed < 2 ? 0.0 : figures.entropy / std::log(static_cast<double>(allowed));
    figures.perplexity = std::exp(figures.entropy);
    const double topDiagonal = top.first * rest;
    figures.jacMaxDiag = std::max(others.maxDiagonal, topDiagonal);
    figures.jacTrace = others.diagonal + topDiagonal;
    if (!withNorms)
        return figures;

    // sum over i of p_i^2 (s2 - p_i^2) cancels only for the largest weight, which is taken by itself.
    const double topSquare = top.first * top.first;
    const double squares = topSquare + others.squares;
    const double offDiagonal = topSquare * others.squares + (before.square() * (squares - before.square())).sum() +
                               (after.square() * (squares - after.square())).sum();
    figures.jacFro = std::sqrt(others.diagonalSquares + topDiagonal * topDiagonal + offDiagonal);
    figures.jacSpec = eigenvalueBelow(top, p.data(), p.size(), elsewhere);
    return figures;
}

}  // namespace attn
