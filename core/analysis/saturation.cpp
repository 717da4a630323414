#include "core/analysis/saturation.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "core/analysis/row_figures.h"
#include "core/base/random.h"

namespace attn {
namespace {

constexpr Index kMaxDk = 100'000;
constexpr Index kMaxKeys = 100'000;
constexpr Index kMaxRows = 1'000'000;
constexpr std::size_t kMaxDks = 64;
constexpr double kMaxDraws = 2e9;

struct RowMeasures {
    double entropy = 0.0;
    double maxWeight = 0.0;
    double p1p = 0.0;
};

/// The measures of every row, kept for the medians.
struct Columns {
    std::vector<double> entropy, maxWeight, p1p;

    explicit Columns(Index rows) {
        for (auto* column : {&entropy, &maxWeight, &p1p})
            column->reserve(static_cast<std::size_t>(rows));
    }
    void add(const RowMeasures& row) {
        entropy.push_back(row.entropy);
        maxWeight.push_back(row.maxWeight);
        p1p.push_back(row.p1p);
    }
};

/// `factor` times the logits, through the softmax, measured.
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

RowSpread spreadOf(Columns& columns) {
    return {meanMedian(columns.entropy), meanMedian(columns.maxWeight), meanMedian(columns.p1p)};
}

Error outOfRange(const std::string& what, Index value, Index limit) {
    return {ErrorCode::OutOfRange,
            what + " is " + std::to_string(value) + " but must be between 1 and " + std::to_string(limit) + "."};
}

double drawsNeeded(const SaturationSettings& settings) {
    double draws = 0.0;
    for (const Index dk : settings.dks)
        draws += static_cast<double>(settings.rows) * static_cast<double>(dk + settings.keys);
    return draws;
}

Result<void> check(const SaturationSettings& settings) {
    if (settings.dks.empty() || settings.dks.size() > kMaxDks)
        return Error{ErrorCode::OutOfRange, "The list of d_k has " + std::to_string(settings.dks.size()) +
                                                " entries but must have between 1 and 64."};
    for (const Index dk : settings.dks)
        if (dk < 1 || dk > kMaxDk)
            return outOfRange("d_k", dk, kMaxDk);
    if (settings.keys < 1 || settings.keys > kMaxKeys)
        return outOfRange("The number of keys", settings.keys, kMaxKeys);
    if (settings.rows < 1 || settings.rows > kMaxRows)
        return outOfRange("The number of rows", settings.rows, kMaxRows);
    if (const double draws = drawsNeeded(settings); draws > kMaxDraws)
        return Error{
            ErrorCode::TooLarge,
            "The study would draw " + std::to_string(static_cast<long long>(draws)) +
                " random numbers but may draw at most 2000000000: fewer rows, keys or smaller d_k are needed."};
    return {};
}

/// What a row of weights lacks of 1, as far as it is more than the rounding of floats.
double shareOfSink(const std::vector<double>& weights, Index keys) {
    const double lack = 1.0 - std::accumulate(weights.begin(), weights.end(), 0.0);
    return lack > static_cast<double>(keys) * std::numeric_limits<float>::epsilon() ? lack : 0.0;
}

/// A stream of its own for each d_k, far from those of neighbouring seeds.
Random streamOf(std::uint64_t seed, Index dk) {
    Random first(seed);
    Random second(first.next() ^ static_cast<std::uint64_t>(dk));
    return Random(second.next());
}

}  // namespace

Result<SaturationStudy> saturationStudy(const SaturationSettings& settings, const Progress& progress) {
    if (const auto checked = check(settings); !checked)
        return checked.error();

    SaturationStudy study{settings, {}};
    const double needed = drawsNeeded(settings);
    double drawn = 0.0;
    std::vector<double> logits(static_cast<std::size_t>(settings.keys));
    for (const Index dk : settings.dks) {
        Random random = streamOf(settings.seed, dk);
        const double scale = 1.0 / std::sqrt(static_cast<double>(dk));
        Columns raw(settings.rows);
        Columns scaled(settings.rows);
        double drawnAtReport = drawn;
        for (Index row = 0; row < settings.rows; ++row) {
            double square = 0.0;
            for (Index i = 0; i < dk; ++i) {
                const double entry = random.normal();
                square += entry * entry;
            }
            const double length = std::sqrt(square);
            for (double& logit : logits)
                logit = length * random.normal();
            raw.add(measureSoftmax(logits, 1.0));
            scaled.add(measureSoftmax(logits, scale));
            drawn += static_cast<double>(dk + settings.keys);
            if (drawn - drawnAtReport > 50'000.0) {
                drawnAtReport = drawn;
                if (progress.shouldStop())
                    return Error{ErrorCode::Cancelled, "The saturation study was cancelled."};
                progress.report(drawn / needed);
            }
        }
        study.rows.push_back({dk, spreadOf(raw), spreadOf(scaled)});
    }
    progress.report(1.0);
    return study;
}

std::optional<RowSpread> spreadOfWeights(const Values& weights, const BoolTensor* allowed,
                                         std::optional<Index> head) {
    if (!weights.has() || weights.shape().size() != 4)
        return std::nullopt;
    if (allowed && allowed->shape() != weights.shape())
        return std::nullopt;
    const Shape& shape = weights.shape();
    const Index rowCount = shape[0] * shape[1] * shape[2];
    const Index nk = shape[3];
    Columns columns(rowCount);
    std::vector<double> p(static_cast<std::size_t>(nk));
    for (Index row = 0; row < rowCount; ++row) {
        if (head && (row / shape[2]) % shape[1] != *head)
            continue;
        const std::uint8_t* const cells = allowed ? allowed->data() + row * nk : nullptr;
        const Index keys = cells ? std::count(cells, cells + nk, std::uint8_t(1)) : nk;
        if (keys == 0)
            continue;
        weights.copyTo(row * nk, nk, p.data());
        const RowFigures figures = rowFigures(p.data(), nk, keys, false, shareOfSink(p, keys));
        columns.add({figures.entropy, figures.maxWeight, figures.jacTrace / static_cast<double>(keys)});
    }
    if (columns.entropy.empty())
        return std::nullopt;
    return spreadOf(columns);
}

}  // namespace attn
