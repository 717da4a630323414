// What the rules of a head do to a tile, forward and backward, included once for each instruction set.
#include <algorithm>
#include <utility>

#include "core/flash/vector_job.h"
#include "core/flash/vector_panel_inl.h"
#include "core/flash/vector_passes_inl.h"
#if defined(HEADSCOPE_VECTOR_RULES_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef HEADSCOPE_VECTOR_RULES_INL
#undef HEADSCOPE_VECTOR_RULES_INL
#else
#define HEADSCOPE_VECTOR_RULES_INL
#endif
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace attn {
namespace HWY_NAMESPACE {

/// The rules of a head, asked panel by panel and tile by tile. Panels are counted within a block of queries.
class TileRules {
  public:
    /// Numbers of working memory for each panel.
    static constexpr Index kNumbers = 3 * kPanelRows;

    TileRules(const HeadRules& rules, Index keys, Index panels, Scratch& scratch)
        : m_rules(rules), m_cells(rules.mask.rules), m_keys(keys) {
        m_forbids = m_cells && !m_cells->forbidsNothing();
        m_isRanges = m_forbids && m_cells->isRanges();
        m_hasBias = m_cells && m_cells->hasBias();
        m_live = scratch.takeInts(panels * kPanelRows);
        m_first = scratch.takeInts(panels * kPanelRows);
        m_last = scratch.takeInts(panels * kPanelRows);
    }

    bool forbids() const { return m_forbids; }
    bool isRanges() const { return m_isRanges; }
    /// A logit is more than a scaled score.
    bool addsToScores() const { return m_rules.softcap > 0.0 || m_hasBias; }
    const HeadRules& rules() const { return m_rules; }
    /// The query has met an allowed key, or a sink.
    bool isLive(Index p, Index row) const { return m_live[p * kPanelRows + row] != 0; }

    void open(Index p, Panel& panel) {
        const bool isLive = m_rules.sink || (!m_forbids && m_keys > 0);
        std::fill_n(m_live + p * kPanelRows, kPanelRows, isLive ? 1 : 0);
        if (m_isRanges)
            findRanges(p, panel);
    }

    /// What of the tile is worked on; where it is Mixed, mask() is to be called for the segments.
    Coverage coverage(Index p, const Panel& panel, Index j0, Index keys, Segments& segments) {
        segments.count = 0;
        Coverage found = Coverage::Full;
        if (m_isRanges)
            found = rangesOf(panel, j0, keys, segments);
        else if (m_forbids)
            found = cellsOf(p, panel, j0, keys, segments);
        if (found == Coverage::Full)
            segments.add({0, keys, 0, panel.vectors, false});
        return found;
    }

    /// Writes `fill` where a cell of the tile is forbidden; right after coverage() of the same tile.
    void mask(Index p, Index j0, const Segments& segments, float* tile, float fill) {
        bool hasEnds = false;
        for (Index s = 0; s < segments.count; ++s) {
            const Segment& part = segments.parts[s];
            if (!part.isMixed)
                continue;
            if (m_isRanges && !std::exchange(hasEnds, true))
                findEnds(p, j0);
            const Index at = part.v0 * kLanes;
            if (m_isRanges)
                HEADSCOPE_FOR_VECTORS(part.vectors, maskRanges, tile + at, part.j0, part.j1, m_ends + at,
                                      m_ends + kPanelRows + at, fill);
            else
                HEADSCOPE_FOR_VECTORS(part.vectors, maskBits, tile + at, part.j0, part.j1, m_words + at, fill);
        }
    }

    /// tile += bias.
    void addBias(const Panel& panel, Index j0, const Segments& segments, float* tile) {
        if (!m_hasBias)
            return;
        eachLine(panel, segments, [&](const Segment& part, Index r) {
            std::fill_n(m_line, part.j1 - part.j0, 0.0F);
            m_cells->addBias(m_rules.mask.batch, m_rules.mask.head, panel.i0 + r, j0 + part.j0, j0 + part.j1, m_line);
            for (Index j = part.j0; j < part.j1; ++j)
                tile[j * kPanelRows + r] += m_line[j - part.j0];
        });
    }

    /// tile *= the factors of dropout.
    void drop(const Panel& panel, Index j0, const Segments& segments, float* tile) const {
        eachLine(panel, segments, [&](const Segment& part, Index r) {
            for (Index j = part.j0; j < part.j1; ++j)
                tile[j * kPanelRows + r] *= static_cast<float>(m_rules.dropoutFactor(panel.i0 + r, j0 + j, m_keys));
        });
    }

  private:
    /// Calls visit(segment, row) for every query of every segment.
    template <class Visit>
    static void eachLine(const Panel& panel, const Segments& segments, const Visit& visit) {
        for (Index s = 0; s < segments.count; ++s) {
            const Segment& part = segments.parts[s];
            const Index end = std::min((part.v0 + part.vectors) * kLanes, panel.i1 - panel.i0);
            for (Index r = part.v0 * kLanes; r < end; ++r)
                visit(part, r);
        }
    }

    void findRanges(Index p, Panel& panel) {
        std::int32_t* const first = m_first + p * kPanelRows;
        std::int32_t* const last = m_last + p * kPanelRows;
        for (Index v = 0; v < panel.vectors; ++v) {
            Index least = std::numeric_limits<Index>::max();
            Index most = 0, fullFirst = 0, fullLast = std::numeric_limits<Index>::max();
            for (Index r = v * kLanes; r < (v + 1) * kLanes; ++r) {
                KeyRange range;
                if (panel.i0 + r < panel.i1)
                    range = m_cells->rangeOf(m_rules.mask.batch, panel.i0 + r);
                const bool isEmpty = range.first >= range.last;
                first[r] = isEmpty ? 0 : static_cast<std::int32_t>(range.first);
                last[r] = isEmpty ? 0 : static_cast<std::int32_t>(range.last);
                if (!isEmpty) {
                    least = std::min(least, range.first);
                    most = std::max(most, range.last);
                    m_live[p * kPanelRows + r] = 1;
                }
                // What the lanes beyond the last query hold is never read.
                if (panel.i0 + r < panel.i1) {
                    fullFirst = std::max(fullFirst, static_cast<Index>(first[r]));
                    fullLast = std::min(fullLast, static_cast<Index>(last[r]));
                }
            }
            panel.first[v] = most == 0 ? 0 : least;
            panel.last[v] = most;
            panel.fullFirst[v] = fullFirst;
            panel.fullLast[v] = fullLast;
        }
    }

    static Coverage rangesOf(const Panel& panel, Index j0, Index keys, Segments& segments) {
        bool isFull = true, isEmpty = true;
        for (Index v = 0; v < panel.vectors; ++v) {
            isFull = isFull && panel.fullFirst[v] <= j0 && panel.fullLast[v] >= j0 + keys;
            isEmpty = isEmpty && (panel.first[v] >= j0 + keys || panel.last[v] <= j0);
        }
        if (isFull || isEmpty)
            return isFull ? Coverage::Full : Coverage::Empty;
        for (Index j = 0; j < keys; j += kTileRows) {
            const Index end = std::min(j + kTileRows, keys);
            StepShape shape;
            for (Index v = 0; v < panel.vectors; ++v)
                shape.vector(v, panel.first[v] < j0 + end && panel.last[v] > j0 + j,
                             panel.fullFirst[v] <= j0 + j && panel.fullLast[v] >= j0 + end);
            shape.addTo(segments, j, end);
        }
        return Coverage::Mixed;
    }

    /// Both ends of each query's range, relative to the block of keys.
    void findEnds(Index p, Index j0) {
        for (Index r = 0; r < kPanelRows; ++r) {
            const Index at = p * kPanelRows + r;
            m_ends[r] = static_cast<std::int32_t>(std::clamp(m_first[at] - j0, Index(0), kBlockKeys));
            m_ends[kPanelRows + r] = static_cast<std::int32_t>(std::clamp(m_last[at] - j0, Index(0), kBlockKeys));
        }
    }

    Coverage cellsOf(Index p, const Panel& panel, Index j0, Index keys, Segments& segments) {
        std::int32_t* const live = m_live + p * kPanelRows;
        const Coverage found =
            m_cells->fillBits(m_rules.mask.batch, m_rules.mask.head, panel.i0, panel.i1, j0, j0 + keys, m_words);
        if (found == Coverage::Full)
            std::fill_n(live, kPanelRows, 1);
        if (found != Coverage::Mixed)
            return found;
        const Index rows = panel.i1 - panel.i0;
        std::uint64_t some[kPanelVectors] = {}, all[kPanelVectors];
        for (Index v = 0; v < panel.vectors; ++v) {
            all[v] = ~std::uint64_t(0);
            for (Index r = v * kLanes; r < std::min((v + 1) * kLanes, rows); ++r) {
                some[v] |= m_words[r];
                all[v] &= m_words[r];
            }
        }
        for (Index r = 0; r < rows; ++r)
            live[r] |= m_words[r] != 0 ? 1 : 0;
        for (Index j = 0; j < keys; j += kTileRows) {
            const Index end = std::min(j + kTileRows, keys);
            const std::uint64_t step = (~std::uint64_t(0) >> (64 - (end - j))) << j;
            StepShape shape;
            for (Index v = 0; v < panel.vectors; ++v)
                shape.vector(v, (some[v] & step) != 0, (all[v] & step) == step);
            shape.addTo(segments, j, end);
        }
        return found;
    }

    const HeadRules& m_rules;
    const MaskRules* m_cells;
    Index m_keys;
    bool m_forbids = false, m_isRanges = false, m_hasBias = false;
    std::int32_t *m_live = nullptr, *m_first = nullptr, *m_last = nullptr;  ///< One number per query
    // Of the present tile: which keys each query may attend, as bits, or as the first and the end of a range.
    std::uint64_t m_words[kPanelRows] = {};
    HWY_ALIGN std::int32_t m_ends[2 * kPanelRows] = {};
    float m_line[kBlockKeys];
};

}  // namespace HWY_NAMESPACE
}  // namespace attn
HWY_AFTER_NAMESPACE();
#endif
