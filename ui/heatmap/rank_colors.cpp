#include "ui/heatmap/rank_colors.h"

#include <algorithm>
#include <cmath>

namespace attn::ui {
namespace {

constexpr std::uint64_t kMostStarts = 4096;

}  // namespace

RankColors::RankColors(const HeatmapPicture& picture, const ColorScale& scale, const Theme& theme, bool isFlat)
    : m_kind(picture.isPattern                                                     ? Kind::Pattern
             : picture.perRowRange                                                 ? Kind::Position
             : picture.logRange && picture.low > 0.0 && picture.high > picture.low ? Kind::Log
                                                                                   : Kind::Linear),
      m_map(picture.map),
      m_table(colorTable(picture.map)),
      m_range(scale.range(0)),
      m_hidden(theme.maskGround.rgb()),
      m_fault(isFlat ? theme.fault.rgb() : theme.faultGround.rgb()),
      m_pattern(theme.accentGround.rgb()) {
    if (m_kind == Kind::Log)
        findSteps(scale);
}

void RankColors::findSteps(const ColorScale& scale) {
    const auto entry = [&](double value) { return static_cast<std::size_t>(scale.position(value, 0) * 255.0 + 0.5); };
    // Positive numbers are ordered as their bit patterns are: each step is found by halving.
    m_firstBits = std::bit_cast<std::uint64_t>(m_range.low);
    const auto lastBits = std::bit_cast<std::uint64_t>(m_range.high);
    std::uint64_t known = m_firstBits;
    for (std::size_t i = 1; i < m_steps.size(); ++i) {
        std::uint64_t reached = lastBits;
        while (known < reached) {
            const std::uint64_t middle = known + (reached - known) / 2;
            if (entry(std::bit_cast<double>(middle)) >= i)
                reached = middle;
            else
                known = middle + 1;
        }
        m_steps[i] = std::bit_cast<double>(reached);
    }
    const std::uint64_t span = lastBits - m_firstBits;
    while ((span >> m_bitShift) >= kMostStarts)
        ++m_bitShift;
    m_starts.resize(static_cast<std::size_t>(span >> m_bitShift) + 1);
    std::size_t at = 0;
    for (std::size_t k = 0; k < m_starts.size(); ++k) {
        const auto least = std::bit_cast<double>(m_firstBits + (static_cast<std::uint64_t>(k) << m_bitShift));
        while (at < 255 && m_steps[at + 1] <= least)
            ++at;
        m_starts[k] = static_cast<std::uint8_t>(at);
    }
}

QRgb RankColors::logColor(double value) const {
    if (!(value > m_range.low))
        return m_table.front();
    if (value >= m_range.high)
        return m_table.back();
    std::size_t at =
        m_starts[static_cast<std::size_t>((std::bit_cast<std::uint64_t>(value) - m_firstBits) >> m_bitShift)];
    while (at < 255 && m_steps[at + 1] <= value)
        ++at;
    return m_table[at];
}

void RankColors::paint(const CellRank* ranks, std::size_t count, QRgb* out) const {
    const auto each = [&](const auto& colorOf) {
        for (std::size_t i = 0; i < count; ++i)
            out[i] = ranks[i] == kHiddenRank ? m_hidden : colorOf(ranks[i]);
    };
    const auto entry = [&](double position) { return m_table[static_cast<std::size_t>(position * 255.0 + 0.5)]; };
    switch (m_kind) {
        case Kind::Pattern:
            return each([&](CellRank) { return m_pattern; });
        case Kind::Position:
            return each([&](CellRank rank) {
                const double position = rankedPosition(rank, m_map);
                return std::isfinite(position) ? entry(std::clamp(position, 0.0, 1.0)) : m_fault;
            });
        case Kind::Log:
            return each([&](CellRank rank) {
                const double value = rankedNumber(rank);
                return std::isfinite(value) ? logColor(value) : m_fault;
            });
        case Kind::Linear:
            break;
    }
    if (!(m_range.high > m_range.low))
        return each([&](CellRank rank) {
            const double value = rankedNumber(rank);
            return !std::isfinite(value) ? m_fault
                                         : entry(value > m_range.high  ? 1.0
                                                 : value < m_range.low ? 0.0
                                                                       : 0.5);
        });
    const double low = m_range.low / 2, width = m_range.high / 2 - m_range.low / 2;
    each([&](CellRank rank) {
        const double value = rankedNumber(rank);
        return std::isfinite(value) ? entry(std::clamp((value / 2 - low) / width, 0.0, 1.0)) : m_fault;
    });
}

}  // namespace attn::ui
