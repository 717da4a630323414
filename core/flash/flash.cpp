#include "core/flash/flash.h"

#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "core/base/exponential.h"
#include "core/flash/empty_row.h"
#include "core/flash/vector_kernel.h"

namespace attn {

namespace {

template <class T>
using Matrix2 = Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
template <class T>
using Vector = Eigen::Array<T, Eigen::Dynamic, 1>;
template <class T>
constexpr T kMinusInfinity = -std::numeric_limits<T>::infinity();

constexpr Index kTilesBetweenPolls = 16;

/// exp(from - to): what a sum taken relative to `from` is worth relative to `to`.
template <class T>
T rescale(T from, T to) {
    // exp(-inf - -inf) is NaN: a row that has seen nothing yet keeps its empty sum.
    return from == kMinusInfinity<T> ? T(0) : std::exp(from - to);
}

template <class T>
T largerOrNaN(T a, T b) {
    return std::isnan(a) || a > b ? a : b;
}

/// One walk over the tiles of keys for one tile of queries, and what it needs to remember.
template <class T>
class QueryTile {
  public:
    QueryTile(View<const T> Q, View<const T> K, View<const T> V, T scale, const HeadRules& rules,
              const TileSize& tile)
        : m_Q(Q),
          m_K(K),
          m_V(V),
          m_scale(scale),
          m_rules(rules),
          m_mask(rules.mask),
          m_queryRows(std::min(tile.queryRows, Q.rows)),
          m_keyRows(std::min(tile.keyRows, K.rows)),
          m_scores(static_cast<std::size_t>(m_queryRows * m_keyRows)),
          m_cells(m_mask.rules && !m_mask.rules->forbidsNothing() ? m_scores.size() : 0),
          m_max(static_cast<std::size_t>(m_queryRows)),
          m_sum(static_cast<std::size_t>(m_queryRows)),
          m_isLive(static_cast<std::size_t>(m_queryRows)) {
        findBadKeys();
    }

    void open(Index i0, Index i1, View<T> O) {
        m_i0 = i0;
        m_rows = i1 - i0;
        // A sink is a key that every row has met already and that has no value.
        const bool hasSink = m_rules.sink.has_value();
        std::fill(m_max.begin(), m_max.end(), hasSink ? static_cast<T>(*m_rules.sink) : kMinusInfinity<T>);
        std::fill(m_sum.begin(), m_sum.end(), hasSink ? std::exp(static_cast<T>(*m_rules.sink) - m_max[0]) : T(0));
        std::fill(m_isLive.begin(), m_isLive.end(), hasSink ? std::uint8_t(1) : std::uint8_t(0));
        std::fill_n(O.row(i0), m_rows * O.cols, T(0));
    }

    void close(View<T> O, T* lse) {
        for (Index r = 0; r < m_rows; ++r)
            finishRow(r, O.row(m_i0 + r), lse);
    }

    void visit(Index j0, Index keys, View<T> O) {
        Coverage coverage = Coverage::Full;
        if (isMasked())
            coverage =
                m_mask.rules->fillTile(m_mask.batch, m_mask.head, m_i0, m_i0 + m_rows, j0, j0 + keys, m_cells.data());
        if (coverage == Coverage::Empty)
            return;
        Eigen::Map<Matrix2<T>> S(m_scores.data(), m_rows, keys);
        S.noalias() = Eigen::Map<const Matrix2<T>>(m_Q.row(m_i0), m_rows, m_Q.cols) *
                      Eigen::Map<const Matrix2<T>>(m_K.row(j0), keys, m_K.cols).transpose();
        S *= m_scale;
        if (m_rules.softcap > 0.0)
            std::for_each(S.data(), S.data() + S.size(), [&](T& logit) { logit = m_rules.capped(logit); });
        for (Index r = 0; r < m_rows; ++r)
            absorbRow(r, j0, keys, coverage, S.row(r).data(), O.row(m_i0 + r));
        Eigen::Map<Matrix2<T>>(O.row(m_i0), m_rows, O.cols).noalias() +=
            S * Eigen::Map<const Matrix2<T>>(finiteValues(j0, keys), keys, m_V.cols);
    }

