#pragma once
#include "core/analysis/saturation.h"

namespace attn {

/// The widely copied demonstration of why scores are scaled: one softmax over the dot products of `products` pairs of a
/// query and a key that belong to that pair alone, and of it the mean of p (1 - p).
struct PairedSettings {
    std::vector<Index> dks{1, 16, 64, 256, 1024};  ///< Each >= 1.
    Index products = 1000;                         ///< >= 2
    Index runs = 1000;                             ///< The demonstration is one; the spread needs many. >= 1
    std::uint64_t seed = 1;
};

struct PairedSide {
    double first = 0.0;    ///< Mean p (1 - p) of the first run: what running it once prints.
    MeanMedian p1p;        ///< The same over all runs, in [0, (1 - 1/products) / products]
    MeanMedian maxWeight;  ///< Over all runs.
};

struct PairedRow {
    Index dk = 1;
    PairedSide raw;     ///< softmax of q . k
    PairedSide scaled;  ///< softmax of q . k / sqrt(d_k)
};

struct PairedStudy {
    PairedSettings settings;
    std::vector<PairedRow> rows;  ///< One per d_k, in the order of the settings.
};

/// Every q_i and k_i has independent N(0, 1) entries. q_i . k_i is drawn as |q_i| z_i with |q_i|^2 chi-squared and z_i
/// normal, which is its distribution exactly. Raw and scaled come from the same draws; those of one d_k do not depend on
/// the rest of the list.
///
///     mean p (1 - p) = (1 - sum p^2) / products <= (1 - 1/products) / products
///
/// Errors    OutOfRange for an empty list or more than 64 d_k, d_k outside 1 .. 100 000, products outside 2 .. 100 000,
///           runs outside 1 .. 100 000; TooLarge past 2e8 products in all; Cancelled.
/// Source    the chi-squared numbers: Marsaglia & Tsang 2000, "A simple method for generating gamma variables".
Result<PairedStudy> pairedStudy(const PairedSettings& settings, const Progress& progress = {});

/// (1 - 1/n) / n: the most that the mean of p (1 - p) over n weights can be.
double largestMeanP1p(Index n);

}  // namespace attn
