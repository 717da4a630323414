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
#include "core/flash/vector_rules_inl.h"
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

template <int kVectors>
HWY_INLINE void plainScores(const float* K, Index keys, Index width, const float* queries, float* scores) {
    scoreBlock<kVectors>(K, keys, width, queries, scores, AsItIs());
}
template <int kVectors>
HWY_INLINE void powerScores(const float* K, Index keys, Index width, const float* queries, float* scores) {
    scoreBlock<kVectors>(K, keys, width, queries, scores, PowerOfTwo());
}

/// Walks blocks of queries, for each the blocks of keys, for each of these the panels of the block of queries.
class ForwardWalk {
  public:
    ForwardWalk(const ForwardJob& job, float* memory)
        : m_job(job),
          m_scratch(memory),
          m_panelCount(panelsThatFit(job.K.cols, job.V.cols)),
          m_rules(job.rules, job.K.rows, m_panelCount, m_scratch) {
        const Index statistics = m_panelCount * kPanelRows;
        m_queries = m_scratch.take(statistics * job.K.cols);
        m_outputs = m_scratch.take(statistics * job.V.cols);
        m_max = m_scratch.take(statistics);
        m_sum = m_scratch.take(statistics);
        m_scores = m_scratch.take(kPanelRows * kBlockKeys);
        m_factor = m_scratch.take(kPanelRows);
        m_shift = m_scratch.take(kPanelRows);
    }

    /// Panels of a full block of queries.
    static Index panelsThatFit(Index dk, Index dv) {
        const Index each = kPanelRows * (dk + dv + 2) + TileRules::kNumbers;
        const Index shared = kPanelRows * (kBlockKeys + 2);
        return std::clamp((Index(kForwardBytes / sizeof(float)) - shared) / each, Index(1), kMostPanels);
    }

    VectorOutcome run() {
        const bool readsMaskedValues =
            m_rules.forbids() && m_job.rules.conventions.maskedValues == MaskedValues::Ieee;
        if (readsMaskedValues && !std::isfinite(largestMagnitude(m_job.V)))
            return VectorOutcome::NotForThis;
        for (Index i0 = m_job.i0; i0 < m_job.i1; i0 += m_panelCount * kPanelRows) {
            if (m_job.progress.shouldStop())
                return VectorOutcome::Stopped;
            const Index i1 = std::min(i0 + m_panelCount * kPanelRows, m_job.i1);
            const VectorOutcome outcome = queryBlock(i0, i1);
            if (outcome != VectorOutcome::Done)
                return outcome;
            m_job.progress.report(static_cast<double>(i1 - m_job.i0) / static_cast<double>(m_job.i1 - m_job.i0));
        }
        return VectorOutcome::Done;
    }

  private:
    static constexpr Index kBetweenPolls = 1024 / kKeysTogether;
    static constexpr Index kMostPanels = std::min(384 / kPanelRows, Index(32));

    VectorOutcome queryBlock(Index i0, Index i1) {
        m_panels = divideAmongPanels(i0, i1, m_panel);
        for (Index p = 0; p < m_panels; ++p)
            m_rules.open(p, m_panel[p]);
        const KeyRange met =
            m_rules.isRanges() ? hullOf(m_panel, m_panels, m_job.K.rows) : KeyRange{0, m_job.K.rows};
        const Index begin = met.first / kKeysTogether * kKeysTogether;
        const Index end = met.last;
        // Panels are opened and closed one by one between the tiles, while memory fetches what the next one needs.
        for (Index j0 = begin; j0 < end || j0 == begin; j0 += kKeysTogether) {
            if (j0 / kKeysTogether % kBetweenPolls == kBetweenPolls - 1 && m_job.progress.shouldStop())
                return VectorOutcome::Stopped;
            const Index j1 = std::min(j0 + kKeysTogether, std::max(end, j0));
            if (!checkKeys(j0, j1))
                return VectorOutcome::NotForThis;
            for (Index p = 0; p < m_panels; ++p) {
                if (j0 == begin && !open(p))
                    return VectorOutcome::NotForThis;
                for (Index j = j0; j < j1 || j == j0; j += kBlockKeys) {
                    prefetchNext(p, j, j1, end, i1);
                    if (j < j1 && !visit(p, j, std::min(kBlockKeys, j1 - j), m_block[(j - j0) / kBlockKeys]))
                        return VectorOutcome::NotForThis;
                }
                if (j1 >= end)
                    close(p);
            }
        }
        return VectorOutcome::Done;
    }

