#include "core/flash/tile_walk.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/flash/empty_row.h"
#include "core/flash/tile_order.h"

namespace attn {

namespace {

constexpr double kMinusInfinity = -std::numeric_limits<double>::infinity();

/// The running state of every query, as the first paper keeps it in main memory.
class Recorder {
  public:
    Recorder(View<const double> Q, View<const double> K, View<const double> V, double scale, const HeadRules& rules,
             TileWalk& walk)
        : m_Q(Q), m_K(K), m_V(V), m_scale(scale), m_rules(rules), m_walk(walk) {
        const double m = rules.sink.value_or(kMinusInfinity);
        m_max.assign(static_cast<std::size_t>(Q.rows), m);
        m_sum.assign(m_max.size(), rules.sink ? 1.0 : 0.0);
        m_isLive.assign(m_max.size(), rules.sink ? 1 : 0);
        walk.O.assign(static_cast<std::size_t>(Q.rows * V.cols), 0.0);
    }

    void visit(Index i0, Index i1, Index j0, Index j1) {
        ++m_walk.tiles;
        std::vector<std::uint8_t> cells(static_cast<std::size_t>((i1 - i0) * (j1 - j0)), 1);
        const HeadMask& mask = m_rules.mask;
        const Coverage coverage =
            mask.rules ? mask.rules->fillTile(mask.batch, mask.head, i0, i1, j0, j1, cells.data()) : Coverage::Full;
        if (coverage == Coverage::Empty) {
            ++m_walk.skipped;
            return;
        }
        TileStep step{i0, i1, j0, j1, {}, {}, {}, {}};
        for (Index i = i0; i < i1; ++i)
            absorb(i, j0, j1, coverage == Coverage::Full ? nullptr : cells.data() + (i - i0) * (j1 - j0), step);
        step.O.assign(row(i0), row(i1));
        m_walk.steps.push_back(std::move(step));
    }

    void finish() {
        for (Index i = 0; i < m_Q.rows; ++i) {
            const auto at = static_cast<std::size_t>(i);
            m_walk.lse.push_back(m_max[at] + std::log(m_sum[at]));
            const EmptyRow convention = m_rules.conventions.emptyRow;
            if (m_isLive[at] == 0)
                fillEmptyRow(m_V, convention, row(i), [&](Index j) { return dropout(i, j); });
            else if (m_walk.tiling.variant == FlashTiling::Variant::Fa2)
                std::for_each(row(i), row(i + 1), [&](double& o) { o /= m_sum[at]; });
            // In an empty row that is not zeros, every value has been counted already.
            const bool countsForbidden = m_isLive[at] == 0 && convention != EmptyRow::Zero;
            if (!countsForbidden && m_rules.conventions.maskedValues == MaskedValues::Ieee)
                addForbiddenValues(i);
        }
    }

  private:
    double* row(Index i) { return m_walk.O.data() + i * m_V.cols; }

    double logitOf(Index i, Index j) const {
        double dot = 0.0;
        for (Index c = 0; c < m_Q.cols; ++c)
            dot += m_Q.row(i)[c] * m_K.row(j)[c];
        double logit = m_rules.capped(dot * m_scale);
        const HeadMask& mask = m_rules.mask;
        if (mask.rules)
            mask.rules->addBias(mask.batch, mask.head, i, j, j + 1, &logit);
        return logit;
    }

    /// Brings query i from its state before the tile to that after it. `allowed` null: every key.
    void absorb(Index i, Index j0, Index j1, const std::uint8_t* allowed, TileStep& step) {
        const auto at = static_cast<std::size_t>(i);
        std::vector<double> weights(static_cast<std::size_t>(j1 - j0), kMinusInfinity);
        double max = m_max[at];
        for (Index j = j0; j < j1; ++j) {
            if (allowed && allowed[j - j0] == 0)
                continue;
            m_isLive[at] = 1;
            double& weight = weights[static_cast<std::size_t>(j - j0)];
            weight = logitOf(i, j);
            max = std::isnan(max) || max > weight ? max : weight;
        }
        // A row that has met nothing yet has nothing to rescale; exp(-inf - -inf) would be NaN.
        const double rescale = m_max[at] == kMinusInfinity ? 0.0 : std::exp(m_max[at] - max);
        const double before = m_sum[at];
        double sum = rescale * before;
        for (double& weight : weights)
            sum += weight = std::exp(weight - (max == kMinusInfinity ? 0.0 : max));
        const bool isDivided = m_walk.tiling.variant == FlashTiling::Variant::Fa1;
        for (Index c = 0; c < m_V.cols; ++c) {
            double& o = row(i)[c];
            o *= isDivided ? rescale * before : rescale;
            for (Index j = j0; j < j1; ++j)
                if (!allowed || allowed[j - j0] != 0)
                    o += weights[static_cast<std::size_t>(j - j0)] * dropout(i, j) * m_V.row(j)[c];
            if (isDivided)
                o /= sum == 0.0 ? 1.0 : sum;
        }
        m_max[at] = max;
        m_sum[at] = sum;
        step.max.push_back(max);
        step.sum.push_back(sum);
        step.rescale.push_back(rescale);
    }

    double dropout(Index i, Index j) const {
        return m_rules.dropoutFactor(i, j, m_K.rows);
    }

    void addForbiddenValues(Index i) {
        const HeadMask& mask = m_rules.mask;
        for (Index j = 0; j < m_V.rows; ++j)
            if (mask.rules && !mask.rules->allows(mask.batch, mask.head, i, j))
                for (Index c = 0; c < m_V.cols; ++c)
                    row(i)[c] += 0.0 * m_V.row(j)[c];
    }

    View<const double> m_Q, m_K, m_V;
    double m_scale;
    const HeadRules& m_rules;
    TileWalk& m_walk;
    std::vector<double> m_max, m_sum;
    std::vector<std::uint8_t> m_isLive;
};

}  // namespace

bool recordTileWalk(View<const double> Q, View<const double> K, View<const double> V, double scale,
                    const HeadRules& rules, const FlashTiling& tiling, TileWalk& walk, const Progress& progress) {
    walk = {};
    walk.tiling = tiling;
    Recorder recorder(Q, K, V, scale, rules, walk);
    const TileOrder order =
        tiling.variant == FlashTiling::Variant::Fa1 ? TileOrder::KeysOutside : TileOrder::QueriesOutside;
    const bool isDone = walkTiles(order, Q.rows, K.rows, {tiling.queryRows, tiling.keyRows},
                                  [&](Index i0, Index i1, Index j0, Index j1) {
                                      if (progress.shouldStop())
                                          return false;
                                      recorder.visit(i0, i1, j0, j1);
                                      return true;
                                  });
    if (isDone)
        recorder.finish();
    return isDone;
}

}  // namespace attn
