// Which part of a tile a panel of queries works on, included once for each instruction set.
#include <algorithm>
#include <utility>

#include "core/flash/vector_job.h"
#include "core/flash/vector_lanes_inl.h"
#if defined(HEADSCOPE_VECTOR_PANEL_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef HEADSCOPE_VECTOR_PANEL_INL
#undef HEADSCOPE_VECTOR_PANEL_INL
#else
#define HEADSCOPE_VECTOR_PANEL_INL
#endif
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace attn {
namespace HWY_NAMESPACE {

/// The working memory, handed out from its beginning.
class Scratch {
  public:
    explicit Scratch(float* first) : m_next(first) {}
    float* take(Index count) { return std::exchange(m_next, m_next + count); }
    std::int32_t* takeInts(Index count) { return reinterpret_cast<std::int32_t*>(take(count)); }

  private:
    float* m_next;
};

/// Up to three vectors of queries.
struct Panel {
    Index i0 = 0, i1 = 0;    ///< Queries i0 .. i1 - 1
    Index vectors = 0;       ///< ceil((i1 - i0) / kLanes)
    float queryNorm2 = 0;    ///< No query is longer than its square root
    bool isBounded = false;  ///< The maximum is taken to be 0, as 2^score is safe for all scores met so far
    bool isFresh = false;    ///< Nothing has been added to its outputs, which hold anything.
    /// With a mask of ranges, of each vector: keys first .. last - 1 hold all that some query may attend, and all its
    /// queries may attend fullFirst .. fullLast - 1. An empty vector has first = last = 0.
    Index first[kPanelVectors] = {}, last[kPanelVectors] = {};
    Index fullFirst[kPanelVectors] = {}, fullLast[kPanelVectors] = {};

    Index hullFirst() const { return *std::min_element(first, first + vectors); }
    Index hullLast() const { return *std::max_element(last, last + vectors); }
};

/// Divides queries i0 .. i1 - 1 among panels and returns how many there are. Two panels of 2 vectors are faster than
/// one of 3 and one of 1.
inline Index divideAmongPanels(Index i0, Index i1, Panel* panels) {
    const Index vectors = tileCount(i1 - i0, kLanes);
    const Index count = tileCount(vectors, kPanelVectors);
    for (Index p = 0; p < count; ++p) {
        Panel& panel = panels[p];
        panel.vectors = vectors / count + (p < vectors % count ? 1 : 0);
        panel.i0 = i0;
        panel.i1 = i0 = std::min(i0 + panel.vectors * kLanes, i1);
    }
    return count;
}

/// All keys that any of the panels may attend, where ranges say everything.
inline KeyRange hullOf(const Panel* panels, Index count, Index keys) {
    KeyRange hull{keys, 0};
    for (Index p = 0; p < count; ++p) {
        hull.first = std::min(hull.first, panels[p].hullFirst());
        hull.last = std::max(hull.last, panels[p].hullLast());
    }
    return hull;
}

/// Keys j0 .. j1 - 1 of a block, for which vectors v0 .. v0 + vectors - 1 of a panel are worked on.
struct Segment {
    Index j0 = 0, j1 = 0, v0 = 0, vectors = 0;
    bool isMixed = false;  ///< Some of its cells are forbidden.
};

/// The parts of a tile that are worked on, in the order of the keys.
struct Segments {
    Segment parts[kBlockKeys / kTileRows];
    Index count = 0;

    void add(const Segment& segment) {
        Segment* const last = count > 0 ? parts + count - 1 : nullptr;
        if (last && last->j1 == segment.j0 && last->v0 == segment.v0 && last->vectors == segment.vectors &&
            last->isMixed == segment.isMixed)
            last->j1 = segment.j1;
        else
            parts[count++] = segment;
    }
};

/// Which of the vectors of a panel have something to do in a step of kTileRows keys.
class StepShape {
  public:
    void vector(Index v, bool hasSome, bool hasAll) {
        if (!hasSome)
            return;
        // Between the first and the last vector all are worked on, so one that is empty there makes it mixed.
        m_isMixed = m_isMixed || !hasAll || (m_stop > 0 && m_stop < v);
        m_begin = m_stop == 0 ? v : m_begin;
        m_stop = v + 1;
    }
    void addTo(Segments& segments, Index j0, Index j1) const {
        if (m_stop > 0)
            segments.add({j0, j1, m_begin, m_stop - m_begin, m_isMixed});
    }

  private:
    Index m_begin = 0, m_stop = 0;
    bool m_isMixed = false;
};

}  // namespace HWY_NAMESPACE
}  // namespace attn
HWY_AFTER_NAMESPACE();
#endif
