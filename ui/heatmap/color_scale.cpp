#include "ui/heatmap/color_scale.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace attn::ui {
namespace {

bool isHidden(CellState state) {
    return state == CellState::Masked || state == CellState::MaskedByHand;
}

/// Range of the row's finite, unmasked cells; of log colours only the positive ones count.
ColorScale::Range rowRange(const HeatmapPicture& picture, Index row, bool isLog) {
    double low = std::numeric_limits<double>::infinity(), high = -low;
    for (Index col = 0; col < picture.cells.cols; ++col) {
        const double value = picture.cells(row, col);
        if (!std::isfinite(value) || isHidden(picture.state(row, col)) || (isLog && value <= 0.0))
            continue;
        low = std::min(low, value);
        high = std::max(high, value);
    }
    if (low > high)
        return {picture.low, picture.high};
    if (picture.map == MapName::Diverging) {
        const double most = std::max(std::abs(low), std::abs(high));
        return {-most, most};
    }
    return {low, high};
}

}  // namespace

ColorScale::ColorScale(const HeatmapPicture& picture)
    : m_map(picture.map), m_isLog(picture.logRange), m_all{picture.low, picture.high} {
    if (!picture.perRowRange)
        return;
    m_rows.reserve(static_cast<std::size_t>(picture.cells.rows));
    for (Index row = 0; row < picture.cells.rows; ++row)
        m_rows.push_back(rowRange(picture, row, m_isLog));
}

ColorScale::Range ColorScale::range(Index row) const {
    return m_rows.empty() ? m_all : m_rows[static_cast<std::size_t>(row)];
}

double ColorScale::position(double value, Index row) const {
    const Range r = range(row);
    if (std::isnan(value))
        return value;
    if (m_isLog && r.low > 0.0) {
        if (value <= r.low)
            return value == r.low && r.low >= r.high ? 0.5 : 0.0;
        if (value >= r.high)
            return 1.0;
        return (std::log(value) - std::log(r.low)) / (std::log(r.high) - std::log(r.low));
    }
    if (!(r.high > r.low))
        return value > r.high ? 1.0 : value < r.low ? 0.0 : 0.5;
    // Halved, so that a range from -1e308 to 1e308 does not overflow.
    return std::clamp((value / 2 - r.low / 2) / (r.high / 2 - r.low / 2), 0.0, 1.0);
}

QRgb ColorScale::color(double value, Index row) const {
    return ui::color(m_map, position(value, row));
}

double colorPosition(const HeatmapPicture& picture, Index row, Index col) {
    return ColorScale(picture).position(picture.cells(row, col), row);
}

HeatmapSurvey surveyHeatmap(const HeatmapPicture& picture) {
    HeatmapSurvey found;
    found.isPattern = picture.isPattern;
    const Matrix& cells = picture.cells;
    for (Index row = 0; row < cells.rows; ++row)
        for (Index col = 0; col < cells.cols; ++col) {
            const CellState state = picture.state(row, col);
            found.painted |= state == CellState::MaskedByHand || state == CellState::PaintedAllowed;
            found.plain |= state == CellState::Plain;
            found.paintedAllowed |= state == CellState::PaintedAllowed;
            found.masked |= state == CellState::Masked;
            found.maskedByHand |= state == CellState::MaskedByHand;
            if (isHidden(state))
                continue;
            const double value = cells(row, col);
            if (!std::isfinite(value)) {
                (std::isnan(value) ? found.nan : found.infinite) = true;
                continue;
            }
            found.exactZero |= value == 0.0;
            found.negative |= value < 0.0;
            found.below |= value < picture.low;
            found.above |= value > picture.high;
            found.whole = found.whole && value == std::trunc(value);
            found.largest = std::max(found.largest, std::abs(value));
        }
    if (picture.perRowRange)
        found.below = found.above = false;
    else if (picture.logRange && !found.negative)
        found.below = false;  // Zero has the first colour by definition.
    return found;
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
