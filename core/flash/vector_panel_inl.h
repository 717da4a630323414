// Which part of a tile a panel of queries works on, included once for each instruction set.
#include <algorithm>
#include <cstring>

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

/// Up to three vectors of queries.
struct Panel {
    Index i0 = 0, i1 = 0;    ///< Queries i0 .. i1 - 1
    Index vectors = 0;       ///< ceil((i1 - i0) / kLanes)
    float queryNorm2 = 0;    ///< No query is longer than its square root
    bool isBounded = false;  ///< The maximum is taken to be 0, as 2^score is safe for all scores met so far
    /// With a mask of ranges: keys first .. last - 1 hold all that some query of the vector may attend, and all its
    /// queries may attend fullFirst .. fullLast - 1. An empty vector has first = last = 0.
    Index first[kPanelVectors] = {}, last[kPanelVectors] = {};
    Index fullFirst = 0, fullLast = 0;  ///< The same for all queries of the panel

    Index hullFirst() const { return *std::min_element(first, first + vectors); }
    Index hullLast() const { return *std::max_element(last, last + vectors); }
};

/// Keys j0 .. j1 - 1 of a block, for which vectors v0 .. v0 + vectors - 1 of a panel are worked on.
struct Segment {
    Index j0 = 0, j1 = 0, v0 = 0, vectors = 0;
};

/// The parts of a tile that are worked on, in the order of the keys.
struct Segments {
    Segment parts[kBlockKeys / kTileRows];
    Index count = 0;

    void add(const Segment& segment) {
        Segment* const last = count > 0 ? parts + count - 1 : nullptr;
        if (last && last->j1 == segment.j0 && last->v0 == segment.v0 && last->vectors == segment.vectors)
            last->j1 = segment.j1;
        else
            parts[count++] = segment;
    }
};

/// Leaves out, in steps of kTileRows keys, the vectors of queries that a mask of ranges empties there.
inline void findSegments(const Panel& panel, Index j0, Index keys, Segments& segments) {
    segments.count = 0;
    for (Index j = 0; j < keys; j += kTileRows) {
        const Index end = std::min(j + kTileRows, keys);
        Index begin = panel.vectors;
        Index stop = 0;
        for (Index v = 0; v < panel.vectors; ++v)
            if (panel.first[v] < j0 + end && panel.last[v] > j0 + j) {
                begin = std::min(begin, v);
                stop = v + 1;
            }
        if (begin < stop)
            segments.add({j, end, begin, stop - begin});
    }
}

/// Fills the panel's ranges and those of each query: first and last, relative to key 0.
inline void findRanges(const HeadMask& mask, Panel& panel, std::int32_t* first, std::int32_t* last) {
    panel.fullFirst = 0;
    panel.fullLast = std::numeric_limits<std::int32_t>::max();
    for (Index v = 0; v < panel.vectors; ++v) {
        panel.first[v] = std::numeric_limits<Index>::max();
        panel.last[v] = 0;
        for (Index r = v * kLanes; r < (v + 1) * kLanes; ++r) {
            const Index i = panel.i0 + r;
            const KeyRange range = i < panel.i1 ? mask.rules->rangeOf(mask.batch, i) : KeyRange{0, 0};
            const bool isEmpty = range.first >= range.last;
            first[r] = isEmpty ? 0 : static_cast<std::int32_t>(range.first);
            last[r] = isEmpty ? 0 : static_cast<std::int32_t>(range.last);
            if (!isEmpty) {
                panel.first[v] = std::min(panel.first[v], range.first);
                panel.last[v] = std::max(panel.last[v], range.last);
            }
            // What the lanes beyond the last query hold is never read.
            if (i < panel.i1) {
                panel.fullFirst = std::max(panel.fullFirst, static_cast<Index>(first[r]));
                panel.fullLast = std::min(panel.fullLast, static_cast<Index>(last[r]));
            }
        }
        if (panel.last[v] == 0)
            panel.first[v] = 0;
    }
}

/// One bit per cell instead of one byte: for each query keys 0 .. 31, and keys 32 .. 63 one panel further on.
/// Notes in `live` which queries have an allowed key.
inline void packCells(const std::uint8_t* cells, Index rows, Index keys, std::int32_t* bits, std::int32_t* live) {
    std::fill_n(bits, 2 * kPanelRows, 0);
    for (Index r = 0; r < rows; ++r) {
        std::uint64_t word = 0;
        Index j = 0;
        for (; j + 8 <= keys; j += 8) {
            std::uint64_t bytes;
            std::memcpy(&bytes, cells + r * keys + j, 8);
            // Moves bit 0 of byte k to bit k of the highest byte, without carries.
            word |= (bytes * 0x0102040810204080U >> 56) << j;
        }
        for (; j < keys; ++j)
            word |= static_cast<std::uint64_t>(cells[r * keys + j]) << j;
        bits[r] = static_cast<std::int32_t>(word & 0xFFFFFFFFU);
        bits[kPanelRows + r] = static_cast<std::int32_t>(word >> 32);
        live[r] |= word != 0 ? 1 : 0;
    }
}

}  // namespace HWY_NAMESPACE
}  // namespace attn
HWY_AFTER_NAMESPACE();
#endif
