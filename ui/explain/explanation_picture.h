#pragma once
#include <QString>
#include <vector>

#include "core/base/tensor.h"
#include "ui/heatmap/heatmap_picture.h"
#include "ui/widgets/text_runs.h"

namespace attn::ui {

/// What stands in one place of a line: its runs, and what the tooltip adds (the exact value).
struct ExplainCell {
    TextRuns runs;
    QString exact;
    bool isRight = false;        ///< Right-aligned in its column.
    bool isFault = false;        ///< A number that is not finite.
    bool operator==(const ExplainCell&) const = default;
};

/// Parts that are shortened until someone asks for all of them.
struct ExplainUnfolded {
    bool terms = false;  ///< Every term of the dot product.
    bool keys = false;   ///< Every key of the softmax.
    bool operator==(const ExplainUnfolded&) const = default;
};

/// What a click on a line shortens or shows in full.
enum class ExplainFold { None, Terms, Keys };

struct ExplainLine {
    std::vector<ExplainCell> cells;   ///< One per column; a single cell takes the whole width.
    bool hasRuleAbove = false;
    bool isLeftOut = false;           ///< "… 58 more": stands for lines that are not shown.
    ExplainFold fold = ExplainFold::None;
    bool operator==(const ExplainLine&) const = default;
};

/// One part of the explanation: "1  Dot product".
struct ExplainSection {
    QString title;
    TextRuns note;      ///< At the right of the title.
    std::vector<ExplainLine> lines;    ///< The first is the heading where `hasHeading`.
    bool hasHeading = false;
    QString sentence;                  ///< Under the lines; may be empty.
    bool operator==(const ExplainSection&) const = default;
};

/// One bar of the chosen row.
struct ExplainBar {
    AxisLabel label;
    double value = 0.0;
    QString text;                      ///< "0.768"
    QString exact;
    CellState state = CellState::Plain;
    bool isChosen = false;
    bool operator==(const ExplainBar&) const = default;
};

/// The arithmetic behind one cell, in words and numbers; no pixels.
struct ExplanationPicture {
    QString empty;                     ///< When set, this sentence is all there is to show.
    TextRuns headline;  ///< q1 “cat” → k0 “The”
    QString value;                     ///< "0.768"; empty: the headline says it.
    QString exactValue;                ///< "0.76791…", as many digits as the precision has
    QString valueWords;                ///< "weight, head 0"
    bool isValueFault = false;         ///< The value is not finite.
    QString warning;                   ///< "Row 4 “on” may attend nothing. …"; may be empty.
    std::vector<ExplainSection> sections;
    QString barsTitle;                 ///< "Row of “cat”"
    QString barsNote;                  ///< "sum 1.000"
    std::vector<ExplainBar> bars;      ///< By key; of a long row the chosen one and the largest.
    QString barsLeftOut;               ///< "12 more keys, together 0.031"; empty: all are shown.
    MapName map = MapName::Cividis;
    double low = 0.0;
    double high = 1.0;
    QString sentence;                  ///< “cat” takes 76.8 % of its output from “The”.
    bool operator==(const ExplanationPicture&) const = default;
};

/// The whole explanation as plain text, for the clipboard and for screen readers.
QString plainText(const ExplanationPicture&);

}  // namespace attn::ui
