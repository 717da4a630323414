#include "core/analysis/permutation_test.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <utility>

#include "core/base/random.h"

namespace attn {

namespace {

constexpr Index kMaxPermutations = 1'000'000;
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

void softmax(std::vector<double>& logits) {
    const double top = *std::max_element(logits.begin(), logits.end());
    double sum = 0.0;
    for (double& logit : logits)
        sum += logit = std::exp(logit - top);
    for (double& logit : logits)
        logit /= sum;
}

/// The row's output, and its classes.
struct Baseline {
    std::vector<double> output, classes;

    explicit Baseline(const WeightedRow& row) : output(static_cast<std::size_t>(row.values.cols)) {
        for (Index j = 0; j < row.values.rows; ++j)
            for (Index c = 0; c < row.values.cols && row.weights[j] != 0.0; ++c)
                output[static_cast<std::size_t>(c)] += row.weights[j] * row.values.row(j)[c];
        classes = classesOf(row, output);
    }
    static std::vector<double> classesOf(const WeightedRow& row, const std::vector<double>& output) {
        std::vector<double> logits(static_cast<std::size_t>(row.readout.data ? row.readout.cols : 0));
        if (logits.empty())
            return logits;
        for (std::size_t k = 0; k < logits.size(); ++k)
            logits[k] = row.offset ? row.offset[k] : 0.0;
        for (std::size_t c = 0; c < output.size(); ++c)
            for (std::size_t k = 0; k < logits.size(); ++k)
                logits[k] += output[c] * row.readout.row(static_cast<Index>(c))[k];
        softmax(logits);
        return logits;
    }
};

OutputDistance distanceFrom(const Baseline& baseline, const WeightedRow& row, const std::vector<Index>& order) {
    std::vector<double> moved(baseline.output.size());
    for (Index j = 0; j < row.values.rows; ++j) {
        const double difference = row.weights[order[static_cast<std::size_t>(j)]] - row.weights[j];
        for (std::size_t c = 0; c < moved.size() && difference != 0.0; ++c)
            moved[c] += difference * row.values.row(j)[c];
    }
    OutputDistance distance;
    double squares = 0.0;
    for (std::size_t c = 0; c < moved.size(); ++c) {
        distance.l1 += std::abs(moved[c]);
        squares += moved[c] * moved[c];
        moved[c] += baseline.output[c];
    }
    distance.l2 = std::sqrt(squares);
    const std::vector<double> classes = Baseline::classesOf(row, moved);
    for (std::size_t k = 0; k < classes.size(); ++k)
        distance.totalVariation += 0.5 * std::abs(classes[k] - baseline.classes[k]);
    return distance;
}

double medianOf(const std::vector<OutputDistance>& distances, double OutputDistance::*member) {
    std::vector<double> values;
    for (const OutputDistance& distance : distances) {
        // A NaN has no place in an order.
        if (std::isnan(distance.*member))
            return kNaN;
        values.push_back(distance.*member);
    }
    if (values.empty())
        return kNaN;
    std::sort(values.begin(), values.end());
    return 0.5 * (values[(values.size() - 1) / 2] + values[values.size() / 2]);
}

}  // namespace

OutputDistance permutedDistance(const WeightedRow& row, const std::vector<Index>& order) {
    return distanceFrom(Baseline(row), row, order);
}

Result<PermutationTest> permutationTest(const WeightedRow& row, const PermutationSettings& settings,
                                        const Progress& progress) {
    if (settings.permutations < 1 || settings.permutations > kMaxPermutations)
        return Error{ErrorCode::OutOfRange, "The number of permutations is " + std::to_string(settings.permutations) +
                                                " but must be between 1 and " + std::to_string(kMaxPermutations) +
                                                "."};
    if (row.readout.data && row.readout.rows != row.values.cols)
        return Error{ErrorCode::ShapeMismatch, "The readout has " + std::to_string(row.readout.rows) +
                                                   " rows but the values have " + std::to_string(row.values.cols) +
                                                   " columns."};
    const Index nk = row.values.rows;
    std::vector<Index> order, keys;
    for (Index j = 0; j < nk; ++j) {
        order.push_back(j);
        if (!row.allowed || row.allowed[j])
            keys.push_back(j);
    }
    PermutationTest test;
    const Baseline baseline(row);
    Random random(settings.seed);
    std::vector<Index> shuffled = keys;
    for (Index round = 0; round < settings.permutations && !keys.empty(); ++round) {
        if (round % 64 == 0 && progress.shouldStop())
            return Error{ErrorCode::Cancelled, "The permutation test was stopped."};
        for (std::size_t left = shuffled.size() - 1; left > 0; --left)
            std::swap(shuffled[left],
                      shuffled[static_cast<std::size_t>(random.uniform() * static_cast<double>(left + 1))]);
        for (std::size_t k = 0; k < keys.size(); ++k)
            order[static_cast<std::size_t>(keys[k])] = shuffled[k];
        test.distances.push_back(distanceFrom(baseline, row, order));
    }
    test.median = {medianOf(test.distances, &OutputDistance::l1), medianOf(test.distances, &OutputDistance::l2),
                   medianOf(test.distances, &OutputDistance::totalVariation)};
    return test;
}

}  // namespace attn
