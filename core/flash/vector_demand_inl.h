// Logits of chosen queries and keys, included once for each instruction set.
#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "core/flash/tile_order.h"
#include "core/flash/vector_bounds_inl.h"
#include "core/flash/vector_demand.h"
#include "core/flash/vector_passes_inl.h"
#include "core/flash/vector_products_inl.h"
#include "core/flash/vector_transpose_inl.h"
#if defined(HEADSCOPE_VECTOR_DEMAND_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef HEADSCOPE_VECTOR_DEMAND_INL
#undef HEADSCOPE_VECTOR_DEMAND_INL
#else
#define HEADSCOPE_VECTOR_DEMAND_INL
#endif
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace attn {
namespace HWY_NAMESPACE {

constexpr float kNothing = -std::numeric_limits<float>::infinity();

/// Queries of one panel, wherever they are in Q.
struct DemandPanel {
    const Index* rows = nullptr;
    Index count = 0;
    Index hullFirst = 0, hullLast = 0;  ///< With a mask of ranges: keys that some query may attend
    Index fullFirst = 0, fullLast = 0;  ///< and that all may.
    float queryNorm2 = 0;
};

/// Scratch of one walk, in floats.
struct DemandScratch {
    float* queries = nullptr;       ///< (panels x dk x panel)
    float* gathered = nullptr;      ///< (lanes x dk)
    float* scores = nullptr;        ///< (block x panel)
    float* bias = nullptr;          ///< (block)
    std::int32_t* first = nullptr;  ///< (panels x panel)
    std::int32_t* last = nullptr;
    std::int32_t* ends = nullptr;  ///< (2 x panel): where the ranges of a tile begin and end
};

/// Masked logits of the queries of some panels, block by block of keys: what both jobs have in common.
class DemandWalk {
  public:
    static constexpr Index kMostPanels = 384 / kPanelRows;

    DemandWalk(View<const float> Q, View<const float> K, float scale, const HeadRules& rules)
        : m_Q(Q), m_K(K), m_scale(scale), m_rules(rules), m_mask(rules.mask) {
        m_hasRules = m_mask.rules && !m_mask.rules->forbidsNothing();
        m_isRanges = m_hasRules && m_mask.rules->isRanges();
        m_hasBias = m_mask.rules && m_mask.rules->hasBias();
        const Index statistics = kMostPanels * kPanelRows;
        const Index numbers =
            statistics * (K.cols + 2) + kLanes * K.cols + kPanelRows * (kBlockKeys + 2) + kBlockKeys;
        m_memory.resize(static_cast<std::size_t>(numbers) + kAlignment);
        float* at = aligned(m_memory.data());
        const auto take = [&at](Index count) { return std::exchange(at, at + count); };
        m_at.queries = take(statistics * K.cols);
        m_at.scores = take(kPanelRows * kBlockKeys);
        m_at.first = reinterpret_cast<std::int32_t*>(take(statistics));
        m_at.last = reinterpret_cast<std::int32_t*>(take(statistics));
        m_at.ends = reinterpret_cast<std::int32_t*>(take(2 * kPanelRows));
        m_at.bias = take(kBlockKeys);
        m_at.gathered = take(kLanes * K.cols);
    }

    /// A vector's boundary within memory that has kAlignment floats to spare.
    static constexpr Index kAlignment = 16;
    static float* aligned(float* memory) {
        const auto address = reinterpret_cast<std::uintptr_t>(memory);
        return memory + (kAlignment * sizeof(float) - address % (kAlignment * sizeof(float))) %
                            (kAlignment * sizeof(float)) / sizeof(float);
    }

    /// Lays out at most kMostPanels panels. False if the queries are not for the vector form.
    bool open(const Index* rows, Index count) {
        m_panels = tileCount(count, kPanelRows);
        for (Index p = 0; p < m_panels; ++p) {
            DemandPanel& panel = m_panel[p];
            panel.rows = rows + p * kPanelRows;
            panel.count = std::min(kPanelRows, count - p * kPanelRows);
            fillQueries(p);
            if (!std::isfinite(panel.queryNorm2))
                return false;
            if (m_isRanges)
                findRowRanges(p);
        }
        return true;
    }

    Index panels() const { return m_panels; }
    const DemandPanel& panel(Index p) const { return m_panel[p]; }
    float* scores() const { return m_at.scores; }

    /// False if the keys are not for the vector form.
    bool checkKeys(Index j0, Index keys) {
        m_keyNorm2 = largestNorm2({m_K.row(j0), keys, m_K.cols});
        return std::isfinite(m_keyNorm2);
    }

    /// Fills scores() with the logits of panel p and keys j0 .. j0 + keys - 1, before mask(). Empty, or not `isFit`
    /// for the vector form: nothing was written.
    Coverage logits(Index p, Index j0, Index keys, bool& isFit) {
        const Coverage found = coverage(p, j0, keys);
        if (found == Coverage::Empty)
            return found;
        const double product =
            std::sqrt(static_cast<double>(m_panel[p].queryNorm2) * static_cast<double>(m_keyNorm2));
        isFit = std::max(product, product * std::abs(static_cast<double>(m_scale))) <=
                static_cast<double>(std::numeric_limits<float>::max());
        if (!isFit)
            return found;
        scoreBlock<kPanelVectors>(m_K.row(j0), keys, m_K.cols, queries(p), m_at.scores, AsItIs());
        scaleScores<kPanelVectors>(m_at.scores, keys, m_scale);
        if (m_rules.softcap > 0.0)
            capScores<kPanelVectors>(m_at.scores, keys, static_cast<float>(m_rules.softcap));
        if (m_hasBias)
            addBias(p, j0, keys);
        return found;
    }

    /// `fill` where panel p may not attend, after logits() was Mixed.
    void mask(Index p, Index j0, Index keys, float fill) {
        if (!m_isRanges)
            return maskBits<kPanelVectors>(m_at.scores, 0, keys, m_words, fill);
        for (Index r = 0; r < kPanelRows; ++r) {
            const Index at = p * kPanelRows + r;
            m_at.ends[r] = static_cast<std::int32_t>(std::clamp(m_at.first[at] - j0, Index(0), kBlockKeys));
            m_at.ends[kPanelRows + r] =
                static_cast<std::int32_t>(std::clamp(m_at.last[at] - j0, Index(0), kBlockKeys));
        }
        maskRanges<kPanelVectors>(m_at.scores, 0, keys, m_at.ends, m_at.ends + kPanelRows, fill);
    }

  private:
    float* queries(Index p) const { return m_at.queries + p * kPanelRows * m_K.cols; }

    void fillQueries(Index p) {
        DemandPanel& panel = m_panel[p];
        IntVec norm2 = hn::Zero(Ints());
        for (Index first = 0; first < kPanelRows; first += kLanes) {
            const Index rows = std::clamp(panel.count - first, Index(0), kLanes);
            for (Index r = 0; r < rows; ++r)
                std::copy_n(m_Q.row(panel.rows[first + r]), m_Q.cols, m_at.gathered + r * m_Q.cols);
            norm2 =
                hn::Max(norm2, magnitudeBits(transposeIn(m_at.gathered, rows, m_Q.cols, 1.0F, queries(p) + first)));
        }
        panel.queryNorm2 = largestOf(norm2);
    }

    void findRowRanges(Index p) {
        DemandPanel& panel = m_panel[p];
        panel.hullFirst = panel.fullFirst = 0;
        panel.hullLast = 0;
        panel.fullLast = std::numeric_limits<std::int32_t>::max();
        bool isFirst = true;
        for (Index r = 0; r < kPanelRows; ++r) {
            const KeyRange range =
                r < panel.count ? m_mask.rules->rangeOf(m_mask.batch, panel.rows[r]) : KeyRange{0, 0};
            const bool isEmpty = range.first >= range.last;
            const Index at = p * kPanelRows + r;
            m_at.first[at] = isEmpty ? 0 : static_cast<std::int32_t>(range.first);
            m_at.last[at] = isEmpty ? 0 : static_cast<std::int32_t>(range.last);
            if (!isEmpty) {
                panel.hullFirst = isFirst ? range.first : std::min(panel.hullFirst, range.first);
                panel.hullLast = std::max(panel.hullLast, range.last);
                isFirst = false;
            }
            if (r < panel.count) {
                panel.fullFirst = std::max(panel.fullFirst, Index(m_at.first[at]));
                panel.fullLast = std::min(panel.fullLast, Index(m_at.last[at]));
            }
        }
    }

    Coverage coverage(Index p, Index j0, Index keys) {
        if (!m_hasRules)
            return Coverage::Full;
        const DemandPanel& panel = m_panel[p];
        if (m_isRanges) {
            if (panel.hullLast <= j0 || panel.hullFirst >= j0 + keys)
                return Coverage::Empty;
            return panel.fullFirst > j0 || panel.fullLast < j0 + keys ? Coverage::Mixed : Coverage::Full;
        }
        return coverageOfCells(panel, j0, keys);
    }

    Coverage coverageOfCells(const DemandPanel& panel, Index j0, Index keys) {
        const Index i0 = panel.rows[0];
        Coverage found = Coverage::Mixed;
        if (panel.rows[panel.count - 1] + 1 - i0 == panel.count) {
            found = m_mask.rules->fillBits(m_mask.batch, m_mask.head, i0, i0 + panel.count, j0, j0 + keys, m_words);
        } else {
            bool isEmpty = true, isFull = true;
            for (Index r = 0; r < panel.count; ++r) {
                const Index i = panel.rows[r];
                const Coverage row =
                    m_mask.rules->fillBits(m_mask.batch, m_mask.head, i, i + 1, j0, j0 + keys, m_words + r);
                // Words are written where they are needed alone.
                if (row != Coverage::Mixed)
                    m_words[r] = row == Coverage::Full ? ~std::uint64_t(0) : 0;
                isEmpty = isEmpty && row == Coverage::Empty;
                isFull = isFull && row == Coverage::Full;
            }
            found = isEmpty ? Coverage::Empty : isFull ? Coverage::Full : Coverage::Mixed;
        }
        return found;
    }

    void addBias(Index p, Index j0, Index keys) {
        for (Index r = 0; r < m_panel[p].count; ++r) {
            std::fill_n(m_at.bias, keys, 0.0F);
            m_mask.rules->addBias(m_mask.batch, m_mask.head, m_panel[p].rows[r], j0, j0 + keys, m_at.bias);
            for (Index j = 0; j < keys; ++j)
                m_at.scores[j * kPanelRows + r] += m_at.bias[j];
        }
    }

    View<const float> m_Q, m_K;
    float m_scale;
    const HeadRules& m_rules;
    HeadMask m_mask;
    bool m_hasRules = false, m_isRanges = false, m_hasBias = false;
    std::vector<float> m_memory;
    DemandScratch m_at;
    DemandPanel m_panel[kMostPanels];
    std::uint64_t m_words[kPanelRows] = {};  ///< The keys of the present tile that each query may attend, as bits.
    Index m_panels = 0;
    float m_keyNorm2 = 0.0F;
};

/// Adds keys of one range to what a panel knows of it.
inline void poolRange(float* scores, Index keys, float* most, float* sum) {
    HWY_ALIGN float old[kPanelRows], factor[kPanelRows], shift[kPanelRows];
    std::copy_n(most, kPanelRows, old);
    raiseMax<kPanelVectors>(scores, keys, most);
    if (!sum)
        return;
    rescaleFactors<kPanelVectors>(old, most, factor, shift, sum);
    toWeights<kPanelVectors>(scores, keys, shift);
    addWeights<kPanelVectors>(scores, keys, sum);
}

/// One walk over the keys for at most 384 of the queries.
inline VectorOutcome rangesSweep(const RangesJob& job, DemandWalk& walk, Index first, Index count, float* memory) {
    if (!walk.open(job.rows + first, count))
        return VectorOutcome::NotForThis;
    const Index each = job.ranges * kPanelRows;
    float* const most = memory;
    float* const sum = job.sum ? memory + walk.panels() * each : nullptr;
    std::fill_n(most, walk.panels() * each, kNothing);
    if (sum)
        std::fill_n(sum, walk.panels() * each, 0.0F);
    const Index begin = job.starts[0], end = job.starts[job.ranges];
    Index range = 0;
    for (Index j0 = begin; j0 < end; j0 += kBlockKeys) {
        if ((j0 - begin) / kBlockKeys % 16 == 0 && job.progress.shouldStop())
            return VectorOutcome::Stopped;
        const Index keys = std::min(kBlockKeys, end - j0), j1 = j0 + keys;
        if (!walk.checkKeys(j0, keys))
            return VectorOutcome::NotForThis;
        while (job.starts[range + 1] <= j0)
            ++range;
        for (Index p = 0; p < walk.panels(); ++p) {
            // The next block, while this one is worked on.
            const Index next = std::min(j1 + keys * p / walk.panels(), end);
            prefetch<0>(job.K.row(next), job.K.row(std::min(j1 + keys * (p + 1) / walk.panels(), end)));
            bool isFit = true;
            const Coverage found = walk.logits(p, j0, keys, isFit);
            if (!isFit)
                return VectorOutcome::NotForThis;
            if (found == Coverage::Empty)
                continue;
            if (found == Coverage::Mixed)
                walk.mask(p, j0, keys, kNothing);
            for (Index at = range; at < job.ranges && job.starts[at] < j1; ++at) {
                const Index from = std::max(job.starts[at], j0), to = std::min(job.starts[at + 1], j1);
                const Index place = p * each + at * kPanelRows;
                if (to > from)
                    poolRange(walk.scores() + (from - j0) * kPanelRows, to - from, most + place,
                              sum ? sum + place : nullptr);
            }
        }
    }
    HWY_ALIGN float ones[kPanelRows];
    std::fill_n(ones, kPanelRows, 1.0F);
    for (Index p = 0; p < walk.panels(); ++p)
        for (Index v = 0; v < kPanelVectors; ++v) {
            const Index rows = std::min(kLanes, walk.panel(p).count - v * kLanes);
            const Index to = (first + p * kPanelRows + v * kLanes) * job.ranges;
            if (rows <= 0)
                break;
            transposeOut(most + p * each + v * kLanes, rows, job.ranges, ones, job.most + to);
            if (sum)
                transposeOut(sum + p * each + v * kLanes, rows, job.ranges, ones, job.sum + to);
        }
    return VectorOutcome::Done;
}

inline VectorOutcome ranges(const RangesJob& job) {
    constexpr Index kSweep = DemandWalk::kMostPanels * kPanelRows;
    DemandWalk walk(job.Q, job.K, job.scale, job.rules);
    const Index rows = tileCount(std::min(job.count, kSweep), kPanelRows) * kPanelRows;
    std::vector<float> memory(static_cast<std::size_t>((job.sum ? 2 : 1) * rows * job.ranges) +
                              DemandWalk::kAlignment);
    for (Index first = 0; first < job.count; first += kSweep) {
        const VectorOutcome outcome =
            rangesSweep(job, walk, first, std::min(kSweep, job.count - first), DemandWalk::aligned(memory.data()));
        if (outcome != VectorOutcome::Done)
            return outcome;
    }
    return VectorOutcome::Done;
}

inline VectorOutcome windowSweep(const WindowJob& job, DemandWalk& walk, const Index* rows, Index first,
                                 Index count) {
    if (!walk.open(rows, count))
        return VectorOutcome::NotForThis;
    HWY_ALIGN float ones[kPanelRows];
    std::fill_n(ones, kPanelRows, 1.0F);
    HWY_ALIGN float shift[DemandWalk::kMostPanels * kPanelRows] = {};
    for (Index r = 0; r < count; ++r)
        shift[r] = std::isfinite(job.lse[first + r]) ? job.lse[first + r] : 0.0F;
    const Index end = job.firstCol + job.weights.cols;
    for (Index j0 = job.firstCol; j0 < end; j0 += kBlockKeys) {
        if ((j0 - job.firstCol) / kBlockKeys % 16 == 0 && job.progress.shouldStop())
            return VectorOutcome::Stopped;
        const Index keys = std::min(kBlockKeys, end - j0);
        if (!walk.checkKeys(j0, keys))
            return VectorOutcome::NotForThis;
        for (Index p = 0; p < walk.panels(); ++p) {
            bool isFit = true;
            const Coverage found = walk.logits(p, j0, keys, isFit);
            if (!isFit)
                return VectorOutcome::NotForThis;
            if (found == Coverage::Empty)
                std::fill_n(walk.scores(), keys * kPanelRows, 0.0F);
            else
                toWeights<kPanelVectors>(walk.scores(), keys, shift + p * kPanelRows);
            if (found == Coverage::Mixed)
                walk.mask(p, j0, keys, 0.0F);
            for (Index v = 0; v < kPanelVectors; ++v) {
                const Index part = std::min(kLanes, walk.panel(p).count - v * kLanes);
                if (part > 0)
                    transposeOut(walk.scores() + v * kLanes, part, keys, ones,
                                 job.weights.row(first + p * kPanelRows + v * kLanes) + (j0 - job.firstCol),
                                 job.weights.cols);
            }
        }
    }
    return VectorOutcome::Done;
}

inline VectorOutcome window(const WindowJob& job) {
    constexpr Index kSweep = DemandWalk::kMostPanels * kPanelRows;
    DemandWalk walk(job.Q, job.K, job.scale, job.rules);
    Index rows[kSweep];
    for (Index first = 0; first < job.weights.rows; first += kSweep) {
        const Index count = std::min(kSweep, job.weights.rows - first);
        for (Index r = 0; r < count; ++r)
            rows[r] = job.firstRow + first + r;
        const VectorOutcome outcome = windowSweep(job, walk, rows, first, count);
        if (outcome != VectorOutcome::Done)
            return outcome;
    }
    return VectorOutcome::Done;
}

}  // namespace HWY_NAMESPACE
}  // namespace attn
HWY_AFTER_NAMESPACE();
#endif
