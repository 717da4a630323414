#pragma once
#include <vector>

#include "ui/heatmap/heatmap_legend.h"
#include "ui/heatmap/heatmap_painter.h"
#include "ui/heatmap/thumbnail_grid.h"

namespace attn::app {

/// All heads on one sheet: each with its name and tokens; one colour bar, one legend, one caption for all.
class HeadsSheet {
  public:
    /// Without a height it is as high as a nearly square number of heads beside one another needs; else the heads are as large as fit it.
    HeadsSheet(const std::vector<ui::Thumbnail>& heads, const QString& caption, const ui::HeatmapOptions& options,
               QSizeF size);

    double height() const;
    void paint(QPainter& painter) const;

  private:
    const ui::HeatmapPicture& first() const { return m_heads.front().picture; }
    double mapsHeight() const;
    void place(std::size_t columns, double high);
    void paintHead(QPainter& painter, const ui::Thumbnail& head, QPointF corner) const;

    const std::vector<ui::Thumbnail>& m_heads;
    const QString& m_caption;
    const ui::HeatmapOptions& m_options;
    ui::HeatmapOptions m_headOptions;  ///< Of one head: what all share is drawn once, beside them.
    double m_width;
    ui::HeatmapSurvey m_survey;
    std::size_t m_columns = 1;
    double m_left = 0.0, m_side = 0.0, m_barWidth = 0.0, m_legendHeight = 0.0, m_captionHeight = 0.0, m_tall = 0.0;
    bool m_isFlat = false;
    std::vector<ui::LegendItem> m_items;
};

}  // namespace attn::app
