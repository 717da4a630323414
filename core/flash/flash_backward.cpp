#include "core/flash/flash_backward.h"

#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "core/flash/empty_row.h"
#include "core/flash/vector_kernel.h"

namespace attn {

namespace {

template <class T>
using Matrix2 = Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
template <class T>
using Tile = Eigen::Map<Matrix2<T>>;
template <class T>
using ConstTile = Eigen::Map<const Matrix2<T>>;

template <class T>
class BackwardTile {
  public:
    BackwardTile(View<const T> Q, View<const T> K, View<const T> V, View<const T> dO, const T* lse, const T* D,
                 T scale, const HeadRules& rules, const TileSize& tile)
        : m_Q(Q), m_K(K), m_V(V), m_dO(dO), m_lse(lse), m_D(D), m_scale(scale), m_rules(rules), m_mask(rules.mask) {
        const auto size = static_cast<std::size_t>(std::min(tile.queryRows, Q.rows) * std::min(tile.keyRows, K.rows));
        m_weights.resize(size);
        m_gradients.resize(size);
        m_cells.resize(m_mask.rules && !m_mask.rules->forbidsNothing() ? size : 0);
    }

    void visit(Index i0, Index i1, Index j0, Index j1, View<T> dQ, View<T> dK, View<T> dV) {
        const Index rows = i1 - i0;
        const Index keys = j1 - j0;
        Coverage coverage = Coverage::Full;
        if (!m_cells.empty())
            coverage = m_mask.rules->fillTile(m_mask.batch, m_mask.head, i0, i1, j0, j1, m_cells.data());
        if (coverage == Coverage::Empty)
            return;
        Tile<T> P(m_weights.data(), rows, keys);
        Tile<T> dP(m_gradients.data(), rows, keys);
        const ConstTile<T> queries(m_Q.row(i0), rows, m_Q.cols);
        const ConstTile<T> keyRows(m_K.row(j0), keys, m_K.cols);
        const ConstTile<T> dOut(m_dO.row(i0), rows, m_dO.cols);
        P.noalias() = queries * keyRows.transpose();
        P *= m_scale;
        dP.noalias() = dOut * ConstTile<T>(m_V.row(j0), keys, m_V.cols).transpose();
        for (Index r = 0; r < rows; ++r)
            row(i0 + r, j0, keys, coverage == Coverage::Full ? nullptr : m_cells.data() + r * keys, &P(r, 0),
                &dP(r, 0));
        Tile<T>(dV.row(j0), keys, dV.cols).noalias() += P.transpose() * dOut;
        Tile<T>(dQ.row(i0), rows, dQ.cols).noalias() += dP * keyRows;
        Tile<T>(dK.row(j0), keys, dK.cols).noalias() += dP.transpose() * queries;
    }

    /// D_i from the allowed keys one by one. Where a forbidden value entered O as 0 x NaN, dO . O cannot tell.
    T productOfAllowed(Index i) const {
        T sum = 0;
        for (Index j = 0; j < m_K.rows; ++j) {
            if (m_mask.rules && !m_mask.rules->allows(m_mask.batch, m_mask.head, i, j))
                continue;
            const T score = Line(m_Q.row(i), m_Q.cols).dot(Line(m_K.row(j), m_K.cols));
            sum += weightOf(i, j, m_rules.capped(m_scale * score)) *
                   (Line(m_dO.row(i), m_dO.cols).dot(Line(m_V.row(j), m_V.cols)) * dropoutFactor(i, j));
        }
        return sum;
    }

  private:
    using Line = Eigen::Map<const Eigen::Matrix<T, Eigen::Dynamic, 1>>;

    T dropoutFactor(Index i, Index j) const { return static_cast<T>(m_rules.dropoutFactor(i, j, m_K.rows)); }

    T weightOf(Index i, Index j, T logit) const {
        if (m_mask.rules)
            m_mask.rules->addBias(m_mask.batch, m_mask.head, i, j, j + 1, &logit);
        return std::exp(logit - m_lse[i]);
    }

    /// Scaled scores in `p`, dO V^T in `d`; dropped weights and gradients of the raw scores out.
    void row(Index i, Index j0, Index keys, const std::uint8_t* cells, T* p, T* d) const {
        const auto most = static_cast<T>(m_rules.softcap);
        for (Index j = 0; j < keys; ++j) {
            if (cells && cells[j] == 0) {
                p[j] = d[j] = T(0);
                continue;
            }
            T logit = p[j];
            T slope = m_scale;
            if (most > T(0)) {
                const T share = std::tanh(logit / most);
                logit = most * share;
                slope *= T(1) - share * share;
            }
            const T kept = dropoutFactor(i, j0 + j);
            const T weight = weightOf(i, j0 + j, logit);
            p[j] = weight * kept;
            d[j] = weight * (d[j] * kept - m_D[i]) * slope;
        }
    }

