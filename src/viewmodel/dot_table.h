#pragma once
// A dot product, product by product, with the sum as it runs; for src/viewmodel only.
#include <functional>
#include <optional>

#include "src/viewmodel/explanation_parts.h"
#include "src/viewmodel/words.h"

namespace attn::app {

/// sum over i of a(i) b(i), plus `bias`.
struct DotTerms {
    QString left, right;  ///< Heads of the columns of a and b.
    ui::TextRun::Kind leftKind = ui::TextRun::Normal, rightKind = ui::TextRun::Normal;
    Index count = 0;
    std::function<double(Index)> a, b;
    std::function<ui::TextRuns(Index)> name;  ///< What stands before a term; none: its number.
    std::function<bool(Index)> isPart;        ///< Takes part in the sum; none: all do. Others are masked.
    std::optional<double> bias;
    QString biasName;
    double result = 0.0;  ///< The evaluation's own.
    int decimals = 2;     ///< Where not all numbers are whole.
    QString more = Words::tr("… %1 more dimensions");
};

/// Adds heading and lines: all terms, or of a long sum the first, how many more, and the last.
void fillDotTable(ui::ExplainSection&, const Pair&, const DotTerms&, bool showsAll);

/// "… 58 more dimensions  show all", and what undoes it.
ui::ExplainLine foldLine(ui::ExplainFold fold, const QString& words, bool isUnfolded);

}  // namespace attn::app
