#include "src/viewmodel/explanation.h"

#include <algorithm>
#include <cmath>

#include "core/mask/mask_rules.h"
#include "src/viewmodel/explanation_parts.h"
#include "src/viewmodel/heatmap_parts.h"
#include "src/viewmodel/words.h"

namespace attn::app {

using ui::TextRun;
using ui::TextRuns;

namespace {

constexpr Index kMostBars = 12;

/// q1 “cat” → k0 “The”
TextRuns headlineOf(const Pair& pair) {
    TextRuns runs = indexed(u'q', pair.chosen.query, TextRun::Query);
    if (!pair.scene.tokens.empty())
        runs.push_back({u' ' + queryText(pair.scene, pair.chosen.query), TextRun::Query, true});
    runs.push_back({QStringLiteral(" → "), TextRun::Normal, true});
    for (TextRun& run : indexed(u'k', pair.chosen.key, TextRun::Key))
        runs.push_back(std::move(run));
    if (!(pair.scene.Xkv ? pair.scene.contextTokens : pair.scene.tokens).empty())
        runs.push_back({u' ' + keyText(pair.scene, pair.chosen.key), TextRun::Key, true});
    return runs;
}

/// Keys that the rules would leave open if nothing were painted.
Index keysBeforePaint(const Pair& pair) {
    Mask rules = pair.scene.mask;
    rules.paint = {};
    std::vector<std::uint8_t> cells(static_cast<std::size_t>(pair.dims().nk));
    return MaskRules(rules, pair.dims())
        .fillRow(pair.chosen.batch, pair.chosen.head, pair.chosen.query, 0, pair.dims().nk, cells.data());
}

/// "float16 cannot hold the scores: the first that overflowed is row 1, column 2 of head 0."
QString brokenWords(const Broken& broken, Precision precision) {
    const QString type = precision == Precision::F16 ? Words::tr("float16") : Words::tr("bfloat16");
    const QString what = broken.what == Broken::What::Overflow
                             ? Words::tr("the first number that became infinite is in row %1, column %2")
                             : Words::tr("the first row whose numbers all became 0 is row %1, column %2");
    const QString head = broken.head < 0 ? QString() : Words::tr(" of head %1").arg(broken.head);
    return Words::tr("%1 cannot hold the stage %2: %3%4.")
        .arg(type, QString::fromStdString(broken.stage), what.arg(broken.row).arg(broken.col), head);
}

QString warningOf(const Pair& pair) {
    QStringList sentences;
    if (pair.isEmptyRow()) {
        const QString row = QString::number(pair.chosen.query);
        sentences << (pair.scene.tokens.empty()
                          ? Words::tr("Row %1 may attend nothing.").arg(row)
                          : Words::tr("Row %1 %2 may attend nothing.")
                                .arg(row, queryText(pair.scene, pair.chosen.query)));
        if (const Index open = keysBeforePaint(pair); open == 1)
            sentences << Words::tr("Paint masks the one key that the rules left open.");
        else if (open > 1)
            sentences << Words::tr("Paint masks all %1 keys that the rules left open.").arg(open);
        else
            sentences << Words::tr("The rules mask all its %1.").arg(counted(pair.dims().nk, "key"));
    }
    if (pair.evaluation.broken)
        sentences << brokenWords(*pair.evaluation.broken, pair.evaluation.precision);
    const auto& silenced = pair.scene.silenced;
    if (std::find(silenced.begin(), silenced.end(), pair.chosen.head) != silenced.end())
        sentences << Words::tr("Head %1 is silenced: its output counts as zero.").arg(pair.chosen.head);
    return sentences.join(u' ');
}

QString shareWords(double weight) {
    const double percent = 100.0 * weight;
    if (percent > 0.0 && percent < 0.05)
        return Words::tr("less than 0.1 %");
    return fixedText(percent, 1) + QStringLiteral(" %");
}

QString sentenceOf(const Pair& pair) {
    const QString query = queryText(pair.scene, pair.chosen.query);
    const QString key = keyText(pair.scene, pair.chosen.key);
    const double weight = pair.weight(pair.chosen.key);
    if (pair.isEmptyRow() && pair.scene.emptyRow == EmptyRow::Zero)
        return Words::tr("%1 takes nothing from any token: this head's output for it is zero.").arg(query);
    if (!std::isfinite(weight))
        return Words::tr("The row of %1 holds a value that is not finite, and so its weights are not numbers.").arg(query);
    if (!pair.isAllowed && !pair.isEmptyRow())
        return Words::tr("%1 may not attend %2, and takes nothing from it.").arg(query, key);
    if (!pair.evaluation.weightsDropped.has())
        return Words::tr("%1 takes %3 of its output from %2.").arg(query, key, shareWords(weight));
    if (pair.evaluation.weightsDropped.at(pair.cell(pair.chosen.key)) == 0.0)
        return Words::tr("%1 gave %3 to %2, but dropout took it away.").arg(query, key, shareWords(weight));
    return Words::tr("%1 gives %3 to %2, before dropout.").arg(query, key, shareWords(weight));
}

void addBars(ui::ExplanationPicture& picture, const Pair& pair) {
    const std::vector<ui::CellState> states =
        maskStates(pair.scene, pair.evaluation, Stage::Weights, pair.chosen.batch, pair.chosen.head);
    const std::vector<Index> keys = keysShown(pair, kMostBars);
    double sum = 0.0;
    double left = 0.0;
    for (Index key = 0; key < pair.dims().nk; ++key) {
        const double weight = pair.weight(key);
        sum += weight;
        if (!std::binary_search(keys.begin(), keys.end(), key)) {
            left += weight;
            continue;
        }
        ui::ExplainBar bar;
        bar.label = {keyName(pair.scene, key), key, false};
        bar.value = weight;
        bar.text = fixedText(weight, 3);
        bar.exact = pair.exact(weight);
        if (!states.empty())
            bar.state = states[static_cast<std::size_t>(pair.chosen.query * pair.dims().nk + key)];
        bar.isChosen = key == pair.chosen.key;
        picture.bars.push_back(std::move(bar));
    }
    const std::vector<ui::AxisLabel> labels = keyLabels(pair.scene, pair.dims().nk);
    for (ui::ExplainBar& bar : picture.bars)
        if (!labels.empty())
            bar.label = labels[static_cast<std::size_t>(bar.label.index)];
    picture.barsTitle = Words::tr("Row of %1").arg(queryText(pair.scene, pair.chosen.query));
    picture.barsNote = Words::tr("sum %1").arg(fixedText(sum, 3));
    if (pair.evaluation.sinkWeight.has())
        picture.barsNote += Words::tr(", sink %1").arg(fixedText(pair.evaluation.sinkWeight.at(pair.row()), 3));
    if (const Index more = pair.dims().nk - static_cast<Index>(keys.size()); more > 0)
        picture.barsLeftOut = Words::tr("%1 more keys, together %2").arg(QString::number(more), fixedText(left, 3));
}

}  // namespace

ui::ExplanationPicture explanationPicture(const Scene& scene, const Evaluation& evaluation,
                                          const ui::Selection& selection, const ui::ExplainUnfolded& unfolded) {
    ui::ExplanationPicture picture;
    if (evaluation.dims.nq == 0 || evaluation.dims.nk == 0) {
        picture.empty = Words::tr("There are no tokens to attend.");
        return picture;
    }
    const bool isWhole = evaluation.scores.has() && evaluation.scaled.has() && evaluation.masked.has() &&
                         evaluation.weights.has() && evaluation.rowMax.has() && evaluation.rowSum.has() &&
                         evaluation.Q.has() && evaluation.K.has();
    if (!isWhole) {
        picture.empty = Words::tr("The flash path keeps no scores and no weights: evaluate by the naive path to see them.");
        return picture;
    }
    const Pair pair(scene, evaluation, selection);
    const double weight = pair.weight(pair.chosen.key);
    picture.headline = headlineOf(pair);
    picture.value = fixedText(weight, 3);
    picture.exactValue = pair.exact(weight);
    picture.isValueFault = !std::isfinite(weight);
    QStringList words{Words::tr("weight")};
    if (!pair.isAllowed)
        words << Words::tr("masked");
    words << Words::tr("head %1").arg(pair.chosen.head);
    if (evaluation.dims.batch > 1)
        words << Words::tr("batch item %1").arg(pair.chosen.batch);
    picture.valueWords = words.join(QStringLiteral(", "));
    picture.warning = warningOf(pair);
    picture.sections = {dotSection(pair, unfolded.terms), scaleSection(pair)};
    if (hasMask(scene.mask) || !pair.isAllowed)
        picture.sections.push_back(maskSection(pair));
    picture.sections.push_back(softmaxSection(pair, unfolded.keys));
    addBars(picture, pair);
    picture.sentence = sentenceOf(pair);
    return picture;
}

}  // namespace attn::app
