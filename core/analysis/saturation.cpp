#include "core/analysis/saturation.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "core/analysis/row_figures.h"
#include "core/analysis/row_measures.h"
#include "core/base/random.h"

namespace attn {
namespace {

constexpr Index kMaxDk = 100'000;
constexpr Index kMaxKeys = 100'000;
constexpr Index kMaxRows = 1'000'000;
constexpr std::size_t kMaxDks = 64;
constexpr double kMaxDraws = 2e9;

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