    /// What is known of the numbers of a block of keys.
    struct KeyBlock {
        float norm2 = 0.0F;        ///< No key is longer than its square root.
        bool isValueMild = false;  ///< Its values are neither tiny nor huge.
    };

    /// False if the keys or values are not for the vector form.
    bool checkKeys(Index j0, Index j1) {
        bool isFinite = true;
        for (Index j = j0; j < j1; j += kBlockKeys) {
            const Index keys = std::min(kBlockKeys, j1 - j);
            const float norm2 = largestNorm2({m_job.K.row(j), keys, m_job.K.cols});
            const float value = largestMagnitude({m_job.V.row(j), keys, m_job.V.cols});
            m_block[(j - j0) / kBlockKeys] = {
                norm2, value == 0.0F || (value >= kLeastBoundedValue && value <= kLargestBoundedValue)};
            isFinite = isFinite && std::isfinite(norm2) && std::isfinite(value);
        }
        return isFinite;
    }

    /// False if the scores of this tile may overflow. Goes over to running maxima if it has to.
    bool checkScores(Index p, const KeyBlock& block) {
        const double product =
            std::sqrt(static_cast<double>(m_panel[p].queryNorm2) * static_cast<double>(block.norm2));
        const double score = product * std::abs(static_cast<double>(m_job.scale)) * kLog2e;
        bool& isBounded = m_panel[p].isBounded;
        if (isBounded && !(score <= kBoundedScore && block.isValueMild)) {
            isBounded = false;
            fillQueries(p);
            // What has been met so far is relative to a maximum of 0.
            for (Index at = p * kPanelRows; at < (p + 1) * kPanelRows; ++at)
                m_max[at] = m_sum[at] > 0.0F ? 0.0F : -std::numeric_limits<float>::infinity();
        }
        return std::max(product, score) <= static_cast<double>(std::numeric_limits<float>::max());
    }

    /// Asks for this tile's share of the keys after j1, which are used together next; for the queries of the next
    /// panel while panels are opened, and for the rows of the outputs that it is going to write while they are
    /// closed.
    void prefetchNext(Index p, Index j, Index j1, Index end, Index i1) const {
        const Index nextKeys = std::clamp(end - j1, Index(0), kKeysTogether);
        const Index tiles = m_panels * kKeysTogether / kBlockKeys;
        const Index tile = p * kKeysTogether / kBlockKeys + j % kKeysTogether / kBlockKeys;
        const Index first = j1 + nextKeys * tile / tiles;
        const Index last = j1 + nextKeys * (tile + 1) / tiles;
        prefetch<0>(m_job.K.row(first), m_job.K.row(last));
        prefetch<0>(m_job.V.row(first), m_job.V.row(last));
        if (j1 - j > kBlockKeys)
            return;
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
        const bool hasSink = m_job.rules.sink.has_value();
        const float sink = hasSink ? static_cast<float>(*m_job.rules.sink) : 0.0F;
        panel.isBounded = !m_rules.addsToScores() && std::abs(static_cast<double>(sink)) * kLog2e <= kBoundedScore;
        const float max = panel.isBounded ? 0.0F : hasSink ? sink : -std::numeric_limits<float>::infinity();
        const float sum = !hasSink ? 0.0F : panel.isBounded ? std::exp(sink) : 1.0F;
        std::fill_n(m_max + p * kPanelRows, kPanelRows, max);
        std::fill_n(m_sum + p * kPanelRows, kPanelRows, sum);
        panel.isFresh = true;
        fillQueries(p);
        return std::isfinite(panel.queryNorm2);
    }

    /// Q^T, so that its product with K is the exponent of two where no maximum is needed. Otherwise the score as the
    /// plain form has it, which is exact where large ones are close to each other.
    void fillQueries(Index p) {
        const Ints di;
        Panel& panel = m_panel[p];
        IntVec norm2 = hn::Zero(di);
        const float factor = panel.isBounded ? static_cast<float>(static_cast<double>(m_job.scale) * kLog2e) : 1.0F;
        for (Index v = 0; v < panel.vectors; ++v)
            norm2 = hn::Max(norm2, magnitudeBits(transposeIn(m_job.Q.row(panel.i0 + v * kLanes),
                                                             std::min(kLanes, panel.i1 - panel.i0 - v * kLanes),
                                                             m_job.Q.cols, factor, queries(p) + v * kLanes)));
        panel.queryNorm2 = largestOf(norm2);
    }

