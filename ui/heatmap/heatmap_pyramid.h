#pragma once
#include <memory>
#include <optional>
#include <vector>

#include "ui/heatmap/heatmap_rank.h"
#include "ui/heatmap/heatmap_survey.h"

namespace attn::ui {

/// For each block of 2^k by 2^k cells of a large picture the cell that stands for it, for several k: what a pixel
/// that shows many cells reads instead of them.
///
/// Cost      one pass over the matrix, as for a survey.
/// Memory    at most a third of the matrix; nothing for a picture of at most `largestDirect` cells.
class HeatmapPyramid {
  public:
    static constexpr Index kLargestDirect = Index(1) << 20;

    struct Level {
        int shift = 0;  ///< k: a block is 2^k by 2^k cells.
        Index rows = 0, cols = 0;
        std::unique_ptr<CellRank[]> ranks;  ///< Not a vector, which would fill it with zeros first.
        const CellRank* row(Index index) const { return ranks.get() + index * cols; }
    };

    HeatmapPyramid() = default;
    /// Makes the survey of the picture on the way, if one is asked for.
    explicit HeatmapPyramid(const HeatmapPicture& picture, HeatmapSurvey* survey = nullptr,
                            Index largestDirect = kLargestDirect);

    /// The level of the largest blocks of at most 2^shift cells a side; null: the cells themselves.
    const Level* levelFor(int shift) const;
    /// Of the picture, made once with the pyramid; null in an empty one.
    const ColorScale* scale() const { return m_scale ? &*m_scale : nullptr; }
    const std::vector<Level>& levels() const { return m_levels; }

  private:
    void plan(Index rows, Index cols, Index largestDirect);
    void fillFirstRow(const HeatmapPicture& picture, Index blockRow);
    void fillFromPair(const HeatmapPicture& picture, Index upper, Index lower, CellRank* out);
    void rankBlocks(const HeatmapPicture& picture, Index upper, Index lower, Index firstCol, Index lastCol,
                    CellRank* out);
    void addRow(std::size_t level, Index row);

    std::optional<ColorScale> m_scale;
    std::vector<Level> m_levels;      ///< From small blocks to large ones.
    std::vector<CellRank> m_scratch;  ///< Two rows of cells, while the levels are made.
};

}  // namespace attn::ui
