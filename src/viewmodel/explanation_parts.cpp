#include "src/viewmodel/explanation_parts.h"

#include <algorithm>
#include <cmath>

#include "src/viewmodel/dot_table.h"
#include "src/viewmodel/heatmap_parts.h"
#include "src/viewmodel/mask_picture.h"
#include "src/viewmodel/words.h"
#include "ui/figure/figure_text.h"

namespace attn::app {

using ui::ExplainCell;
using ui::ExplainLine;
using ui::ExplainSection;
using ui::TextRun;
using ui::TextRuns;

namespace {

constexpr Index kMostKeys = 8;

/// "largest 2.828"
QString largestWords(double largest) { return Words::tr("largest %1").arg(fixedText(largest, 3)); }

TextRuns rootRuns() { return {{QStringLiteral("√d")}, {QStringLiteral("k"), TextRun::Subscript}}; }

}  // namespace

Pair::Pair(const Scene& of, const Evaluation& from, const ui::Selection& selection)
    : scene(of), evaluation(from), chosen(clamped(selection, from.dims)) {
    keysAllowed = keysPerRow(evaluation, chosen.batch, chosen.head)[static_cast<std::size_t>(chosen.query)];
    isAllowed = allows(chosen.key);
}

QString Pair::exact(double value) const { return exactText(value, evaluation.precision); }

double Pair::product(double a, double b) const { return isDouble() ? a * b : static_cast<float>(a) * static_cast<float>(b); }

double Pair::sum(double a, double b) const { return isDouble() ? a + b : static_cast<float>(a) + static_cast<float>(b); }

double Pair::exponential(double logit, double largest) const {
    return isDouble() ? std::exp(logit - largest) : std::exp(static_cast<float>(logit) - static_cast<float>(largest));
}

TextRuns indexed(QChar letter, Index index, TextRun::Kind kind) {
    return {{QString(letter), kind, true}, {QString::number(index), TextRun::Subscript}};
}

std::vector<Index> keysShown(const Pair& pair, Index most) {
    std::vector<Index> keys(static_cast<std::size_t>(pair.dims().nk));
    for (std::size_t i = 0; i < keys.size(); ++i)
        keys[i] = static_cast<Index>(i);
    if (pair.dims().nk <= most)
        return keys;
    // NaN sorts last: comparing with it as if it were a number would not be an order.
    const auto rank = [&](Index key) {
        const double weight = pair.weight(key);
        return key == pair.chosen.key ? INFINITY : std::isnan(weight) ? -1.0 : weight;
    };
    std::stable_sort(keys.begin(), keys.end(), [&](Index a, Index b) { return rank(a) > rank(b); });
    keys.resize(static_cast<std::size_t>(most));
    std::sort(keys.begin(), keys.end());
    return keys;
}

bool isWhole(double value) { return value == std::floor(value) && std::abs(value) < 1e6; }

QString operand(const QString& text) {
    return text.startsWith(QChar(0x2212)) ? QStringLiteral("(%1)").arg(text) : text;
}

QString bracketed(double value, int decimals) { return operand(fixedText(value, decimals)); }

int decimalsOf(std::initializer_list<double> values, int decimals) {
    return std::all_of(values.begin(), values.end(), isWhole) ? 0 : decimals;
}

ExplainCell numberCell(double value, int decimals, const QString& exact, TextRun::Kind kind) {
    return {{{fixedText(value, decimals), kind}}, exact, true, !std::isfinite(value)};
}

ExplainCell textCell(const QString& text, TextRun::Kind kind, bool isRight) { return {{{text, kind}}, {}, isRight}; }

ExplainLine wholeLine(TextRuns runs, const QString& exact, bool isFault) {
    ExplainLine line;
    line.cells.push_back({std::move(runs), exact, true, isFault});
    return line;
}

bool hasMask(const Mask& mask) {
    return mask.causal || mask.window || mask.block || mask.keyPadding || mask.explicitAllow || !mask.paint.allow.empty() ||
           !mask.paint.forbid.empty();
}

ExplainSection dotSection(const Pair& pair, bool showsAll) {
    const Evaluation& evaluation = pair.evaluation;
    const Index dk = pair.dims().dk;
    const Index q0 = (pair.plane() * pair.dims().nq + pair.chosen.query) * dk;
    const Index k0 = (pair.kvPlane() * pair.dims().nk + pair.chosen.key) * dk;

    ExplainSection section;
    section.title = Words::tr("Dot product");
    section.note = indexed(u'q', pair.chosen.query, TextRun::Second);
    section.note.push_back({QStringLiteral(" · "), TextRun::Second});
    for (TextRun& run : indexed(u'k', pair.chosen.key, TextRun::Second))
        section.note.push_back(std::move(run));
    for (TextRun& run : section.note)
        run.isSemibold = false;
    if (evaluation.Qrot.has())
        section.note.push_back({QStringLiteral(", ") + Words::tr("both turned by position"), TextRun::Second});
    DotTerms terms;
    terms.left = QStringLiteral("q");
    terms.right = QStringLiteral("k");
    terms.leftKind = TextRun::Query;
    terms.rightKind = TextRun::Key;
    terms.count = dk;
    terms.a = [&](Index d) { return pair.Q().at(q0 + d); };
    terms.b = [&](Index d) { return pair.K().at(k0 + d); };
    terms.result = evaluation.scores.at(pair.cell(pair.chosen.key));
    fillDotTable(section, pair, terms, showsAll);
    return section;
}

std::optional<ExplainLine> capLine(const Pair& pair) {
    const Evaluation& evaluation = pair.evaluation;
    if (!evaluation.capped.has())
        return std::nullopt;
    const Index at = pair.cell(pair.chosen.key);
    const double scaled = evaluation.scaled.at(at);
    const double capped = evaluation.capped.at(at);
    const QString cap = factorText(pair.scene.softcap, decimalsOf({pair.scene.softcap}, 3));
    return wholeLine({{Words::tr("soft cap: ")},
                      {QStringLiteral("%1 tanh(%2 ÷ %1) = ").arg(cap, bracketed(scaled, 3))},
                      {fixedText(capped, 3), TextRun::Semibold}},
                     pair.exact(capped), !std::isfinite(capped));
}

std::optional<ExplainLine> biasLine(const Pair& pair) {
    const Evaluation& evaluation = pair.evaluation;
    if (!evaluation.bias.has() || !pair.isAllowed)
        return std::nullopt;
    const Index at = pair.cell(pair.chosen.key);
    const double unbiased = evaluation.capped.has() ? evaluation.capped.at(at) : evaluation.scaled.at(at);
    const double bias = evaluation.bias.at(at);
    const double logit = evaluation.masked.at(at);
    const QString name = evaluation.alibiSlopes.empty() ? Words::tr("bias: ")
                         : pair.scene.mask.bias         ? Words::tr("bias and ALiBi: ")
                                                        : Words::tr("ALiBi: ");
    return wholeLine({{name},
                      {fixedText(unbiased, 3) + QStringLiteral(" + ") + bracketed(bias, 3) + QStringLiteral(" = ")},
                      {fixedText(logit, 3), TextRun::Semibold}},
                     pair.exact(logit), !std::isfinite(logit));
}

std::optional<ExplainLine> dropoutLine(const Pair& pair) {
    if (!pair.evaluation.weightsDropped.has() || !pair.isAllowed)
        return std::nullopt;
    const double weight = pair.weight(pair.chosen.key);
    return droppedLine(pair, weight, pair.evaluation.weightsDropped.at(pair.cell(pair.chosen.key)));
}

ExplainLine droppedLine(const Pair& pair, double before, double after) {
    if (after == 0.0 && before != 0.0)
        return wholeLine({{Words::tr("dropout: ")}, {Words::tr("dropped, 0"), TextRun::Semibold}}, pair.exact(after), false);
    return wholeLine({{Words::tr("dropout: ")},
                      {QStringLiteral("%1 ÷ %2 = ").arg(fixedText(before, 3), factorText(1.0 - pair.scene.dropout->p, 3))},
                      {fixedText(after, 3), TextRun::Semibold}},
                     pair.exact(after), !std::isfinite(after));
}

ExplainSection scaleSection(const Pair& pair) {
    const Scene& scene = pair.scene;
    const Evaluation& evaluation = pair.evaluation;
    const Index at = pair.cell(pair.chosen.key);
    const double score = evaluation.scores.at(at);
    const double scaled = evaluation.scaled.at(at);

    ExplainSection section;
    section.title = Words::tr("Scale");
    QString work = fixedText(score, decimalsOf({score}, 3));
    switch (scene.scale.mode) {
    case ScaleMode::RsqrtDk:
        section.note = {{QStringLiteral("÷ "), TextRun::Second}};
        for (TextRun run : rootRuns()) {
            if (run.kind == TextRun::Normal)
                run.kind = TextRun::Second;
            section.note.push_back(std::move(run));
        }
        section.note.push_back({QStringLiteral(", d"), TextRun::Second});
        section.note.push_back({QStringLiteral("k"), TextRun::Subscript});
        section.note.push_back({QStringLiteral(" = %1").arg(pair.dims().dk), TextRun::Second});
        work += QStringLiteral(" ÷ ") + fixedText(std::sqrt(static_cast<double>(pair.dims().dk)),
                                                  decimalsOf({std::sqrt(static_cast<double>(pair.dims().dk))}, 3));
        break;
    case ScaleMode::None:
        section.note = {{Words::tr("off"), TextRun::Second}};
        break;
    case ScaleMode::Custom:
        section.note = {{QStringLiteral("× %1").arg(operand(exactText(scene.scale.value, Precision::F64))),
                         TextRun::Second}};
        work += QStringLiteral(" × ") + operand(factorText(scene.scale.value, decimalsOf({scene.scale.value}, 3)));
        break;
    }
    if (scene.temperature != 1.0) {
        section.note.push_back({Words::tr(", temperature %1").arg(exactText(scene.temperature, Precision::F64)),
                                TextRun::Second});
        work += QStringLiteral(" ÷ ") + factorText(scene.temperature, decimalsOf({scene.temperature}, 3));
    }
    if (scene.scale.mode == ScaleMode::None && scene.temperature == 1.0)
        section.lines.push_back(wholeLine({{Words::tr("the score as it is: ")}, {work, TextRun::Semibold}},
                                          pair.exact(scaled), !std::isfinite(scaled)));
    else
        section.lines.push_back(wholeLine({{work + QStringLiteral(" = ")}, {fixedText(scaled, 3), TextRun::Semibold}},
                                          pair.exact(scaled), !std::isfinite(scaled)));
    if (auto line = capLine(pair))
        section.lines.push_back(*std::move(line));
    if (auto line = biasLine(pair))
        section.lines.push_back(*std::move(line));
    return section;
}

ExplainSection maskSection(const Pair& pair) {
    const Cell cell{pair.chosen.query, pair.chosen.key};
    const QStringList rules = rulesThatMask(pair.scene, pair.dims(), pair.chosen.batch, pair.chosen.head, cell);
    ExplainSection section;
    section.title = Words::tr("Mask");
    section.note = {{rules.isEmpty() ? Words::tr("allowed") : Words::tr("masked"), TextRun::Second}};
    const QString words = pairWords(pair.scene, pair.dims(), pair.chosen);
    if (rules.isEmpty())
        section.sentence = Words::tr("This pair is %1: its logit stays.").arg(words);
    else
        section.sentence = Words::tr("This pair is %1: its logit becomes −∞ and takes no part in the softmax.").arg(words);
    return section;
}

ExplainSection softmaxSection(const Pair& pair, bool showsAll) {
    const Evaluation& evaluation = pair.evaluation;
    ExplainSection section;
    section.title = Words::tr("Softmax of the row");
    if (pair.isEmptyRow()) {
        section.note = {{Words::tr("no key allowed"), TextRun::Second}};
        switch (pair.scene.emptyRow) {
        case EmptyRow::Zero:
            section.sentence = Words::tr("No key is left to share the weight. By the convention in force such a row is zero.");
            break;
        case EmptyRow::NaN:
            section.sentence = Words::tr("No key is left to share the weight. By the convention in force such a row is NaN, the formula's own answer, 0 ÷ 0.");
            break;
        case EmptyRow::Uniform:
            section.sentence = Words::tr("No key is left to share the weight. By the convention in force every key, masked or not, weighs 1/%1.").arg(pair.dims().nk);
            break;
        }
        return section;
    }
    const double largest = evaluation.rowMax.at(pair.row());
    const double sum = evaluation.rowSum.at(pair.row());
    section.note = {{largestWords(largest), TextRun::Second}};

    const auto shifted = [&](Index key) { return pair.exponential(evaluation.masked.at(pair.cell(key)), largest); };
    const std::vector<Index> keys = keysShown(pair, showsAll ? pair.dims().nk : kMostKeys);
    double left = 0.0;
    for (Index key = 0; key < pair.dims().nk; ++key)
        if (pair.allows(key) && !std::binary_search(keys.begin(), keys.end(), key))
            left = pair.sum(left, shifted(key));
    const std::vector<ui::AxisLabel> labels = keyLabels(pair.scene, pair.dims().nk);
    for (const Index key : keys) {
        const bool isChosen = key == pair.chosen.key;
        ExplainLine line;
        line.cells.push_back(textCell(ui::visibleToken(keyName(pair.scene, key)),
                                      isChosen ? TextRun::Key : TextRun::Normal));
        line.cells.back().runs[0].isSemibold = isChosen;
        if (!labels.empty() && labels[static_cast<std::size_t>(key)].isRepeated)
            line.cells.back().runs.push_back({QString::number(key), TextRun::Subscript});
        if (!pair.allows(key)) {
            line.cells.push_back(textCell(Words::tr("masked"), TextRun::Second, true));
            line.cells.push_back(textCell(QStringLiteral("=")));
            line.cells.push_back(textCell(QStringLiteral("0"), TextRun::Second, true));
        } else {
            const double logit = evaluation.masked.at(pair.cell(key));
            line.cells.push_back({{{QStringLiteral("exp(%1 − %2)").arg(fixedText(logit, 3), bracketed(largest, 3))}},
                                  pair.exact(logit), true, !std::isfinite(logit)});
            line.cells.push_back(textCell(QStringLiteral("=")));
            line.cells.push_back(numberCell(shifted(key), 3, pair.exact(shifted(key)),
                                            isChosen ? TextRun::Semibold : TextRun::Normal));
        }
        section.lines.push_back(std::move(line));
    }
    if (const Index more = pair.dims().nk - static_cast<Index>(keys.size()); more > 0) {
        ExplainLine line;
        line.isLeftOut = true;
        line.fold = ui::ExplainFold::Keys;
        line.cells = {textCell(Words::tr("… %1 more keys").arg(more) + QStringLiteral("  "), TextRun::Second), textCell({}),
                      textCell({}), numberCell(left, 3, pair.exact(left), TextRun::Second)};
        line.cells[0].runs.push_back({Words::tr("show all"), TextRun::Accent});
        section.lines.push_back(std::move(line));
    }
    if (showsAll && pair.dims().nk > kMostKeys)
        section.lines.push_back(foldLine(ui::ExplainFold::Keys, {}, true));
    if (pair.scene.sink) {
        const double logit = pair.sinkLogit();
        const double share = pair.exponential(logit, largest);
        ExplainLine line;
        line.cells = {textCell(Words::tr("sink"), TextRun::Second),
                      {{{QStringLiteral("exp(%1 − %2)").arg(fixedText(logit, 3), bracketed(largest, 3))}}, pair.exact(logit), true, false},
                      textCell(QStringLiteral("=")), numberCell(share, 3, pair.exact(share), TextRun::Second)};
        section.lines.push_back(std::move(line));
    }
    ExplainLine total;
    total.hasRuleAbove = true;
    total.cells = {textCell(Words::tr("sum"), TextRun::Second), textCell({}), textCell({}),
                   numberCell(sum, 3, pair.exact(sum))};
    section.lines.push_back(std::move(total));
    const double weight = pair.weight(pair.chosen.key);
    if (pair.isAllowed)
        section.lines.push_back(wholeLine({{QStringLiteral("%1 ÷ %2 = ").arg(fixedText(shifted(pair.chosen.key), 3),
                                                                               fixedText(sum, 3))},
                                           {fixedText(weight, 3), TextRun::Semibold}},
                                          pair.exact(weight), !std::isfinite(weight)));
    if (auto line = dropoutLine(pair))
        section.lines.push_back(*std::move(line));
    return section;
}

}  // namespace attn::app
