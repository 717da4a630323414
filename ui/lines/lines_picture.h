#pragma once
#include <QString>
#include <vector>

#include "ui/figure/color_map.h"
#include "ui/heatmap/heatmap_picture.h"

namespace attn::ui {

enum class LineDash { Solid, Dashed, Dotted, DashDot };

/// How the lines of one head look.
struct LinesHead {
    QString name;  ///< "head 0"
    double sample =
        -1.0;  ///< Place on the map, in [0, 1]; below 0: the colour of text, where there is one head only.
    LineDash dash = LineDash::Solid;
    bool isChosen = false;  ///< The head of the selection: its line from the chosen query to the chosen key is lit.
    bool operator==(const LinesHead&) const = default;
};

/// One weight, from the query that attends to the key that is attended.
struct AttentionLine {
    Index head = 0;  ///< Place in LinesPicture::heads.
    Index query = 0;
    Index key = 0;
    double weight = 0.0;  ///< Above 0, or not finite: drawn as a fault.
};

/// Tokens at the left and at the right with the lines between them; no pixels.
struct LinesPicture {
    QString title;
    Axis queries;
    Axis keys;
    Index queryCount = 0;
    Index keyCount = 0;
    std::vector<LinesHead> heads;
    std::vector<AttentionLine> lines;  ///< In the order in which they are painted: the largest late, faults last.
    MapName map = MapName::Cividis;
    QString caption;  ///< Which lines are drawn, and what share of the mass they hold.

    bool hasFault() const;  ///< A line is not finite.
};

/// One side's token.
struct LinesToken {
    bool isKey = false;
    Index index = 0;
    bool operator==(const LinesToken&) const = default;
};

/// q1 “cat” → k0 “The” 0.76791794, k2 “sat” 0.18669371; the largest first, at most six. A key is told from its side:
/// k0 “The” ← q1 “cat” 0.76791794. With several heads each is named. Without lines: "no line". Plain text.
QString tokenSentence(const LinesPicture& picture, const LinesToken& token);

}  // namespace attn::ui
