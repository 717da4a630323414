#pragma once
#include <QPainter>
#include <optional>

#include "ui/lines/lines_picture.h"
#include "ui/theme/theme.h"

namespace attn::ui {

/// Screen or paper: colours, type and how wide a line is.
struct LinesStyle {
    const Theme* theme = nullptr;  ///< Never null where something is drawn.
    bool isPaper = false;          ///< Points and black words; all rows on the sheet, nothing scrolls.

    double widest() const { return isPaper ? 3.0 : 6.0; }     ///< Of a weight of 1, px or points.
    double thinnest() const { return isPaper ? 0.4 : 0.75; }  ///< Of any line.
};

/// What is chosen and what is isolated.
struct LinesMarks {
    Index query = -1;
    Index key = -1;
    std::optional<LinesToken> isolated;  ///< Only its lines are drawn.
};

/// Where everything stands. Rows of both sides have one height; the shorter side stands in the middle.
struct LinesLayout {
    QSizeF size;
    QRectF head;  ///< Titles of both sides.
    QRectF rows;  ///< What is seen of the rows.
    QRectF legend;
    QRectF caption;
    double rowHeight = 0.0;
    double contentHeight = 0.0;  ///< Of all rows; more than `rows` is high where they scroll.
    double left = 0.0;           ///< x at which lines leave their query
    double right = 0.0;          ///< and reach their key.
    double labelWidth = 0.0;     ///< Of a token's text, at most.
    double letterWidth = 0.0;    ///< Of q₁₉₉.
    double unit = 1.0;
    Index step = 1;  ///< Every `step`-th token is written: thinned where rows are low.

    /// The middle of a row, from the top of the content.
    double rowMiddle(const LinesPicture& picture, const LinesToken& token) const;
    /// The row at a point, whose y counts from the top of the content; nothing between the two sides.
    std::optional<LinesToken> tokenAt(const LinesPicture& picture, QPointF point) const;
};

LinesLayout layoutLines(const LinesPicture& picture, const LinesStyle& style, QSizeF size);

/// The pen of one line: width = widest * weight, at least the thinnest; opacity 0.3 + 0.7 * weight. Not finite: the
/// colour of faults, dashed.
QPen linePen(const LinesPicture& picture, const AttentionLine& line, const LinesStyle& style, bool isLit);

/// All of it; `scroll` is how far the rows are moved up.
void paintLines(QPainter& painter, const LinesPicture& picture, const LinesStyle& style, const LinesLayout& layout,
                const LinesMarks& marks = {}, double scroll = 0.0);

/// Height of a figure on paper that is `width` wide, in points.
double linesFigureHeight(const LinesPicture& picture, const LinesStyle& style, double width);

}  // namespace attn::ui
