// The backward pass of one head, included once for each instruction set.
#include <algorithm>
#include <cmath>

#include "core/flash/empty_row.h"
#include "core/flash/tile_order.h"
#include "core/flash/vector_bounds_inl.h"
#include "core/flash/vector_gradients_inl.h"
#include "core/flash/vector_kernel.h"
#include "core/flash/vector_panel_inl.h"
#include "core/flash/vector_rules_inl.h"
#include "core/flash/vector_transpose_inl.h"
#if defined(HEADSCOPE_VECTOR_BACKWARD_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef HEADSCOPE_VECTOR_BACKWARD_INL
#undef HEADSCOPE_VECTOR_BACKWARD_INL
#else
#define HEADSCOPE_VECTOR_BACKWARD_INL
#endif
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace attn {
namespace HWY_NAMESPACE {

/// Walks blocks of queries, for each the blocks of keys, for each of these the panels of the block of queries in
/// groups: the weights and gradients of a group are made, then dK and dV are summed over all its queries at once.
class BackwardWalk {
  public:
    BackwardWalk(const BackwardJob& job, float* memory)
        : m_job(job),
          m_scratch(memory),
          m_panelCount(panelsThatFit(job)),
          m_rules(job.rules, job.K.rows, m_panelCount, m_scratch) {
        const Index statistics = m_panelCount * kPanelRows;
        m_queries = m_scratch.take(statistics * job.K.cols);
        m_dOut = m_scratch.take(statistics * job.V.cols);
        m_dQueries = m_scratch.take(statistics * job.K.cols);
        m_shift = m_scratch.take(statistics);
        m_D = m_scratch.take(statistics);
        m_weights = m_scratch.take(kGroup * kTile);
        m_gradients = m_scratch.take(kGroup * kTile);
        m_kept = m_scratch.take(kTile);
        m_slopes = m_scratch.take(kTile);
        std::fill_n(m_ones, kLanes, 1.0F);
        m_isChanged = job.rules.softcap > 0.0 || job.rules.dropout;
    }

    VectorOutcome run() {
        if (const VectorOutcome outcome = prepare(); outcome != VectorOutcome::Done)
            return outcome;
        for (Index i0 = 0; i0 < m_job.Q.rows; i0 += m_panelCount * kPanelRows) {
            if (m_job.progress.shouldStop())
                return VectorOutcome::Stopped;
            if (!queryBlock(i0, std::min(i0 + m_panelCount * kPanelRows, m_job.Q.rows)))
                return VectorOutcome::Stopped;
            m_job.progress.report(static_cast<double>(std::min(i0 + m_panelCount * kPanelRows, m_job.Q.rows)) /
                                  static_cast<double>(m_job.Q.rows));
        }
        return VectorOutcome::Done;
    }

  private:
    static constexpr Index kMostPanels = std::min(384 / kPanelRows, Index(32));
    /// Panels whose weights are kept together: 96 queries, so that dK and dV are loaded and stored seldom.
    static constexpr Index kGroup = std::min(96 / kPanelRows, Index(8));
    static constexpr Index kRowsBetweenPolls = 4096;
    static constexpr Index kTile = kPanelRows * kBlockKeys;

    static Index panelsThatFit(const BackwardJob& job) {
        const Index each = kPanelRows * (2 * job.K.cols + job.V.cols + 2) + TileRules::kNumbers;
        const Index shared = (2 * kGroup + 2) * kTile;
        return std::clamp((Index(kBackwardBytes / sizeof(float)) - shared) / each, Index(1), kMostPanels);
    }

    /// D, and whether the head is for the vector form: before anything is added to dK and dV.
    VectorOutcome prepare() {
        const HeadRules& rules = m_job.rules;
        float largestLse = 0.0F;
        bool isFinite = true;
        bool hasEmptyRows = false;
        rowProducts(m_job.dO, m_job.O, m_job.D);
        for (Index i = 0; i < m_job.Q.rows; ++i) {
            const float lse = m_job.lse[i];
            if (i % kRowsBetweenPolls == kRowsBetweenPolls - 1 && m_job.progress.shouldStop())
                return VectorOutcome::Stopped;
            if (lse == -std::numeric_limits<float>::infinity() && isEmptyRow(i)) {
                m_job.D[i] = 0.0F;
                hasEmptyRows = true;
                continue;
            }
            largestLse = std::max(largestLse, std::abs(lse));
            // Numbers that are not finite in dO or O are not finite here either.
            isFinite = isFinite && std::isfinite(lse) && std::isfinite(m_job.D[i]);
        }
        const double query = std::sqrt(static_cast<double>(largestNorm2(m_job.Q)));
        const double key = std::sqrt(static_cast<double>(largestNorm2(m_job.K)));
        // Bounds of |v| and |dO|, which need not be close.
        const double width = std::sqrt(static_cast<double>(m_job.V.cols));
        const double value = width * static_cast<double>(largestMagnitude(m_job.V));
        const double dOut = width * static_cast<double>(largestMagnitude(m_job.dO));
        const double score = query * key * std::abs(static_cast<double>(m_job.scale)) * kLog2e;
        const auto most = static_cast<double>(std::numeric_limits<float>::max());
        // "Not at most" is true for NaN.
        if (!isFinite || !(query * key <= most) || !(score <= most) || !(dOut * value <= most))
            return VectorOutcome::NotForThis;
        m_isMild = !m_rules.addsToScores() && score <= kBoundedScore && largestLse * kLog2e <= kLargestMildShift;
        for (Index i = 0; i < m_job.Q.rows && hasEmptyRows; ++i)
            if (m_job.lse[i] == -std::numeric_limits<float>::infinity())
                addEmptyRow<float>(rules, m_job.dO, i, m_job.dV);
        return VectorOutcome::Done;
    }

    /// -inf is also the lse of a row of nothing but infinite logits: only the mask can tell them apart.
    bool isEmptyRow(Index i) const {
        const HeadMask& mask = m_job.rules.mask;
        if (m_job.rules.sink)
            return false;
        return m_job.K.rows == 0 || (mask.rules && mask.rules->isEmptyRow(mask.batch, mask.head, i));
    }

    /// False when stopped.
    bool queryBlock(Index i0, Index i1) {
        m_panels = divideAmongPanels(i0, i1, m_panel);
        for (Index p = 0; p < m_panels; ++p)
            open(p);
        const KeyRange met =
            m_rules.isRanges() ? hullOf(m_panel, m_panels, m_job.K.rows) : KeyRange{0, m_job.K.rows};
        const Index begin = met.first / kBlockKeys * kBlockKeys;
        const Index end = met.last;
        for (Index j0 = begin; j0 < end; j0 += kBlockKeys) {
            if (j0 / kBlockKeys % 8 == 7 && m_job.progress.shouldStop())
                return false;
            const Index keys = std::min(end - j0, kBlockKeys);
            for (Index p = 0; p < m_panels; p += kGroup) {
                prefetchNext(p, j0 + keys, end);
                group(p, std::min(p + kGroup, m_panels), j0, keys);
            }
        }
        for (Index p = 0; p < m_panels; ++p)
            close(p);
        return true;
    }

    void open(Index p) {
        Panel& panel = m_panel[p];
        m_rules.open(p, panel);
        const Index rows = panel.i1 - panel.i0;
        for (Index v = 0; v < panel.vectors; ++v) {
            const Index i = panel.i0 + v * kLanes;
            const Index count = std::min(kLanes, panel.i1 - i);
            transposeIn(m_job.Q.row(i), count, m_job.Q.cols, 1.0F, queries(p) + v * kLanes);
            transposeIn(m_job.dO.row(i), count, m_job.dO.cols, 1.0F, dOut(p) + v * kLanes);
        }
        panel.isFresh = true;
        float* const shift = m_shift + p * kPanelRows;
        const float factor = m_isMild ? static_cast<float>(kLog2e) : 1.0F;
        for (Index r = 0; r < kPanelRows; ++r) {
            // The weights of an empty row, and of the lanes beyond the last query, are masked or meet only zeros.
            const float lse = r < rows ? m_job.lse[panel.i0 + r] : 0.0F;
            shift[r] = std::isfinite(lse) ? lse * factor : 0.0F;
        }
        std::fill_n(m_D + p * kPanelRows, kPanelRows, 0.0F);
        std::copy_n(m_job.D + panel.i0, rows, m_D + p * kPanelRows);
    }

    /// Asks for the group's share of the next block of keys, and of what is added to there.
    void prefetchNext(Index p, Index j1, Index end) const {
        const Index next = std::clamp(end - j1, Index(0), kBlockKeys);
        const Index first = j1 + next * p / m_panels;
        const Index last = j1 + next * std::min(p + kGroup, m_panels) / m_panels;
        prefetch<0>(m_job.K.row(first), m_job.K.row(last));
        prefetch<0>(m_job.V.row(first), m_job.V.row(last));
        prefetch<1>(m_job.dK.row(first), m_job.dK.row(last));
        prefetch<1>(m_job.dV.row(first), m_job.dV.row(last));
    }

    void group(Index first, Index last, Index j0, Index keys) {
        bool hasSome = false;
        for (Index p = first; p < last; ++p) {
            Segments& parts = m_segments[p - first];
            const Coverage found = m_rules.coverage(p, m_panel[p], j0, keys, parts);
            if (found == Coverage::Empty)
                continue;
            hasSome = true;
            float* const weights = m_weights + (p - first) * kTile;
            float* const gradients = m_gradients + (p - first) * kTile;
            makeWeights(p, j0, parts, weights);
            if (found == Coverage::Mixed)
                m_rules.mask(p, j0, parts, weights, 0.0F);
            makeGradients(p, j0, parts, weights, gradients);
            const ValueSum how{nullptr, std::exchange(m_panel[p].isFresh, false)};
            HEADSCOPE_FOR_VECTORS(m_panel[p].vectors, valueBlock, m_job.K.row(j0), m_job.K.cols, gradients, parts,
                                  how, dQueries(p));
        }
        if (!hasSome)
            return;
        sumOverQueries(first, last, keys, m_weights, m_job.dO, m_dOut, m_job.dV.row(j0));
        sumOverQueries(first, last, keys, m_gradients, m_job.Q, m_queries, m_job.dK.row(j0));
    }

    void makeWeights(Index p, Index j0, const Segments& parts, float* weights) {
        const Index width = m_job.K.cols;
        const auto softcap = static_cast<float>(m_job.rules.softcap);
        const auto factor = static_cast<float>(static_cast<double>(m_job.scale) * kLog2e);
        for (Index s = 0; s < parts.count; ++s) {
            const Segment& part = parts.parts[s];
            const Index keys = part.j1 - part.j0;
            const Index at = part.v0 * kLanes;
            const float* const K = m_job.K.row(j0 + part.j0);
            const float* const shift = m_shift + p * kPanelRows + at;
            float* const tile = weights + part.j0 * kPanelRows + at;
            if (m_isMild) {
                const MildWeights ending{shift, factor};
                HEADSCOPE_FOR_VECTORS(part.vectors, mildWeights, K, keys, width, queries(p) + at, tile, ending);
            } else if (!m_rules.addsToScores()) {
                const AnyWeights ending{shift, m_job.scale};
                HEADSCOPE_FOR_VECTORS(part.vectors, anyWeights, K, keys, width, queries(p) + at, tile, ending);
            } else {
                HEADSCOPE_FOR_VECTORS(part.vectors, sumsAlone, K, keys, width, queries(p) + at, tile);
                HEADSCOPE_FOR_VECTORS(part.vectors, scaleScores, tile, keys, m_job.scale);
            }
            if (softcap > 0.0F) {
                float* const slopes = m_slopes + part.j0 * kPanelRows + at;
                HEADSCOPE_FOR_VECTORS(part.vectors, capScores, tile, keys, softcap);
                HEADSCOPE_FOR_VECTORS(part.vectors, capSlopes, tile, keys, softcap, m_job.scale, slopes);
            }
        }
        if (!m_rules.addsToScores())
            return;
        m_rules.addBias(m_panel[p], j0, parts, weights);
        for (Index s = 0; s < parts.count; ++s) {
            const Segment& part = parts.parts[s];
            const Index at = part.v0 * kLanes;
            HEADSCOPE_FOR_VECTORS(part.vectors, toWeights, weights + part.j0 * kPanelRows + at, part.j1 - part.j0,
                                  m_shift + p * kPanelRows + at);
        }
    }

    void makeGradients(Index p, Index j0, const Segments& parts, float* weights, float* gradients) {
        for (Index s = 0; s < parts.count; ++s) {
            const Segment& part = parts.parts[s];
            const Index keys = part.j1 - part.j0;
            const Index at = part.v0 * kLanes;
            const Index place = part.j0 * kPanelRows + at;
            const float* const V = m_job.V.row(j0 + part.j0);
            const ScoreGradients ending{weights + place, m_D + p * kPanelRows + at, m_job.scale};
            if (m_isChanged)
                HEADSCOPE_FOR_VECTORS(part.vectors, sumsAlone, V, keys, m_job.V.cols, dOut(p) + at,
                                      gradients + place);
            else
                HEADSCOPE_FOR_VECTORS(part.vectors, scoreGradients, V, keys, m_job.V.cols, dOut(p) + at,
                                      gradients + place, ending);
        }
        if (!m_isChanged)
            return;
        std::fill_n(m_kept, kTile, 1.0F);
        if (m_job.rules.dropout)
            m_rules.drop(m_panel[p], j0, parts, m_kept);
        if (m_job.rules.softcap <= 0.0)
            std::fill_n(m_slopes, kTile, m_job.scale);
        for (Index s = 0; s < parts.count; ++s) {
            const Segment& part = parts.parts[s];
            const Index at = part.v0 * kLanes;
            const Index place = part.j0 * kPanelRows + at;
            HEADSCOPE_FOR_VECTORS(part.vectors, changedGradients, weights + place, gradients + place,
                                  part.j1 - part.j0, m_D + p * kPanelRows + at, m_kept + place, m_slopes + place);
        }
    }

    /// out (keys x width) += tiles (keys x queries) rows (queries x width), for the queries of a group.
    void sumOverQueries(Index first, Index last, Index keys, const float* tiles, View<const float> rows,
                        const float* columns, float* out) const {
        Index next[kGroup] = {};
        for (Index j = 0; j < keys;) {
            // As many keys as the same queries serve.
            Index end = keys;
            Index runCount = 0;
            QueryRun runs[kGroup];
            for (Index p = first; p < last; ++p) {
                const Index slot = p - first;
                const Segments& parts = m_segments[slot];
                while (next[slot] < parts.count && parts.parts[next[slot]].j1 <= j)
                    ++next[slot];
                if (next[slot] == parts.count)
                    continue;
                const Segment& part = parts.parts[next[slot]];
                end = std::min(end, part.j0 > j ? part.j0 : part.j1);
                if (part.j0 > j)
                    continue;
                const Index at = part.v0 * kLanes;
                const Index stop = std::min(at + part.vectors * kLanes, m_panel[p].i1 - m_panel[p].i0);
                runs[runCount++] = {tiles + slot * kTile + at, rows.row(m_panel[p].i0 + at),
                                    columns + p * kPanelRows * rows.cols + at, stop - at};
            }
            if (runCount > 0)
                keyBlock(runs, runCount, j, end, rows.cols, out);
            j = end;
        }
    }

    void close(Index p) {
        const Panel& panel = m_panel[p];
        if (panel.isFresh)
            std::fill_n(dQueries(p), kPanelRows * m_job.Q.cols, 0.0F);
        for (Index v = 0; v < panel.vectors; ++v) {
            const Index i = panel.i0 + v * kLanes;
            transposeOut(dQueries(p) + v * kLanes, std::min(kLanes, panel.i1 - i), m_job.Q.cols, m_ones,
                         m_job.dQ.row(i));
        }
    }

    /// |lse| log2(e) up to which 2^(score - lse) is in range where scores are bounded; there lse is at most the bound
    /// and the logarithm of the number of keys.
    static constexpr double kLargestMildShift = 60.0;

    float* queries(Index p) { return m_queries + p * kPanelRows * m_job.Q.cols; }
    float* dOut(Index p) { return m_dOut + p * kPanelRows * m_job.V.cols; }
    float* dQueries(Index p) { return m_dQueries + p * kPanelRows * m_job.Q.cols; }

    const BackwardJob& m_job;
    Scratch m_scratch;
    Index m_panelCount;  ///< Panels of a full block of queries
    TileRules m_rules;
    bool m_isMild = false;     ///< No exponent can leave the range of 2^x.
    bool m_isChanged = false;  ///< Gradients have a slope or a dropout factor for each cell.
    Index m_panels = 0;        ///< Panels of the present block of queries
    Panel m_panel[kMostPanels];
    Segments m_segments[kGroup];
    // Each of the first five holds a part for each panel.
    float *m_queries = nullptr, *m_dOut = nullptr, *m_dQueries = nullptr, *m_shift = nullptr, *m_D = nullptr;
    float *m_weights = nullptr, *m_gradients = nullptr;  ///< P and dS, a tile for each panel of a group
    float *m_kept = nullptr, *m_slopes = nullptr;        ///< Of one tile
    HWY_ALIGN float m_ones[kLanes];
};

static_assert(sizeof(BackwardWalk) + kBackwardBytes <= std::size_t(512) * 1024);

inline VectorOutcome backward(const BackwardJob& job, float* scratch) {
    return BackwardWalk(job, scratch).run();
}

}  // namespace HWY_NAMESPACE
}  // namespace attn
HWY_AFTER_NAMESPACE();
#endif
