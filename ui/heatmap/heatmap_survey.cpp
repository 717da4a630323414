#include "ui/heatmap/heatmap_survey.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "core/base/extremes.h"

namespace attn::ui {
namespace {

constexpr Index kShortRun = 16;

Index endOfRun(const CellState* states, Index first, Index count) {
    const CellState state = states[first];
    const std::uint64_t eight = static_cast<std::uint64_t>(state) * 0x0101010101010101U;
    Index last = first + 1;
    for (std::uint64_t next; last + 8 <= count; last += 8) {
        std::memcpy(&next, states + last, sizeof next);
        if (next != eight)
            break;
    }
    while (last < count && states[last] == state)
        ++last;
    return last;
}

}  // namespace

HeatmapSurveyor::HeatmapSurveyor(const HeatmapPicture& picture) : m_picture(picture) {
    m_found.isPattern = picture.isPattern;
}

void HeatmapSurveyor::addState(CellState state) {
    m_found.painted |= state == CellState::MaskedByHand || state == CellState::PaintedAllowed;
    m_found.plain |= state == CellState::Plain;
    m_found.paintedAllowed |= state == CellState::PaintedAllowed;
    m_found.masked |= state == CellState::Masked;
    m_found.maskedByHand |= state == CellState::MaskedByHand;
}

void HeatmapSurveyor::addRow(Index row) {
    const Index cols = m_picture.cells.cols;
    const double* const values = m_picture.cells.values.data() + row * cols;
    if (m_picture.states.empty()) {
        if (cols > 0)
            addState(CellState::Plain);
        return addRun(values, cols);
    }
    const CellState* const states = m_picture.states.data() + row * cols;
    for (Index first = 0; first < cols;) {
        const CellState state = states[first];
        const Index last = endOfRun(states, first, cols);
        addState(state);
        if (!isHidden(state))
            last - first < kShortRun ? addCells(values + first, last - first) : addRun(values + first, last - first);
        first = last;
    }
}

void HeatmapSurveyor::addRun(const double* values, Index count) {
    const Extremes run = extremesOf(values, count);
    if (!run.isFinite) {
        addCells(values, count);
        return;
    }
    m_found.exactZero |= run.hasZero;
    m_low = std::min(m_low, run.low);
    m_high = std::max(m_high, run.high);
    for (Index i = 0; i < count && m_found.whole; ++i)
        m_found.whole = values[i] == std::trunc(values[i]);
}

void HeatmapSurveyor::addCells(const double* values, Index count) {
    for (Index i = 0; i < count; ++i) {
        const double value = values[i];
        if (!std::isfinite(value)) {
            (std::isnan(value) ? m_found.nan : m_found.infinite) = true;
            continue;
        }
        m_found.exactZero |= value == 0.0;
        m_low = std::min(m_low, value);
        m_high = std::max(m_high, value);
        m_found.whole = m_found.whole && value == std::trunc(value);
    }
}

HeatmapSurvey HeatmapSurveyor::found() const {
    HeatmapSurvey found = m_found;
    found.negative = m_low < 0.0;
    found.largest = m_low <= m_high ? std::max(std::abs(m_high), std::abs(m_low)) : 0.0;
    found.below = m_low < m_picture.low && !m_picture.perRowRange;
    found.above = m_high > m_picture.high && !m_picture.perRowRange;
    if (m_picture.logRange && !found.negative)
        found.below = false;  // Zero has the first colour by definition.
    return found;
}

HeatmapSurvey surveyHeatmap(const HeatmapPicture& picture) {
    HeatmapSurveyor surveyor(picture);
    for (Index row = 0; row < picture.cells.rows; ++row)
        surveyor.addRow(row);
    return surveyor.found();
}

HeatmapSurvey united(const HeatmapSurvey& a, const HeatmapSurvey& b) {
    HeatmapSurvey both = a;
    for (bool HeatmapSurvey::*what :
         {&HeatmapSurvey::isPattern, &HeatmapSurvey::plain, &HeatmapSurvey::masked, &HeatmapSurvey::maskedByHand,
          &HeatmapSurvey::paintedAllowed, &HeatmapSurvey::painted, &HeatmapSurvey::exactZero, &HeatmapSurvey::nan,
          &HeatmapSurvey::infinite, &HeatmapSurvey::below, &HeatmapSurvey::above, &HeatmapSurvey::negative})
        both.*what = a.*what || b.*what;
    both.whole = a.whole && b.whole;
    both.largest = std::max(a.largest, b.largest);
    return both;
}

}  // namespace attn::ui
