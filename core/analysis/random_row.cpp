#include "core/analysis/random_row.h"

#include <cmath>

#include "core/base/random.h"

namespace attn {

std::vector<double> randomScores(Index dk, Index keys, std::uint64_t seed) {
    Random streams(seed);
    Random entries(streams.next());
    Random directions(streams.next());
    double square = 0.0;
    for (Index i = 0; i < dk; ++i) {
        const double entry = entries.normal();
        square += entry * entry;
    }
    const double length = std::sqrt(square);
    std::vector<double> scores(static_cast<std::size_t>(keys));
    for (double& score : scores)
        score = length * directions.normal();
    return scores;
}

}  // namespace attn
