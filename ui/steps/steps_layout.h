#pragma once
#include <optional>
#include <vector>

#include "ui/heatmap/heatmap_legend.h"
#include "ui/steps/steps_picture.h"

namespace attn::ui {

/// What a layout needs to know of all cells, found once for each picture.
struct StepsSurvey {
    std::vector<HeatmapSurvey> each;  ///< One per matrix.
    HeatmapSurvey all;
    std::vector<double> widestNumber;  ///< In the type of the cells; 0: too many cells for numbers.
};
StepsSurvey surveySteps(const StepsPicture& picture, bool isPaper);

/// Where one matrix stands.
struct StepPlace {
    HeatmapLayout cells;
    QRectF box;           ///< With its name.
    QPointF name, shape;  ///< Baselines.
    QRectF before;        ///< Room of the operator; null: none.
};

struct StepsLayout {
    QSizeF size;
    std::vector<StepPlace> places;
    std::vector<LegendItem> legendItems;
    bool isFlat = false;                    ///< Every matrix has cells too small for hatches, rings and words.
    QRectF bars, legend, leftOut, caption;  ///< Lines of the foot; null: none.
};

/// Places the matrices in lines no wider than `size`, with the largest cells for which the lines are no higher.
/// Cells of one picture have one size; a matrix too large for that is shown whole, with smaller cells. The lines
/// begin at the left and top, or stand in the middle of what the foot leaves.
StepsLayout layoutSteps(const StepsPicture&, const StepsSurvey&, const HeatmapOptions&, QSizeF size,
                        bool isCentred = false);
/// Height that the figure takes on paper when it is `width` wide.
double stepsHeight(const StepsPicture&, const StepsSurvey&, const HeatmapOptions&, double width);

struct StepCell {
    int matrix = -1;
    HeatmapCell cell;
    bool operator==(const StepCell&) const = default;
};
std::optional<StepCell> stepCellAt(const StepsPicture&, const StepsLayout&, QPointF point);

/// A bar of colours and the words at its ends; one for each map that occurs.
struct StepsBar {
    MapName map;
    QString low, high;
};
std::vector<StepsBar> stepsBars(const StepsPicture&);
constexpr double kBarLength = 72.0, kBarApart = 24.0;  ///< Its length, and what parts it from the next.

/// One line in which names such as W_q and √d_k get their subscripts.
double mathWidth(const QString& text, const QFont& font);
void drawMath(QPainter& painter, QPointF baseline, const QString& text, const QFont& font, const QColor& ink);

/// The name's type.
QFont stepNameFont(bool isPaper);

}  // namespace attn::ui
