#include "ui/heatmap/color_scale.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/base/extremes.h"

namespace attn::ui {
namespace {

/// Range of the row's finite, unmasked cells; of log colours only the positive ones count.
ColorScale::Range rowRange(const HeatmapPicture& picture, Index row, bool isLog) {
    double low = std::numeric_limits<double>::infinity(), high = -low;
    const Extremes all = extremesOf(picture.cells.values.data() + row * picture.cells.cols, picture.cells.cols);
    const bool isSimple = picture.states.empty() && all.isFinite && !(isLog && all.low <= 0.0);
    if (isSimple) {
        low = all.low;
        high = all.high;
    }
    for (Index col = 0; col < picture.cells.cols && !isSimple; ++col) {
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
    const double at = std::clamp((value / 2 - r.low / 2) / (r.high / 2 - r.low / 2), 0.0, 1.0);
    // Where cells are compared by their distance from the middle, that is kept: the same rounding for a single one.
    return !m_rows.empty() && m_map == MapName::Diverging ? at - 0.5 + 0.5 : at;
}

QRgb ColorScale::color(double value, Index row) const {
    return ui::color(m_map, position(value, row));
}

double colorPosition(const HeatmapPicture& picture, Index row, Index col) {
    return ColorScale(picture).position(picture.cells(row, col), row);
}

}  // namespace attn::ui
