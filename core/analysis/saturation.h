#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/base/tensor.h"

namespace attn {

/// How the softmax of a query's dot products with random keys behaves as d_k grows.
struct SaturationSettings {
    std::vector<Index> dks{1, 4, 16, 64, 256, 1024};  ///< Head widths, each >= 1.
    Index keys = 16;                                  ///< Keys of one row, >= 1.
    Index rows = 4000;                                ///< Rows (queries) drawn for each d_k, >= 1.
    std::uint64_t seed = 1;
};

/// Over rows. The median of an even number of rows is the mean of the two in the middle.
struct MeanMedian {
    double mean = 0.0;
    double median = 0.0;
};

/// Three measures of how peaked a row p of weights is.
struct RowSpread {
    MeanMedian entropy;    ///< -sum p ln p, nats, in [0, ln keys]
    MeanMedian maxWeight;  ///< max p, in [1 / keys, 1]
    MeanMedian p1p;        ///< mean over the keys of p (1 - p) = (1 - sum p^2) / keys, in [0, (1 - 1/keys) / keys]
};

struct SaturationRow {
    Index dk = 1;
    RowSpread raw;     ///< softmax of q . k
    RowSpread scaled;  ///< softmax of q . k / sqrt(d_k)
};

struct SaturationStudy {
    SaturationSettings settings;
    std::vector<SaturationRow> rows;  ///< One per d_k, in the order of the settings.
};

/// Draws `rows` queries with independent N(0, 1) entries for each d_k, and for each the dot products with `keys` keys
/// of independent N(0, 1) entries, and spreads over the rows the softmax of them, raw and scaled by 1 / sqrt(d_k).
///
///     Given q, the q . k_j are independent normals with mean 0 and variance |q|^2, exactly. So q is drawn entry by
///     entry and each q . k_j as |q| times one normal: the same distribution as with drawn keys, d_k times cheaper.
///
/// The raw and the scaled row come from the same draws: at d_k = 1 they are equal. The draws of one d_k depend on the
/// seed and on that d_k only, not on the rest of the list.
/// Errors    OutOfRange for an empty list, d_k outside 1 .. 100 000, keys outside 1 .. 100 000, rows outside
///           1 .. 1 000 000, more than 64 d_k; TooLarge past 2e9 random numbers in all; Cancelled.
/// Memory    6 doubles a row.
/// Source    Vaswani et al. 2017, arXiv:1706.03762, section 3.2.1 and its footnote on the variance of q . k.
Result<SaturationStudy> saturationStudy(const SaturationSettings& settings, const Progress& progress = {});

/// The same three measures of the weights of a scene, for a marker in the study's plots.
///
/// Shapes    weights [B, H, nq, nk]; `allowed` likewise or null (every key counts).
/// Masking   p1p of a row is the mean over its allowed keys; a row that may attend to nothing is left out. What a row
///           lacks of 1 went to a sink.
/// Accuracy  as rowFigures: p1p goes on falling where p is 1 to the last digit of its type.
/// Errors    none: without a row the result is empty; a NaN weight makes the measures NaN.
std::optional<RowSpread> spreadOfWeights(const Values& weights, const BoolTensor* allowed,
                                         std::optional<Index> head = {});

/// {"format": "headscope/saturation", "version": 1, "keys", "draws", "seed", "rows": [{"d_k", "raw": {"entropy",
/// "max_weight", "p1p"}, "scaled": {...}}]}, each measure [mean, median]; `draws` are the rows drawn for each d_k.
/// Numbers survive exactly.
std::string saturationJson(const SaturationStudy& study);

}  // namespace attn
