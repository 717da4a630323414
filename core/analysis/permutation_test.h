#pragma once
#include <cstdint>
#include <vector>

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/base/view.h"

namespace attn {

/// One row of weights and what becomes of it.
struct WeightedRow {
    const double* weights = nullptr;        ///< (nk)
    const std::uint8_t* allowed = nullptr;  ///< (nk); null: every key
    View<const double> values;       ///< (nk x dv), or values already times W_o: the output is weights times this
    View<const double> readout;      ///< (dv x classes); no data: no classes
    const double* offset = nullptr;  ///< (classes), added before the softmax: a bias, other heads; null: none
};

/// How far the output of a row moves.
struct OutputDistance {
    double l1 = 0.0;  ///< sum |o - o'|
    double l2 = 0.0;  ///< sqrt(sum (o - o')^2)
    double totalVariation =
        0.0;  ///< 1/2 sum |y - y'| in [0, 1], y = softmax(o readout + offset); 0 without a readout
};

/// The distance when key j gets the weight of key order[j]. `order` holds 0 .. nk - 1 in any order.
///
/// Errors    none: NaN spreads.
/// Accuracy  the difference of the outputs is summed from differences of weights, so that a small one does not
/// cancel.
OutputDistance permutedDistance(const WeightedRow& row, const std::vector<Index>& order);

struct PermutationSettings {
    Index permutations = 100;  ///< 1 .. 1 000 000
    std::uint64_t seed = 1;
};

struct PermutationTest {
    std::vector<OutputDistance> distances;  ///< One per permutation, in the order in which they were drawn.
    OutputDistance median;  ///< Of each distance by itself; of an even number the mean of the middle two.
};

/// Does it matter which key got which weight? Permutes the weights of one row among its allowed keys, again and
/// again, and says how far the output moves: small distances mean that other weights would have explained it as well.
///
/// Masking   a forbidden key keeps its weight. A row without an allowed key has no distances and a median of NaN.
/// Errors    OutOfRange for the number of permutations; ShapeMismatch when readout and values disagree; Cancelled.
/// Accuracy  the same seed gives the same permutations everywhere and for ever. The identity may be drawn.
/// Cost      O(permutations * nk * dv).
/// Source    Jain & Wallace 2019, arXiv:1902.10186, section 4.2.1; to be read with the reply of Wiegreffe & Pinter
/// 2019,
///           arXiv:1908.04626.
Result<PermutationTest> permutationTest(const WeightedRow& row, const PermutationSettings& settings = {},
                                        const Progress& progress = {});

}  // namespace attn
