#include "ui/heatmap/heatmap_pyramid.h"

#include <algorithm>
#include <cstring>

namespace attn::ui {
namespace {

constexpr Index kSmallestLevel = 256;  ///< Rows and columns below which a further level saves nothing.

Index blocksOf(Index cells, int shift) {
    return (cells + (Index(1) << shift) - 1) >> shift;
}

CellRank larger(CellRank a, CellRank b) {
    return a > b ? a : b;
}

/// Where two rows have the same state throughout eight columns, that state.
std::optional<CellState> commonState(const CellState* upper, const CellState* lower) {
    std::uint64_t above, below;
    std::memcpy(&above, upper, sizeof above);
    std::memcpy(&below, lower, sizeof below);
    const auto first = static_cast<std::uint8_t>(above & 0xFFU);
    if (above != below || above != first * 0x0101010101010101U)
        return {};
    return static_cast<CellState>(first);
}

}  // namespace

HeatmapPyramid::HeatmapPyramid(const HeatmapPicture& picture, HeatmapSurvey* survey, Index largestDirect)
    : m_scale(picture) {
    const Index rows = picture.cells.rows, cols = picture.cells.cols;
    HeatmapSurveyor surveyor(picture);
    plan(rows, cols, largestDirect);
    const Index strip = m_levels.empty() ? 1 : Index(1) << m_levels.front().shift;
    for (Index row = 0; row < rows; row += strip) {
        for (Index within = row; survey && within < std::min(row + strip, rows); ++within)
            surveyor.addRow(within);
        if (!m_levels.empty()) {
            fillFirstRow(picture, row / strip);
            addRow(0, row / strip);
        }
    }
    if (survey)
        *survey = surveyor.found();
    m_scratch = {};
}

void HeatmapPyramid::plan(Index rows, Index cols, Index largestDirect) {
    if (rows * cols <= largestDirect)
        return;
    int last = 1;
    while (blocksOf(rows, last) > kSmallestLevel || blocksOf(cols, last) > kSmallestLevel)
        ++last;
    // From the top down, as long as all levels together have a third of the cells.
    Index room = rows * cols / 3;
    int first = last + 1;
    while (first > 1 && blocksOf(rows, first - 1) * blocksOf(cols, first - 1) <= room) {
        --first;
        room -= blocksOf(rows, first) * blocksOf(cols, first);
    }
    for (int shift = first; shift <= last; ++shift) {
        Level level{shift, blocksOf(rows, shift), blocksOf(cols, shift), {}};
        level.ranks.reset(new CellRank[static_cast<std::size_t>(level.rows * level.cols)]);
        m_levels.push_back(std::move(level));
    }
    m_scratch.resize(static_cast<std::size_t>(2 * cols));
}

void HeatmapPyramid::fillFirstRow(const HeatmapPicture& picture, Index blockRow) {
    Level& level = m_levels.front();
    const Index cols = picture.cells.cols, side = Index(1) << level.shift;
    const Index first = blockRow * side, last = std::min(first + side, picture.cells.rows);
    CellRank* const out = level.ranks.get() + blockRow * level.cols;
    if (side == 2 && !picture.perRowRange)
        return fillFromPair(picture, first, last - 1, out);
    CellRank* const most = m_scratch.data();
    CellRank* const next = most + cols;
    rankRow(picture, *m_scale, first, 0, cols, most);
    for (Index row = first + 1; row < last; ++row) {
        rankRow(picture, *m_scale, row, 0, cols, next);
        for (Index col = 0; col < cols; ++col)
            most[col] = larger(most[col], next[col]);
    }
    for (Index block = 0; block < level.cols; ++block) {
        const Index begin = block * side, end = std::min(begin + side, cols);
        out[block] = *std::max_element(most + begin, most + end);
    }
}

/// Blocks of two by two cells of rows `upper` and `lower`, which may be the same; without ranks of single cells where
/// nothing or everything is masked.
void HeatmapPyramid::fillFromPair(const HeatmapPicture& picture, Index upper, Index lower, CellRank* out) {
    const Index cols = picture.cells.cols;
    const double* const above = picture.cells.values.data() + upper * cols;
    const double* const below = picture.cells.values.data() + lower * cols;
    const bool hasStates = !picture.states.empty();
    const CellState* const aboveStates = hasStates ? picture.states.data() + upper * cols : nullptr;
    const CellState* const belowStates = hasStates ? picture.states.data() + lower * cols : nullptr;
    constexpr Index kStep = 8;
    Index plain = 0;  // From here on everything has been plain.
    const auto flush = [&](Index col) {
        joinNumbers(above + plain, below + plain, (col - plain) / 2, out + plain / 2);
    };
    Index col = 0;
    for (; hasStates && col + kStep <= cols; col += kStep) {
        const auto state = commonState(aboveStates + col, belowStates + col);
        if (state && !isHidden(*state))
            continue;
        flush(col);
        plain = col + kStep;
        if (state)
            std::fill_n(out + col / 2, kStep / 2, kHiddenRank);
        else
            rankBlocks(picture, upper, lower, col, col + kStep, out);
    }
    if (!hasStates)
        col = cols / 2 * 2;
    flush(col);
    rankBlocks(picture, upper, lower, col, cols, out);
}

void HeatmapPyramid::rankBlocks(const HeatmapPicture& picture, Index upper, Index lower, Index firstCol,
                                Index lastCol, CellRank* out) {
    CellRank* const above = m_scratch.data();
    CellRank* const below = above + picture.cells.cols;
    rankRow(picture, *m_scale, upper, firstCol, lastCol, above);
    rankRow(picture, *m_scale, lower, firstCol, lastCol, below);
    for (Index col = firstCol; col < lastCol; col += 2) {
        const Index left = col - firstCol, right = std::min(col + 1, lastCol - 1) - firstCol;
        out[col / 2] = larger(larger(above[left], above[right]), larger(below[left], below[right]));
    }
}

/// A row of a level is complete: makes the row above it in the pyramid as soon as that one can be.
void HeatmapPyramid::addRow(std::size_t level, Index row) {
    if (level + 1 == m_levels.size())
        return;
    const Level& from = m_levels[level];
    Level& to = m_levels[level + 1];
    if (row % 2 == 0 && row + 1 < from.rows)
        return;
    const CellRank* const upper = from.row(row / 2 * 2);
    const CellRank* const lower = from.row(row);
    CellRank* const out = to.ranks.get() + row / 2 * to.cols;
    joinRanks(upper, lower, from.cols / 2, out);
    if (from.cols % 2 != 0)
        out[to.cols - 1] = larger(upper[from.cols - 1], lower[from.cols - 1]);
    addRow(level + 1, row / 2);
}

const HeatmapPyramid::Level* HeatmapPyramid::levelFor(int shift) const {
    const Level* best = nullptr;
    for (const Level& level : m_levels)
        if (level.shift <= shift)
            best = &level;
    return best;
}

}  // namespace attn::ui