  private:
    bool isMasked() const { return !m_cells.empty(); }

    void findBadKeys() {
        for (Index j = 0; j < m_V.rows; ++j)
            if (!std::all_of(m_V.row(j), m_V.row(j + 1), [](T value) { return std::isfinite(value); }))
                m_badKeys.push_back(j);
        if (!m_badKeys.empty())
            m_finiteValues.resize(static_cast<std::size_t>(m_keyRows * m_V.cols));
    }

    /// The values of a tile of keys, with 0 for what is not finite.
    const T* finiteValues(Index j0, Index keys) {
        const auto bad = std::lower_bound(m_badKeys.begin(), m_badKeys.end(), j0);
        if (bad == m_badKeys.end() || *bad >= j0 + keys)
            return m_V.row(j0);
        std::transform(m_V.row(j0), m_V.row(j0 + keys), m_finiteValues.begin(),
                       [](T value) { return std::isfinite(value) ? value : T(0); });
        return m_finiteValues.data();
    }

    /// Turns one row of logits into exp(logit - m) for the row's new m, and brings l and O to it.
    void absorbRow(Index r, Index j0, Index keys, Coverage coverage, T* logits, T* o) {
        if (m_mask.rules)
            m_mask.rules->addBias(m_mask.batch, m_mask.head, m_i0 + r, j0, j0 + keys, logits);
        bool isLive = true;
        if (coverage == Coverage::Mixed) {
            const std::uint8_t* cells = m_cells.data() + r * keys;
            bool any = false;
            for (Index j = 0; j < keys; ++j) {
                logits[j] = cells[j] ? logits[j] : kMinusInfinity<T>;
                any = any || cells[j];
            }
            isLive = any;
        }
        if (!isLive) {
            std::fill_n(logits, keys, T(0));
            return;
        }
        const auto at = static_cast<std::size_t>(r);
        m_isLive[at] = 1;
        const T max = largerOrNaN(m_max[at], largest(logits, keys));
        const T factor = rescale(m_max[at], max);
        exponentials(logits, max == kMinusInfinity<T> ? T(0) : max, keys, logits);
        m_sum[at] = factor * m_sum[at] + Eigen::Map<const Vector<T>>(logits, keys).sum();
        m_max[at] = max;
        for (Index j = 0; j < keys && m_rules.dropout; ++j)
            logits[j] *= dropoutFactor(m_i0 + r, j0 + j);
        if (factor != T(1))
            Eigen::Map<Vector<T>>(o, m_V.cols) *= factor;
    }

    T dropoutFactor(Index i, Index j) const { return static_cast<T>(m_rules.dropoutFactor(i, j, m_K.rows)); }

    void finishRow(Index r, T* o, T* lse) {
        const auto at = static_cast<std::size_t>(r);
        const Index i = m_i0 + r;
        if (lse)
            lse[i] = m_max[at] + std::log(m_sum[at]);
        if (!m_isLive[at]) {
            finishEmptyRow(i, o);
            return;
        }
        Eigen::Map<Vector<T>>(o, m_V.cols) /= m_sum[at];
        for (const Index j : m_badKeys) {
            const bool isAllowed = !isMasked() || m_mask.rules->allows(m_mask.batch, m_mask.head, i, j);
            if (isAllowed || m_rules.conventions.maskedValues == MaskedValues::Ieee)
                addBadValue(j, isAllowed ? weight(i, j, m_max[at], m_sum[at]) : T(0), o);
        }
    }

    void finishEmptyRow(Index i, T* o) const {
        const MaskConventions& conventions = m_rules.conventions;
        fillEmptyRow(m_V, conventions.emptyRow, o, [&](Index j) { return dropoutFactor(i, j); });
        if (conventions.emptyRow == EmptyRow::Zero && conventions.maskedValues == MaskedValues::Ieee)
            for (const Index j : m_badKeys)
                addBadValue(j, T(0), o);
    }

