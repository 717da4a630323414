#include "core/analysis/paired_products.h"

#include <cmath>

#include "core/analysis/row_measures.h"
#include "core/base/random.h"

namespace attn {
namespace {

constexpr Index kMost = 100'000;
constexpr std::size_t kMostDks = 64;
constexpr double kMostProducts = 2e8;

/// The square of the length of a vector of dk independent N(0, 1) entries.
double squaredLength(Random& random, Index dk) {
    if (dk == 1) {
        const double entry = random.normal();
        return entry * entry;
    }
    const double d = static_cast<double>(dk) / 2.0 - 1.0 / 3.0;
    const double c = 1.0 / std::sqrt(9.0 * d);
    for (;;) {
        const double x = random.normal();
        const double root = 1.0 + c * x;
        const double u = 1.0 - random.uniform();  // never 0
        if (root <= 0.0)
            continue;
        const double v = root * root * root;
        if (std::log(u) < 0.5 * x * x + d - d * v + d * std::log(v))
            return 2.0 * d * v;
    }
}

Result<void> checkRange(const char* what, Index value, Index least) {
    if (value >= least && value <= kMost)
        return {};
    return Error{ErrorCode::OutOfRange, std::string(what) + " is " + std::to_string(value) + " but must be between " +
                                            std::to_string(least) + " and " + std::to_string(kMost) + "."};
}

Result<void> check(const PairedSettings& settings) {
    if (settings.dks.empty() || settings.dks.size() > kMostDks)
        return Error{ErrorCode::OutOfRange, "The list of d_k has " + std::to_string(settings.dks.size()) +
                                                " entries but must have between 1 and 64."};
    for (const Index dk : settings.dks)
        if (auto checked = checkRange("d_k", dk, 1); !checked)
            return checked;
    if (auto checked = checkRange("The number of products", settings.products, 2); !checked)
        return checked;
    if (auto checked = checkRange("The number of runs", settings.runs, 1); !checked)
        return checked;
    const double products = static_cast<double>(settings.dks.size()) * static_cast<double>(settings.products) *
                            static_cast<double>(settings.runs);
    if (products > kMostProducts)
        return Error{ErrorCode::TooLarge, "The demonstration would draw " + std::to_string(static_cast<long long>(products)) +
                                              " products but may draw at most 200000000: fewer runs are needed."};
    return {};
}

/// The measures of one side in every run.
struct Runs {
    std::vector<double> p1p, maxWeight;

    void add(const RowMeasures& row) {
        p1p.push_back(row.p1p);
        maxWeight.push_back(row.maxWeight);
    }
    PairedSide side() {
        const double first = p1p.front();
        return {first, meanMedian(p1p), meanMedian(maxWeight)};
    }
};

}  // namespace

double largestMeanP1p(Index n) {
    const auto count = static_cast<double>(n);
    return n < 1 ? 0.0 : (1.0 - 1.0 / count) / count;
}

Result<PairedStudy> pairedStudy(const PairedSettings& settings, const Progress& progress) {
    if (const auto checked = check(settings); !checked)
        return checked.error();
    PairedStudy study{settings, {}};
    std::vector<double> logits(static_cast<std::size_t>(settings.products));
    const double all = static_cast<double>(settings.dks.size()) * static_cast<double>(settings.runs);
    double done = 0.0;
    for (const Index dk : settings.dks) {
        Random seeds(settings.seed);
        Random random(seeds.next() ^ static_cast<std::uint64_t>(dk));
        const double scale = 1.0 / std::sqrt(static_cast<double>(dk));
        Runs raw, scaled;
        for (Index run = 0; run < settings.runs; ++run) {
            if (progress.shouldStop())
                return Error{ErrorCode::Cancelled, "The demonstration was cancelled."};
            for (double& logit : logits)
                logit = std::sqrt(squaredLength(random, dk)) * random.normal();
            raw.add(measureSoftmax(logits, 1.0));
            scaled.add(measureSoftmax(logits, scale));
            done += 1.0;
            if (run % 16 == 0)
                progress.report(done / all);
        }
        study.rows.push_back({dk, raw.side(), scaled.side()});
    }
    progress.report(1.0);
    return study;
}

}  // namespace attn
