#pragma once
#include <array>
#include <vector>

#include "ui/heatmap/heatmap_rank.h"
#include "ui/theme/theme.h"

namespace attn::ui {

/// The colours of many ranks at once: the same as cellGround() of the cells that they stand for.
class RankColors {
  public:
    /// `scale` is that of the picture; both must outlive this.
    RankColors(const HeatmapPicture& picture, const ColorScale& scale, const Theme& theme, bool isFlat);

    void paint(const CellRank* ranks, std::size_t count, QRgb* out) const;

  private:
    enum class Kind { Pattern, Position, Linear, Log };

    void findSteps(const ColorScale& scale);
    QRgb logColor(double value) const;

    Kind m_kind;
    MapName m_map;
    const ColorTable& m_table;
    ColorScale::Range m_range;
    QRgb m_hidden, m_fault, m_pattern;
    std::array<double, 256> m_steps{};   ///< Log: the least value of each colour.
    std::vector<std::uint8_t> m_starts;  ///< Log: by the leading bits of a value, a colour at or before its own.
    std::uint64_t m_firstBits = 0;
    int m_bitShift = 0;
};

}  // namespace attn::ui
