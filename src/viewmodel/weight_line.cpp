#include "src/viewmodel/weight_line.h"

#include "src/viewmodel/explanation_parts.h"
#include "src/viewmodel/words.h"
#include "ui/figure/figure_text.h"

namespace attn::app {
namespace {

using ui::TextRun;
using ui::TextRuns;

constexpr Index kMostTerms = 6;

TextRuns pairRuns(const Pair& pair) {
    const QString query = pair.scene.tokens.empty()
                              ? QStringLiteral("q%1").arg(pair.chosen.query)
                              : QString::fromStdString(tokenLabel(pair.scene, pair.chosen.query));
    return {{ui::visibleToken(query), TextRun::Query, true},
            {QStringLiteral(" → ")},
            {ui::visibleToken(keyName(pair.scene, pair.chosen.key)), TextRun::Key, true},
            {QStringLiteral("     ")}};
}

TextRuns joined(TextRuns first, const TextRuns& second) {
    first.insert(first.end(), second.begin(), second.end());
    return first;
}

/// "(1.000 + 0.059 + 0.243)" over the allowed keys and the sink.
QString sumText(const Pair& pair, double largest) {
    QStringList terms;
    for (Index key = 0; key < pair.dims().nk; ++key)
        if (pair.allows(key))
            terms << fixedText(pair.exponential(pair.evaluation.masked.at(pair.cell(key)), largest), 3);
    if (pair.scene.sink)
        terms << fixedText(pair.exponential(pair.sinkLogit(), largest), 3);
    return terms.size() == 1 ? terms.front() : QStringLiteral("(%1)").arg(terms.join(QStringLiteral(" + ")));
}

}  // namespace

std::vector<TextRuns> weightLines(const Scene& scene, const Evaluation& evaluation, const ui::Selection& selection) {
    if (!evaluation.weights.has() || evaluation.dims.nq == 0 || evaluation.dims.nk == 0)
        return {};
    const Pair pair(scene, evaluation, selection);
    const TextRuns who = pairRuns(pair);
    const QString weight = fixedText(pair.weight(pair.chosen.key), 3);
    if (!pair.isAllowed && !pair.isEmptyRow())
        return {joined(who, {{Words::tr("masked: weight ")}, {weight, TextRun::Semibold}})};
    const TextRuns bare = joined(who, {{Words::tr("weight ")}, {weight, TextRun::Semibold}});
    if (pair.isEmptyRow() || !evaluation.masked.has() || !evaluation.rowMax.has() || !evaluation.rowSum.has())
        return {bare};
    const double largest = evaluation.rowMax.at(pair.row());
    const double logit = evaluation.masked.at(pair.cell(pair.chosen.key));
    const QString quotient =
        QStringLiteral("%1 ÷ %2 = ")
            .arg(fixedText(pair.exponential(logit, largest), 3), fixedText(evaluation.rowSum.at(pair.row()), 3));
    const QString shifted = QStringLiteral("exp(%1 − %2)").arg(fixedText(logit, 3), bracketed(largest, 3));
    std::vector<TextRuns> lines;
    if (pair.keysAllowed <= kMostTerms)
        lines.push_back(joined(
            who, {{shifted + QStringLiteral(" ÷ ") + sumText(pair, largest) + QStringLiteral(" = ") + quotient},
                  {weight, TextRun::Semibold}}));
    lines.push_back(joined(who, {{shifted + QStringLiteral(" ÷ ") + fixedText(evaluation.rowSum.at(pair.row()), 3) +
                                  QStringLiteral(" = ") + quotient},
                                 {weight, TextRun::Semibold}}));
    lines.push_back(joined(who, {{quotient}, {weight, TextRun::Semibold}}));
    lines.push_back(bare);
    return lines;
}

}  // namespace attn::app
