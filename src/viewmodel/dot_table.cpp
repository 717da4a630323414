#include "src/viewmodel/dot_table.h"

#include "src/viewmodel/words.h"

namespace attn::app {

using ui::ExplainCell;
using ui::ExplainLine;
using ui::TextRun;

namespace {

constexpr Index kMostTerms = 12;
constexpr Index kFirstTerms = 8;  ///< Shown of a longer sum, besides its last term.

}  // namespace

ExplainLine foldLine(ui::ExplainFold fold, const QString& words, bool isUnfolded) {
    ExplainLine line;
    line.isLeftOut = !isUnfolded;
    line.fold = fold;
    line.cells.push_back({{}, {}, false, false});
    if (!words.isEmpty())
        line.cells[0].runs.push_back({words + QStringLiteral("  "), TextRun::Second});
    line.cells[0].runs.push_back({isUnfolded ? Words::tr("show fewer") : Words::tr("show all"), TextRun::Accent});
    return line;
}

void fillDotTable(ui::ExplainSection& section, const Pair& pair, const DotTerms& terms, bool showsAll) {
    section.hasHeading = true;
    section.lines.push_back(
        {{textCell(terms.name ? QString() : Words::tr("dim"), TextRun::Second),
          textCell(terms.left, TextRun::Second, true), textCell({}), textCell(terms.right, TextRun::Second, true),
          textCell({}), textCell(Words::tr("product"), TextRun::Second, true),
          textCell(Words::tr("sum"), TextRun::Second, true)}});
    bool isAllWhole = isWhole(terms.result) && isWhole(terms.bias.value_or(0.0));
    for (Index i = 0; i < terms.count; ++i)
        isAllWhole = isAllWhole && isWhole(terms.a(i)) && isWhole(terms.b(i));
    const int fewest = isAllWhole ? 0 : terms.decimals;

    double sum = 0.0;
    const bool isLong = terms.count > kMostTerms;
    for (Index i = 0; i < terms.count; ++i) {
        const bool isPart = !terms.isPart || terms.isPart(i);
        const double a = terms.a(i);
        const double b = terms.b(i);
        const double product = pair.product(a, b);
        if (isPart)
            sum = pair.sum(sum, product);
        const bool isLast = i == terms.count - 1;
        if (isLong && !showsAll && i == kFirstTerms)
            section.lines.push_back(
                foldLine(ui::ExplainFold::Terms, terms.more.arg(terms.count - kFirstTerms - 1), false));
        if (isLong && !showsAll && i >= kFirstTerms && !isLast)
            continue;
        // The last sum is the evaluation's own: in float32 it may differ in its last digits.
        const double shown = isLast && !terms.bias ? terms.result : sum;
        ExplainLine line;
        line.cells = {terms.name ? ExplainCell{terms.name(i), {}, false, false} : textCell(QString::number(i)),
                      numberCell(a, fewest, pair.exact(a), terms.leftKind),
                      textCell(QStringLiteral("×")),
                      numberCell(b, fewest, pair.exact(b), terms.rightKind),
                      textCell(QStringLiteral("=")),
                      isPart ? numberCell(product, fewest, pair.exact(product))
                             : textCell(Words::tr("masked"), TextRun::Second, true),
                      numberCell(shown, fewest, pair.exact(shown))};
        section.lines.push_back(std::move(line));
    }
    if (isLong && showsAll)
        section.lines.push_back(foldLine(ui::ExplainFold::Terms, {}, true));
    if (terms.bias) {
        ExplainLine line;
        line.hasRuleAbove = true;
        line.cells = {textCell(terms.biasName),
                      textCell({}),
                      textCell({}),
                      textCell({}),
                      textCell(QStringLiteral("+")),
                      numberCell(*terms.bias, fewest, pair.exact(*terms.bias)),
                      numberCell(terms.result, fewest, pair.exact(terms.result))};
        section.lines.push_back(std::move(line));
    }
}

}  // namespace attn::app