    View<const T> m_Q, m_K, m_V, m_dO;
    const T* m_lse;
    const T* m_D;
    T m_scale;
    const HeadRules& m_rules;
    HeadMask m_mask;
    std::vector<T> m_weights, m_gradients;
    std::vector<std::uint8_t> m_cells;
};

}  // namespace

template <class T>
bool flashHeadBackwardPlain(View<const T> Q, View<const T> K, View<const T> V, View<const T> O, View<const T> dO,
                            const T* lse, T scale, const HeadRules& rules, const TileSize& tile, View<T> dQ,
                            View<T> dK, View<T> dV, T* D, const Progress& progress) {
    std::vector<T> own(D ? 0 : static_cast<std::size_t>(Q.rows));
    T* const products = D ? D : own.data();
    std::fill_n(dQ.data, dQ.rows * dQ.cols, T(0));
    BackwardTile<T> walk(Q, K, V, dO, lse, products, scale, rules, tile);
    for (Index i = 0; i < Q.rows; ++i) {
        products[i] = 0;
        const HeadMask& mask = rules.mask;
        // -inf is also what a row of nothing but infinite logits has: only the mask can tell them apart.
        const bool isEmpty = !rules.sink && lse[i] == -std::numeric_limits<T>::infinity() && mask.rules &&
                             mask.rules->isEmptyRow(mask.batch, mask.head, i);
        if (isEmpty) {
            addEmptyRow<T>(rules, dO, i, dV);
            continue;
        }
        for (Index c = 0; c < dO.cols; ++c)
            products[i] += dO.row(i)[c] * O.row(i)[c];
        if (!std::isfinite(products[i]) && rules.conventions.maskedValues == MaskedValues::Ieee)
            products[i] = walk.productOfAllowed(i);
    }
    return walkTiles(TileOrder::QueriesOutside, Q.rows, K.rows, tile, [&](Index i0, Index i1, Index j0, Index j1) {
        if (progress.shouldStop())
            return false;
        walk.visit(i0, i1, j0, j1, dQ, dK, dV);
        return true;
    });
}

template <class T>
bool flashHeadBackward(View<const T> Q, View<const T> K, View<const T> V, View<const T> O, View<const T> dO,
                       const T* lse, T scale, const HeadRules& rules, const TileSize& tile, View<T> dQ, View<T> dK,
                       View<T> dV, T* D, const Progress& progress) {
    if constexpr (std::is_same_v<T, float>)
        if (const KernelTarget* const target = bestTarget()) {
            std::vector<float> own(D ? 0 : static_cast<std::size_t>(Q.rows));
            const VectorOutcome outcome = flashHeadBackwardVector(*target, Q, K, V, O, dO, lse, scale, rules, dQ, dK,
                                                                  dV, D ? D : own.data(), progress);
            if (outcome != VectorOutcome::NotForThis)
                return outcome == VectorOutcome::Done;
        }
    return flashHeadBackwardPlain<T>(Q, K, V, O, dO, lse, scale, rules, tile, dQ, dK, dV, D, progress);
}

template bool flashHeadBackwardPlain<float>(View<const float>, View<const float>, View<const float>,
                                            View<const float>, View<const float>, const float*, float,
                                            const HeadRules&, const TileSize&, View<float>, View<float>, View<float>,
                                            float*, const Progress&);
template bool flashHeadBackwardPlain<double>(View<const double>, View<const double>, View<const double>,
                                             View<const double>, View<const double>, const double*, double,
                                             const HeadRules&, const TileSize&, View<double>, View<double>,
                                             View<double>, double*, const Progress&);

template bool flashHeadBackward<float>(View<const float>, View<const float>, View<const float>, View<const float>,
                                       View<const float>, const float*, float, const HeadRules&, const TileSize&,
                                       View<float>, View<float>, View<float>, float*, const Progress&);
template bool flashHeadBackward<double>(View<const double>, View<const double>, View<const double>,
                                        View<const double>, View<const double>, const double*, double,
                                        const HeadRules&, const TileSize&, View<double>, View<double>, View<double>,
                                        double*, const Progress&);

}  // namespace attn
