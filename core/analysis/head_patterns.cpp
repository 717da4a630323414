#include "core/analysis/head_patterns.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <map>

#include "core/analysis/row_figures.h"

namespace attn {

namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

bool allows(const HeadWeights& head, Index query, Index key) {
    return !head.allowed || head.allowed[query * head.weights.cols + key] != 0;
}

Index allowedKeys(const HeadWeights& head, Index query) {
    Index count = 0;
    for (Index j = 0; j < head.weights.cols; ++j)
        count += allows(head, query, j);
    return count;
}

bool hasNaN(const HeadWeights& head, Index query) {
    return std::any_of(head.weights.row(query), head.weights.row(query + 1),
                       [](double weight) { return std::isnan(weight); });
}

/// How often each distance occurs; NaN rows are counted apart.
struct Distances {
    std::map<Index, Index> counts;
    Index rows = 0;
    bool isUnknown = false;

    PositionalShare of(Index distance) const {
        const auto found = counts.find(distance);
        const Index hits = found == counts.end() ? 0 : found->second;
        return {distance, isUnknown ? kNaN : static_cast<double>(hits) / static_cast<double>(rows), rows};
    }
    PositionalShare best() const {
        Index distance = 0;
        Index hits = 0;
        for (const auto& [candidate, count] : counts) {
            const bool isShorter = std::abs(candidate) < std::abs(distance);
            if (count > hits || (count == hits && isShorter)) {
                distance = candidate;
                hits = count;
            }
        }
        return of(distance);
    }
};

Distances distancesOf(const HeadWeights& head) {
    Distances distances;
    for (Index i = 0; i < head.weights.rows; ++i) {
        if (allowedKeys(head, i) == 0)
            continue;
        ++distances.rows;
        if (hasNaN(head, i))
            distances.isUnknown = true;
        else
            ++distances.counts[mostAttended(head, i) - (head.firstPosition + i)];
    }
    return distances;
}

}  // namespace

Index mostAttended(const HeadWeights& head, Index query) {
    Index best = -1;
    if (hasNaN(head, query))
        return best;
    for (Index j = 0; j < head.weights.cols; ++j)
        if (allows(head, query, j) && (best < 0 || head.weights.row(query)[j] > head.weights.row(query)[best]))
            best = j;
    return best;
}

PositionalShare positionalShare(const HeadWeights& head, Index distance) {
    return distancesOf(head).of(distance);
}

PositionalShare mostFrequentDistance(const HeadWeights& head) {
    return distancesOf(head).best();
}

double uniformity(const HeadWeights& head) {
    double sum = 0.0;
    Index rows = 0;
    for (Index i = 0; i < head.weights.rows; ++i) {
        const Index allowed = allowedKeys(head, i);
        if (allowed < 2)
            continue;
        sum += rowFigures(head.weights.row(i), head.weights.cols, allowed).entropyNorm;
        ++rows;
    }
    return sum / static_cast<double>(rows);
}

RareTokenShare rareTokenShare(const HeadWeights& head, const std::vector<double>& frequencies, Index count) {
    RareTokenShare sum;
    Index rows = 0;
    for (Index i = 0; i < head.weights.rows; ++i) {
        std::vector<double> ordered;
        for (Index j = 0; j < head.weights.cols; ++j)
            if (allows(head, i, j))
                ordered.push_back(frequencies[static_cast<std::size_t>(j)]);
        if (ordered.empty())
            continue;
        const Index last = std::clamp(count, Index(1), static_cast<Index>(ordered.size())) - 1;
        std::nth_element(ordered.begin(), ordered.begin() + last, ordered.end());
        const double limit = ordered[static_cast<std::size_t>(last)];
        const Index most = mostAttended(head, i);
        Index rare = 0;
        for (Index j = 0; j < head.weights.cols; ++j)
            if (allows(head, i, j) && frequencies[static_cast<std::size_t>(j)] <= limit) {
                ++rare;
                sum.weight += head.weights.row(i)[j];
                sum.mostAttended += j == most ? 1.0 : 0.0;
            }
        sum.mostAttended += most < 0 ? kNaN : 0.0;
        sum.chance += static_cast<double>(rare) / static_cast<double>(ordered.size());
        ++rows;
    }
    const auto n = static_cast<double>(rows);
    return {sum.weight / n, sum.mostAttended / n, sum.chance / n};
}

PairAgreement pairAgreement(const HeadWeights& head, const std::vector<Cell>& pairs) {
    PairAgreement sum;
    Distances distances;
    for (const Cell& pair : pairs) {
        const bool isInside =
            pair.row >= 0 && pair.row < head.weights.rows && pair.col >= 0 && pair.col < head.weights.cols;
        if (!isInside || !allows(head, pair.row, pair.col))
            continue;
        const Index most = mostAttended(head, pair.row);
        sum.share += most < 0 ? kNaN : most == pair.col ? 1.0 : 0.0;
        sum.weight += head.weights.row(pair.row)[pair.col];
        ++distances.counts[pair.col - (head.firstPosition + pair.row)];
        ++distances.rows;
    }
    const auto n = static_cast<double>(distances.rows);
    const PositionalShare positional = distances.best();
    return {sum.share / n, sum.weight / n, positional.share, positional.distance, distances.rows};
}

}  // namespace attn
