#pragma once
#include <cstdint>
#include <vector>

#include "core/base/view.h"
#include "core/scene/scene.h"

namespace attn {

/// The weights of one head, as the patterns below read them. Their shares are means over rows, in [0, 1].
///
/// Masking   a row without an allowed key takes part in no pattern. Where no row is left a share is NaN: nothing is
/// known. Errors    none: a row that holds NaN has no largest weight, and makes the shares it counts in NaN.
struct HeadWeights {
    View<const double> weights;             ///< (nq x nk)
    const std::uint8_t* allowed = nullptr;  ///< (nq x nk); null: every key
    Index firstPosition = 0;                ///< Where query 0 stands among the keys: the causal offset.
};

/// The key with the largest weight in row `query`, of equal ones the first; -1 without an allowed key or with NaN.
Index mostAttended(const HeadWeights& head, Index query);

/// In how many rows the most attended key stands at one distance from the query.
struct PositionalShare {
    Index distance = 0;  ///< key - query position: -1 is the previous token
    double share = 0.0;  ///< of the rows with an allowed key
    Index rows = 0;
};

/// The share of one distance. Voita et al. call a head positional when it is at least 0.9 for -1 or +1.
/// Source    Voita et al. 2019, arXiv:1905.09418, section 5.1.
PositionalShare positionalShare(const HeadWeights& head, Index distance);
/// The distance with the greatest share; of equal ones the shortest, then the one before the query.
PositionalShare mostFrequentDistance(const HeadWeights& head);

/// How evenly the head spreads its weights: the mean over rows with two or more allowed keys of entropy / ln(allowed
/// keys). 1: uniform; 0: always one key.
double uniformity(const HeadWeights& head);

/// Does the head look at rare tokens?
struct RareTokenShare {
    double weight = 0.0;        ///< Mean weight on the rare keys.
    double mostAttended = 0.0;  ///< Share of rows whose most attended key is rare.
    double chance = 0.0;        ///< Mean share of rare keys among the allowed ones: what uniform weights would give.
};

/// Rare are the `count` allowed keys with the lowest frequencies in each row, and those that tie with the last of
/// them.
///
/// Shapes    `frequencies` (nk), how often the token of each key occurs, in any unit.
///           count >= 1; where fewer keys are allowed all of them are rare.
/// Source    the least frequent token of the sentence (count 1): Voita et al. 2019, arXiv:1905.09418, section 5.3.
RareTokenShare rareTokenShare(const HeadWeights& head, const std::vector<double>& frequencies, Index count = 1);

/// Does the head follow given pairs of tokens, such as the arcs of a parse?
struct PairAgreement {
    double share = 0.0;            ///< Of the pairs, those whose query attends to the given key most.
    double weight = 0.0;           ///< Mean weight on the given key.
    double positional = 0.0;       ///< Share of the pairs that the best fixed distance gets right.
    Index positionalDistance = 0;  ///< That distance, key - query position.
    Index pairs = 0;               ///< Pairs that counted.
};

/// `pairs` are (query, key). Pairs outside the matrix, and those that the mask forbids, are left out. Voita et al.
/// call a head syntactic when its share exceeds that of the best fixed distance by a tenth. Source    Voita et al.
/// 2019, arXiv:1905.09418, section 5.2; Clark et al. 2019, arXiv:1906.04341, section 4.
PairAgreement pairAgreement(const HeadWeights& head, const std::vector<Cell>& pairs);

}  // namespace attn