    /// One tile. False if it is not for the vector form.
    bool visit(Index p, Index j0, Index keys, const KeyBlock& block) {
        Panel& panel = m_panel[p];
        const Coverage found = m_rules.coverage(p, panel, j0, keys, m_segments);
        if (found == Coverage::Empty)
            return true;
        if (!checkScores(p, block))
            return false;
        for (Index s = 0; s < m_segments.count; ++s) {
            const Segment& part = m_segments.parts[s];
            const float* const K = m_job.K.row(j0 + part.j0);
            const float* const Q = queries(p) + part.v0 * kLanes;
            if (panel.isBounded)
                HEADSCOPE_FOR_VECTORS(part.vectors, powerScores, K, part.j1 - part.j0, m_job.K.cols, Q, tile(part));
            else
                HEADSCOPE_FOR_VECTORS(part.vectors, plainScores, K, part.j1 - part.j0, m_job.K.cols, Q, tile(part));
        }
        if (!panel.isBounded)
            change(panel, j0);
        if (found == Coverage::Mixed)
            m_rules.mask(p, j0, m_segments, m_scores,
                         panel.isBounded ? 0.0F : -std::numeric_limits<float>::infinity());
        const float* const factor = panel.isBounded ? nullptr : weigh(p);
        for (Index s = 0; s < m_segments.count; ++s) {
            const Segment& part = m_segments.parts[s];
            HEADSCOPE_FOR_VECTORS(part.vectors, addWeights, tile(part), part.j1 - part.j0,
                                  m_sum + p * kPanelRows + part.v0 * kLanes);
        }
        if (m_job.rules.dropout)
            m_rules.drop(panel, j0, m_segments, m_scores);
        const ValueSum how{factor, std::exchange(panel.isFresh, false)};
        HEADSCOPE_FOR_VECTORS(panel.vectors, valueBlock, m_job.V.row(j0), m_job.V.cols, m_scores, m_segments, how,
                              outputs(p));
        return true;
    }

    /// Scale, soft cap and bias.
    void change(const Panel& panel, Index j0) {
        const auto softcap = static_cast<float>(m_job.rules.softcap);
        for (Index s = 0; s < m_segments.count; ++s) {
            const Segment& part = m_segments.parts[s];
            HEADSCOPE_FOR_VECTORS(part.vectors, scaleScores, tile(part), part.j1 - part.j0, m_job.scale);
            if (softcap > 0.0F)
                HEADSCOPE_FOR_VECTORS(part.vectors, capScores, tile(part), part.j1 - part.j0, softcap);
        }
        m_rules.addBias(panel, j0, m_segments, m_scores);
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
        return changes ? m_factor : nullptr;
    }

    void close(Index p) {
        const Panel& panel = m_panel[p];
        float* const sum = m_sum + p * kPanelRows;
        writeLse(p);
        if (panel.isFresh)
            std::fill_n(outputs(p), kPanelRows * m_job.V.cols, 0.0F);
        for (Index r = 0; r < panel.vectors * kLanes; ++r)
            m_factor[r] = 1.0F / sum[r];
        for (Index v = 0; v < panel.vectors; ++v) {
            const Index i = panel.i0 + v * kLanes;
            transposeOut(outputs(p) + v * kLanes, std::min(kLanes, panel.i1 - i), m_job.V.cols, m_factor + v * kLanes,
                         m_job.O.row(i));
        }
        for (Index i = panel.i0; i < panel.i1; ++i)
            if (!m_rules.isLive(p, i - panel.i0))
                fillEmptyRow(m_job.V, m_job.rules.conventions.emptyRow, m_job.O.row(i), [&](Index j) {
                    return static_cast<float>(m_job.rules.dropoutFactor(i, j, m_job.V.rows));
                });
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
    Scratch m_scratch;
    Index m_panelCount;  ///< Panels of a full block of queries
    TileRules m_rules;
    KeyBlock m_block[kKeysTogether / kBlockKeys];
    Index m_panels = 0;  ///< Panels of the present block of queries
    Panel m_panel[kMostPanels];
    Segments m_segments;
    // Each of the first four holds a part for each panel.
    float *m_queries = nullptr, *m_outputs = nullptr, *m_max = nullptr, *m_sum = nullptr;
    float *m_scores = nullptr, *m_factor = nullptr, *m_shift = nullptr;
};

static_assert(sizeof(ForwardWalk) + kForwardBytes <= std::size_t(256) * 1024);

inline Index queryBlock(Index dk, Index dv) {
    return ForwardWalk::panelsThatFit(dk, dv) * kPanelRows;
}

inline VectorOutcome forward(const ForwardJob& job, float* scratch) {
    return ForwardWalk(job, scratch).run();
}

}  // namespace HWY_NAMESPACE
}  // namespace attn
HWY_AFTER_NAMESPACE();
#endif
