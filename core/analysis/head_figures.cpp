#include "core/analysis/head_figures.h"

#include <algorithm>
#include <cmath>
#include <unordered_map>

namespace attn {

void HeadFigures::addRow(const double* weights, Index keys, const RowFigures& row, Index position, Index afterCopy) {
    double distance = 0.0;
    for (Index j = 0; j < keys; ++j)
        distance += weights[j] * static_cast<double>(std::abs(position - j));
    const auto furthest = static_cast<double>(std::max(std::abs(position), std::abs(position - (keys - 1))));
    ++m_rows;
    m_entropy += std::isnan(row.entropy) ? 0.0 : row.entropy;
    m_distance += distance;
    m_diagonality += furthest > 0.0 ? 1.0 - distance / furthest : 1.0;
    m_maxWeight += row.maxWeight;
    m_firstKey += keys > 0 ? weights[0] : 0.0;
    const auto addKey = [&](Index key, double& sum, Index& rows) {
        if (key < 0 || key >= keys)
            return;
        sum += weights[key];
        ++rows;
    };
    addKey(position, m_current, m_rowsWithCurrent);
    addKey(position - 1, m_previous, m_rowsWithPrevious);
    addKey(position + 1, m_next, m_rowsWithNext);
    addKey(afterCopy, m_induction, m_rowsWithCopy);
}

std::vector<Index> keysAfterCopies(const std::vector<Index>& tokenIds) {
    std::unordered_map<Index, Index> last;
    std::vector<Index> keys;
    keys.reserve(tokenIds.size());
    for (const Index id : tokenIds) {
        const auto here = static_cast<Index>(keys.size());
        const auto [earlier, isFirst] = last.try_emplace(id, here);
        keys.push_back(isFirst ? -1 : earlier->second + 1);
        earlier->second = here;
    }
    return keys;
}

}  // namespace attn