    /// The final weight of an allowed key whose value was set aside.
    T weight(Index i, Index j, T max, T sum) const {
        using Row = Eigen::Map<const Eigen::Matrix<T, Eigen::Dynamic, 1>>;
        T logit = m_rules.capped(Row(m_Q.row(i), m_Q.cols).dot(Row(m_K.row(j), m_K.cols)) * m_scale);
        if (m_mask.rules)
            m_mask.rules->addBias(m_mask.batch, m_mask.head, i, j, j + 1, &logit);
        const T weight = std::exp(logit - (max == kMinusInfinity<T> ? T(0) : max)) / sum;
        return weight * dropoutFactor(i, j);
    }

    void addBadValue(Index j, T weight, T* o) const {
        for (Index c = 0; c < m_V.cols; ++c)
            if (!std::isfinite(m_V.row(j)[c]))
                o[c] += weight * m_V.row(j)[c];
    }

    View<const T> m_Q, m_K, m_V;
    T m_scale;
    const HeadRules& m_rules;
    HeadMask m_mask;
    Index m_queryRows, m_keyRows;
    std::vector<T> m_scores;
    std::vector<std::uint8_t> m_cells;
    std::vector<T> m_max, m_sum;
    std::vector<std::uint8_t> m_isLive;  ///< The row has met an allowed key; its maximum alone cannot tell.
    std::vector<Index> m_badKeys;        ///< Keys that have values which are not finite.
    std::vector<T> m_finiteValues;
    Index m_i0 = 0, m_rows = 0;
};

}  // namespace

template <class T>
bool flashHeadPlain(View<const T> Q, View<const T> K, View<const T> V, T scale, const HeadRules& rules,
                    const TileSize& tile, View<T> O, T* lse, const Progress& progress) {
    QueryTile<T> walk(Q, K, V, scale, rules, tile);
    const auto open = [&](Index i0, Index i1) {
        if (progress.shouldStop())
            return false;
        walk.open(i0, i1, O);
        return true;
    };
    Index visited = 0;
    const auto visit = [&](Index, Index, Index j0, Index j1) {
        // A row of tiles of a long sequence would be too long to wait for.
        if (++visited % kTilesBetweenPolls == 0 && progress.shouldStop())
            return false;
        walk.visit(j0, j1 - j0, O);
        return true;
    };
    const auto close = [&](Index, Index i1) {
        walk.close(O, lse);
        progress.report(static_cast<double>(i1) / static_cast<double>(Q.rows));
    };
    return walkTiles(TileOrder::QueriesOutside, Q.rows, K.rows, tile, visit, open, close);
}

template <class T>
bool flashHead(View<const T> Q, View<const T> K, View<const T> V, T scale, const HeadRules& rules,
               const TileSize& tile, View<T> O, T* lse, const Progress& progress) {
    if constexpr (std::is_same_v<T, float>)
        if (const KernelTarget* const target = bestTarget()) {
            const VectorOutcome outcome = flashHeadVector(*target, Q, K, V, scale, rules, O, lse, progress);
            if (outcome != VectorOutcome::NotForThis)
                return outcome == VectorOutcome::Done;
        }
    return flashHeadPlain<T>(Q, K, V, scale, rules, tile, O, lse, progress);
}

double flashScratchBytes(const TileSize& tile, Index nq, Index nk, Index elementBytes) {
    const auto rows = static_cast<double>(std::min(tile.queryRows, nq));
    const auto keys = static_cast<double>(std::min(tile.keyRows, nk));
    const auto bytes = static_cast<double>(elementBytes);
    return rows * keys * (bytes + 1) + rows * (2 * bytes + 1);
}

template bool flashHeadPlain<float>(View<const float>, View<const float>, View<const float>, float, const HeadRules&,
                                    const TileSize&, View<float>, float*, const Progress&);
template bool flashHeadPlain<double>(View<const double>, View<const double>, View<const double>, double,
                                     const HeadRules&, const TileSize&, View<double>, double*, const Progress&);
template bool flashHead<float>(View<const float>, View<const float>, View<const float>, float, const HeadRules&,
                               const TileSize&, View<float>, float*, const Progress&);
template bool flashHead<double>(View<const double>, View<const double>, View<const double>, double, const HeadRules&,
                                const TileSize&, View<double>, double*, const Progress&);

}  // namespace attn
