// The forward pass of one head, included once for each instruction set.
#include <algorithm>
#include <cmath>

#include "core/flash/empty_row.h"
#include "core/flash/tile_order.h"
#include "core/flash/vector_bounds_inl.h"
#include "core/flash/vector_kernel.h"
#include "core/flash/vector_panel_inl.h"
#include "core/flash/vector_passes_inl.h"
#include "core/flash/vector_products_inl.h"
#include "core/flash/vector_transpose_inl.h"
#if defined(HEADSCOPE_VECTOR_FORWARD_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef HEADSCOPE_VECTOR_FORWARD_INL
#undef HEADSCOPE_VECTOR_FORWARD_INL
#else
#define HEADSCOPE_VECTOR_FORWARD_INL
#endif
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace attn {
namespace HWY_NAMESPACE {

// Calls NAME<vectors>(...) for vectors 1, 2 or 3. A macro, as a lambda would not be compiled for the instruction set.
#define HEADSCOPE_FOR_VECTORS(VECTORS, NAME, ...) \
    ((VECTORS) == 3 ? NAME<3>(__VA_ARGS__) : (VECTORS) == 2 ? NAME<2>(__VA_ARGS__) : NAME<1>(__VA_ARGS__))

template <int kVectors>
HWY_INLINE void plainScores(const float* K, Index keys, Index width, const float* queries, float* scores) {
    scoreBlock<kVectors, false>(K, keys, width, queries, scores);
}
template <int kVectors>
HWY_INLINE void powerScores(const float* K, Index keys, Index width, const float* queries, float* scores) {
    scoreBlock<kVectors, true>(K, keys, width, queries, scores);
}

/// Walks blocks of queries, for each the blocks of keys, for each of these the panels of the block of queries.
class ForwardWalk {
  public:
    ForwardWalk(const ForwardJob& job, float* scratch) : m_job(job) {
        m_hasRules = job.rules.mask.rules && !job.rules.mask.rules->forbidsNothing();
        m_addsNothing = job.rules.softcap <= 0.0 && !(job.rules.mask.rules && job.rules.mask.rules->hasBias());
        m_isRanges = m_hasRules && job.rules.mask.rules->isRanges();
        const Index panelNumbers = kPanelRows * (job.K.cols + job.V.cols + kStatistics);
        const Index fixedNumbers = kPanelRows * (kBlockKeys + kBlockKeys / 4 + 4) + kBlockKeys;
        m_panelCount =
            std::clamp((Index(kScratchBytes / sizeof(float)) - fixedNumbers) / panelNumbers, Index(1), kMostPanels);
        const Index statistics = m_panelCount * kPanelRows;
        const auto take = [&scratch](Index count) { return std::exchange(scratch, scratch + count); };
        m_queries = take(statistics * job.K.cols);
        m_outputs = take(statistics * job.V.cols);
        m_max = take(statistics);
        m_sum = take(statistics);
        m_live = reinterpret_cast<std::int32_t*>(take(statistics));
        m_first = reinterpret_cast<std::int32_t*>(take(statistics));
        m_last = reinterpret_cast<std::int32_t*>(take(statistics));
        m_scores = take(kPanelRows * kBlockKeys);
        m_factor = take(kPanelRows);
        m_shift = take(kPanelRows);
        m_bits = reinterpret_cast<std::int32_t*>(take(2 * kPanelRows));
        m_bias = take(kBlockKeys);
        m_cells = reinterpret_cast<std::uint8_t*>(scratch);
    }

    VectorOutcome run() {
        const bool readsMaskedValues = m_hasRules && m_job.rules.conventions.maskedValues == MaskedValues::Ieee;
        if (readsMaskedValues && !std::isfinite(largestMagnitude(m_job.V)))
            return VectorOutcome::NotForThis;
        for (Index i0 = 0; i0 < m_job.Q.rows; i0 += m_panelCount * kPanelRows) {
            if (m_job.progress.shouldStop())
                return VectorOutcome::Stopped;
            const Index i1 = std::min(i0 + m_panelCount * kPanelRows, m_job.Q.rows);
            const VectorOutcome outcome = queryBlock(i0, i1);
            if (outcome != VectorOutcome::Done)
                return outcome;
        }
        return VectorOutcome::Done;
    }

  private:
    static constexpr Index kMostPanels = 384 / kPanelRows;
    static constexpr Index kStatistics = 5;

    VectorOutcome queryBlock(Index i0, Index i1) {
        layOut(i0, i1);
        Index begin = 0;
        Index end = m_job.K.rows;
        if (m_isRanges) {
            begin = end;
            end = 0;
            for (Index p = 0; p < m_panels; ++p) {
                begin = std::min(begin, m_panel[p].hullFirst());
                end = std::max(end, m_panel[p].hullLast());
            }
        }
        begin = begin / kBlockKeys * kBlockKeys;
        // Panels are opened and closed one by one between the tiles, while memory fetches what the next one needs.
        for (Index j0 = begin; j0 < end || j0 == begin; j0 += kBlockKeys) {
            if (j0 / kBlockKeys % 16 == 15 && m_job.progress.shouldStop())
                return VectorOutcome::Stopped;
            const Index keys = std::clamp(end - j0, Index(0), kBlockKeys);
            const bool isLast = j0 + keys >= end;
            if (!checkKeys(j0, keys))
                return VectorOutcome::NotForThis;
            for (Index p = 0; p < m_panels; ++p) {
                if (j0 == begin && !open(p))
                    return VectorOutcome::NotForThis;
                prefetchNext(p, j0, keys, end, i1);
                if (keys > 0 && !visit(p, j0, keys))
                    return VectorOutcome::NotForThis;
                if (isLast)
                    close(p);
            }
        }
        return VectorOutcome::Done;
    }

    /// Divides the queries among the panels.
    void layOut(Index i0, Index i1) {
        const Index vectors = tileCount(i1 - i0, kLanes);
        m_panels = tileCount(vectors, kPanelVectors);
        for (Index p = 0; p < m_panels; ++p) {
            Panel& panel = m_panel[p];
            // Two panels of 2 vectors are faster than one of 3 and one of 1.
            panel.vectors = vectors / m_panels + (p < vectors % m_panels ? 1 : 0);
            panel.i0 = i0;
            panel.i1 = i0 = std::min(i0 + panel.vectors * kLanes, i1);
            if (m_isRanges)
                findRanges(m_job.rules.mask, panel, m_first + p * kPanelRows, m_last + p * kPanelRows);
        }
    }

    /// False if the keys or values are not for the vector form.
    bool checkKeys(Index j0, Index keys) {
        m_keyNorm2 = largestNorm2({m_job.K.row(j0), keys, m_job.K.cols});
        const float value = largestMagnitude({m_job.V.row(j0), keys, m_job.V.cols});
        m_isValueMild = value == 0.0F || (value >= kLeastBoundedValue && value <= kLargestBoundedValue);
        return std::isfinite(m_keyNorm2) && std::isfinite(value);
    }

    /// False if the scores of this tile may overflow. Goes over to running maxima if it has to.
    bool checkScores(Index p) {
        const double product =
            std::sqrt(static_cast<double>(m_panel[p].queryNorm2) * static_cast<double>(m_keyNorm2));
        const double score = product * std::abs(static_cast<double>(m_job.scale)) * kLog2e;
        bool& isBounded = m_panel[p].isBounded;
        if (isBounded && !(score <= kBoundedScore && m_isValueMild)) {
            isBounded = false;
            fillQueries(p);
            // What has been met so far is relative to a maximum of 0.
            for (Index at = p * kPanelRows; at < (p + 1) * kPanelRows; ++at)
                m_max[at] = m_sum[at] > 0.0F ? 0.0F : -std::numeric_limits<float>::infinity();
        }
        return std::max(product, score) <= static_cast<double>(std::numeric_limits<float>::max());
    }

    /// Asks for this panel's share of the next block of keys; for the queries of the next panel while panels are
    /// opened, and for the rows of the outputs that it is going to write while they are closed.
    void prefetchNext(Index p, Index j0, Index keys, Index end, Index i1) const {
        const Index j1 = j0 + keys;
        const Index nextKeys = std::clamp(end - j1, Index(0), kBlockKeys);
        const Index first = j1 + nextKeys * p / m_panels;
        const Index last = j1 + nextKeys * (p + 1) / m_panels;
        prefetch<0>(m_job.K.row(first), m_job.K.row(last));
        prefetch<0>(m_job.V.row(first), m_job.V.row(last));
        // The next block of queries begins where the last panel ends.
        const Index i = m_panel[p].i1;
        if (i < i1 || nextKeys == 0)
            prefetch<0>(m_job.Q.row(i), m_job.Q.row(std::min(i + kPanelRows, m_job.Q.rows)));
        if (nextKeys == 0)
            prefetch<1>(m_job.O.row(m_panel[p].i0), m_job.O.row(m_panel[p].i1));
    }

    /// False if the queries are not for the vector form.
    bool open(Index p) {
        Panel& panel = m_panel[p];
        panel.queryNorm2 = largestNorm2({m_job.Q.row(panel.i0), panel.i1 - panel.i0, m_job.Q.cols});
        const bool hasSink = m_job.rules.sink.has_value();
        const float sink = hasSink ? static_cast<float>(*m_job.rules.sink) : 0.0F;
        panel.isBounded = m_addsNothing && std::abs(static_cast<double>(sink)) * kLog2e <= kBoundedScore;
        const float max = panel.isBounded ? 0.0F : hasSink ? sink : -std::numeric_limits<float>::infinity();
        const float sum = !hasSink ? 0.0F : panel.isBounded ? std::exp(sink) : 1.0F;
        const bool isLive = hasSink || (!m_hasRules && m_job.K.rows > 0);
        std::fill_n(m_max + p * kPanelRows, kPanelRows, max);
        std::fill_n(m_sum + p * kPanelRows, kPanelRows, sum);
        std::fill_n(outputs(p), kPanelRows * m_job.V.cols, 0.0F);
        fillQueries(p);
        for (Index at = p * kPanelRows; at < (p + 1) * kPanelRows; ++at)
            m_live[at] = isLive || (m_isRanges && m_first[at] < m_last[at]) ? 1 : 0;
        return std::isfinite(panel.queryNorm2);
    }

    /// Q^T, so that its product with K is the exponent of two where no maximum is needed. Otherwise the score as the
    /// plain form has it, which is exact where large ones are close to each other.
    void fillQueries(Index p) {
        const Panel& panel = m_panel[p];
        const float factor = panel.isBounded ? static_cast<float>(static_cast<double>(m_job.scale) * kLog2e) : 1.0F;
        for (Index v = 0; v < panel.vectors; ++v)
            transposeIn(m_job.Q.row(panel.i0 + v * kLanes), std::min(kLanes, panel.i1 - panel.i0 - v * kLanes),
                        m_job.Q.cols, factor, queries(p) + v * kLanes);
    }

    Coverage coverage(Index p, Index j0, Index keys) {
        const Panel& panel = m_panel[p];
        m_segments.count = 0;
        if (m_isRanges) {
            if (panel.hullLast() <= j0 || panel.hullFirst() >= j0 + keys)
                return Coverage::Empty;
            if (panel.fullFirst > j0 || panel.fullLast < j0 + keys) {
                findSegments(panel, j0, keys, m_segments);
                return Coverage::Mixed;
            }
        }
        m_segments.add({0, keys, 0, panel.vectors});
        if (!m_hasRules || m_isRanges)
            return Coverage::Full;
        const HeadMask& mask = m_job.rules.mask;
        const Coverage found =
            mask.rules->fillTile(mask.batch, mask.head, panel.i0, panel.i1, j0, j0 + keys, m_cells);
        if (found == Coverage::Mixed)
            packCells(m_cells, panel.i1 - panel.i0, keys, m_bits, m_live + p * kPanelRows);
        else if (found == Coverage::Full)
            std::fill_n(m_live + p * kPanelRows, kPanelRows, 1);
        return found;
    }

    /// One tile. False if it is not for the vector form.
    bool visit(Index p, Index j0, Index keys) {
        const Coverage found = coverage(p, j0, keys);
        if (found == Coverage::Empty)
            return true;
        if (!checkScores(p))
            return false;
        const bool isBounded = m_panel[p].isBounded;
        for (Index s = 0; s < m_segments.count; ++s) {
            const Segment& part = m_segments.parts[s];
            const float* const K = m_job.K.row(j0 + part.j0);
            const float* const Q = queries(p) + part.v0 * kLanes;
            if (isBounded)
                HEADSCOPE_FOR_VECTORS(part.vectors, powerScores, K, part.j1 - part.j0, m_job.K.cols, Q, tile(part));
            else
                HEADSCOPE_FOR_VECTORS(part.vectors, plainScores, K, part.j1 - part.j0, m_job.K.cols, Q, tile(part));
        }
        if (!isBounded)
            change(p, j0);
        if (found == Coverage::Mixed)
            mask(p, j0, isBounded ? 0.0F : -std::numeric_limits<float>::infinity());
        const float* factor = isBounded ? nullptr : weigh(p);
        for (Index s = 0; s < m_segments.count; ++s) {
            const Segment& part = m_segments.parts[s];
            const Index at = part.v0 * kLanes;
            HEADSCOPE_FOR_VECTORS(part.vectors, addWeights, tile(part), part.j1 - part.j0,
                                  m_sum + p * kPanelRows + at);
            HEADSCOPE_FOR_VECTORS(part.vectors, valueBlock, m_job.V.row(j0 + part.j0), m_job.V.cols, tile(part),
                                  part.j1 - part.j0, factor, outputs(p) + at);
        }
        return true;
    }

    /// Scale, soft cap and bias.
    void change(Index p, Index j0) {
        const HeadRules& rules = m_job.rules;
        for (Index s = 0; s < m_segments.count; ++s) {
            const Segment& part = m_segments.parts[s];
            HEADSCOPE_FOR_VECTORS(part.vectors, scaleScores, tile(part), part.j1 - part.j0, m_job.scale);
            if (rules.softcap > 0.0)
                HEADSCOPE_FOR_VECTORS(part.vectors, capScores, tile(part), part.j1 - part.j0,
                                      static_cast<float>(rules.softcap));
        }
        if (!rules.mask.rules || !rules.mask.rules->hasBias())
            return;
        for (Index s = 0; s < m_segments.count; ++s) {
            const Segment& part = m_segments.parts[s];
            const Index rowEnd = std::min((part.v0 + part.vectors) * kLanes, m_panel[p].i1 - m_panel[p].i0);
            for (Index r = part.v0 * kLanes; r < rowEnd; ++r) {
                std::fill_n(m_bias, part.j1 - part.j0, 0.0F);
                rules.mask.rules->addBias(rules.mask.batch, rules.mask.head, m_panel[p].i0 + r, j0 + part.j0,
                                          j0 + part.j1, m_bias);
                for (Index j = part.j0; j < part.j1; ++j)
                    m_scores[j * kPanelRows + r] += m_bias[j - part.j0];
            }
        }
    }

    void mask(Index p, Index j0, float fill) {
        if (m_isRanges)
            for (Index r = 0; r < kPanelRows; ++r) {
                const Index at = p * kPanelRows + r;
                m_bits[r] = static_cast<std::int32_t>(std::clamp(m_first[at] - j0, Index(0), kBlockKeys));
                m_bits[kPanelRows + r] = static_cast<std::int32_t>(std::clamp(m_last[at] - j0, Index(0), kBlockKeys));
            }
        for (Index s = 0; s < m_segments.count; ++s) {
            const Segment& part = m_segments.parts[s];
            const Index at = part.v0 * kLanes;
            if (m_isRanges)
                HEADSCOPE_FOR_VECTORS(part.vectors, maskRanges, m_scores + at, part.j0, part.j1, m_bits + at,
                                      m_bits + kPanelRows + at, fill);
            else
                HEADSCOPE_FOR_VECTORS(part.vectors, maskBits, m_scores + at, part.j0, part.j1, m_bits + at, fill);
        }
    }

    /// Scores to weights relative to the new maximum. The factor that is still to be applied to the outputs, or null.
    const float* weigh(Index p) {
        float* const max = m_max + p * kPanelRows;
        const Index vectors = m_panel[p].vectors;
        std::copy_n(max, kPanelRows, m_factor);
        for (Index s = 0; s < m_segments.count; ++s) {
            const Segment& part = m_segments.parts[s];
            HEADSCOPE_FOR_VECTORS(part.vectors, raiseMax, tile(part), part.j1 - part.j0, max + part.v0 * kLanes);
        }
        const bool changes =
            HEADSCOPE_FOR_VECTORS(vectors, rescaleFactors, m_factor, max, m_factor, m_shift, m_sum + p * kPanelRows);
        for (Index s = 0; s < m_segments.count; ++s) {
            const Segment& part = m_segments.parts[s];
            HEADSCOPE_FOR_VECTORS(part.vectors, toWeights, tile(part), part.j1 - part.j0, m_shift + part.v0 * kLanes);
        }
        if (!changes)
            return nullptr;
        if (m_segments.count == 1 && m_segments.parts[0].vectors == vectors)
            return m_factor;
        float* const out = outputs(p);
        for (Index c = 0; c < m_job.V.cols; ++c)
            for (Index r = 0; r < vectors * kLanes; ++r)
                out[c * kPanelRows + r] *= m_factor[r];
        return nullptr;
    }

    void close(Index p) {
        const Panel& panel = m_panel[p];
        float* const sum = m_sum + p * kPanelRows;
        writeLse(p);
        for (Index r = 0; r < panel.vectors * kLanes; ++r)
            m_factor[r] = 1.0F / sum[r];
        for (Index v = 0; v < panel.vectors; ++v) {
            const Index i = panel.i0 + v * kLanes;
            transposeOut(outputs(p) + v * kLanes, std::min(kLanes, panel.i1 - i), m_job.V.cols, m_factor + v * kLanes,
                         m_job.O.row(i));
        }
        for (Index i = panel.i0; i < panel.i1; ++i)
            if (m_live[p * kPanelRows + i - panel.i0] == 0)
                fillEmptyRow(m_job.V, m_job.rules.conventions.emptyRow, m_job.O.row(i));
    }

    void writeLse(Index p) {
        const Panel& panel = m_panel[p];
        if (!m_job.lse)
            return;
        const Floats d;
        for (Index v = 0; v < panel.vectors; ++v) {
            const float* const sum = m_sum + p * kPanelRows + v * kLanes;
            const float* const max = m_max + p * kPanelRows + v * kLanes;
            const FloatVec l = hn::Load(d, sum);
            const bool isOrdinary =
                hn::AllTrue(d, hn::And(hn::Gt(l, hn::Set(d, 1e-30F)), hn::Lt(l, hn::Set(d, 1e30F))));
            hn::Store(hn::Log(d, l), d, m_shift);
            for (Index r = 0; r < std::min(kLanes, panel.i1 - panel.i0 - v * kLanes); ++r) {
                const float log = isOrdinary ? m_shift[r] : std::log(sum[r]);
                m_job.lse[panel.i0 + v * kLanes + r] = max[r] + log;
            }
        }
    }

    float* queries(Index p) { return m_queries + p * kPanelRows * m_job.K.cols; }
    float* outputs(Index p) { return m_outputs + p * kPanelRows * m_job.V.cols; }
    float* tile(const Segment& part) { return m_scores + part.j0 * kPanelRows + part.v0 * kLanes; }

    const ForwardJob& m_job;
    bool m_hasRules = false, m_isRanges = false, m_addsNothing = false;
    float m_keyNorm2 = 0.0F;     ///< Of the present block of keys
    bool m_isValueMild = false;  ///< Its values are neither tiny nor huge
    Index m_panelCount = 0;      ///< Panels of a full block of queries
    Index m_panels = 0;          ///< Panels of the present one
    Panel m_panel[kMostPanels];
    Segments m_segments;
    // Each of the first seven holds a part for each panel.
    float *m_queries = nullptr, *m_outputs = nullptr, *m_max = nullptr, *m_sum = nullptr;
    std::int32_t *m_live = nullptr, *m_first = nullptr, *m_last = nullptr;
    float *m_scores = nullptr, *m_factor = nullptr, *m_shift = nullptr, *m_bias = nullptr;
    std::int32_t* m_bits = nullptr;
    std::uint8_t* m_cells = nullptr;
};

inline VectorOutcome forward(const ForwardJob& job, float* scratch) {
    return ForwardWalk(job, scratch).run();
}

#undef HEADSCOPE_FOR_VECTORS

}  // namespace HWY_NAMESPACE
}  // namespace attn
HWY_AFTER_NAMESPACE();
#endif
