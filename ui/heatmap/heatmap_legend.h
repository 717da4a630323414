#pragma once
#include <QPainter>
#include <QString>
#include <vector>

#include "ui/heatmap/heatmap_painter.h"

namespace attn::ui {

enum class LegendMark { Allowed, Masked, MaskedByHand, Painted, ExactZero, NotFinite };
struct LegendItem {
    LegendMark mark;
    QString text;
};

/// One item for each look that occurs and whose meaning the cell itself does not write.
std::vector<LegendItem> legendItems(const HeatmapSurvey& survey, bool isFlat, bool hasValues);

/// Height of the items set in lines of `width`; 0 without items.
double legendHeight(const std::vector<LegendItem>& items, const QFont& font, double width);
void drawLegend(QPainter& painter, const QRectF& box, const std::vector<LegendItem>& items, const QFont& font,
                const HeatmapPicture& picture, const HeatmapOptions& options, bool isFlat);

}  // namespace attn::ui
