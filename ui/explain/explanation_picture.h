#pragma once
#include <QString>
#include <vector>

#include "core/base/tensor.h"
#include "ui/heatmap/heatmap_picture.h"

namespace attn::ui {

/// The colour of a piece of text, by what it means.
enum class Ink { Plain, Second, Query, Key, Value, Accent, Fault };

/// A piece of text in one ink; drawn literally.
struct ExplainRun {
    QString text;
    Ink ink = Ink::Plain;
    bool isSubscript = false;
    bool isStrong = false;
    bool operator==(const ExplainRun&) const = default;
};

/// What stands in one place of a line: its runs, and what the tooltip adds (the exact value).
struct ExplainCell {
    std::vector<ExplainRun> runs;
    QString exact;
    bool isRight = false;        ///< Right-aligned in its column.
};

struct ExplainLine {
    std::vector<ExplainCell> cells;   ///< One per column; a single cell takes the whole width.
    bool hasRuleAbove = false;
    bool isLeftOut = false;           ///< "… 58 more": stands for lines that are not shown.
};

/// One part of the explanation: "1  Dot product".
struct ExplainSection {
    QString title;
    std::vector<ExplainRun> note;      ///< At the right of the title.
    std::vector<ExplainLine> lines;    ///< The first is the heading where `hasHeading`.
    bool hasHeading = false;
    QString sentence;                  ///< Under the lines; may be empty.
};

/// One bar of the chosen row.
struct ExplainBar {
    AxisLabel label;
    double value = 0.0;
    QString text;                      ///< "0.768"
    CellState state = CellState::Plain;
    bool isChosen = false;
};

/// The arithmetic behind one cell, in words and numbers; no pixels.
struct ExplanationPicture {
    QString empty;                     ///< When set, this sentence is all there is to show.
    std::vector<ExplainRun> headline;  ///< q1 “cat” → k0 “The”
    QString value;                     ///< "0.768"
    QString exactValue;                ///< "0.76791…", as many digits as the precision has
    QString valueWords;                ///< "weight, head 0"
    bool isValueMasked = false;
    QString warning;                   ///< "Row 4 “on” may attend nothing. …"; may be empty.
    std::vector<ExplainSection> sections;
    QString barsTitle;                 ///< "Row of “cat”"
    QString barsNote;                  ///< "sum 1.000"
    std::vector<ExplainBar> bars;      ///< At most as many as fit; `barsLeftOut` says how many are not shown.
    QString barsLeftOut;
    MapName map = MapName::Cividis;
    double low = 0.0;
    double high = 1.0;
    QString sentence;                  ///< “cat” takes 76.8 % of its output from “The”.
};

/// The whole explanation as plain text, for the clipboard and for screen readers.
QString plainText(const ExplanationPicture&);

}  // namespace attn::ui
