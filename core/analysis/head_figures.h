#pragma once
#include <vector>

#include "core/analysis/row_figures.h"

namespace attn {

/// Means over the rows of one head that have an allowed key. Of no row the mean is 0.
///
/// Units     distances in tokens; the others are mean weights, dimensionless.
/// Masking   rows without an allowed key must not be added.
/// Errors    none: NaN rows make the means NaN, except the entropy, to which they add 0: -sum p ln p is taken over
/// the
///           weights above 0, and NaN is not.
class HeadFigures {
  public:
    /// `position` is where the query stands among the keys, possibly outside them. `afterCopy` is the key after the
    /// last earlier copy of the query's token, or -1 when there is none.
    void addRow(const double* weights, Index keys, const RowFigures& row, Index position, Index afterCopy);

    double meanEntropy() const { return mean(m_entropy, m_rows); }
    double meanDistance() const { return mean(m_distance, m_rows); }
    /// Mean of 1 - distance / the largest distance possible from that position; 1 where none is possible.
    double diagonality() const { return mean(m_diagonality, m_rows); }
    double meanMaxWeight() const { return mean(m_maxWeight, m_rows); }
    double firstKeyScore() const { return mean(m_firstKey, m_rows); }
    double currentTokenScore() const { return mean(m_current, m_rowsWithCurrent); }
    double previousTokenScore() const { return mean(m_previous, m_rowsWithPrevious); }
    double nextTokenScore() const { return mean(m_next, m_rowsWithNext); }
    double inductionScore() const { return mean(m_induction, m_rowsWithCopy); }

  private:
    static double mean(double sum, Index rows) { return rows == 0 ? 0.0 : sum / static_cast<double>(rows); }

    Index m_rows = 0, m_rowsWithCurrent = 0, m_rowsWithPrevious = 0, m_rowsWithNext = 0, m_rowsWithCopy = 0;
    double m_entropy = 0.0, m_distance = 0.0, m_diagonality = 0.0, m_maxWeight = 0.0, m_firstKey = 0.0;
    double m_current = 0.0, m_previous = 0.0, m_next = 0.0, m_induction = 0.0;
};

/// For each token the index after the last earlier token with the same number, or -1.
std::vector<Index> keysAfterCopies(const std::vector<Index>& tokenIds);

}  // namespace attn
