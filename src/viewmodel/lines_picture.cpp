#include "src/viewmodel/lines_picture.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/base/text.h"
#include "src/viewmodel/heatmap_parts.h"
#include "src/viewmodel/mask_note.h"
#include "src/viewmodel/mask_picture.h"
#include "src/viewmodel/words.h"

namespace attn::app {
namespace {

constexpr double kSamples[] = {0.15, 0.5, 0.85};  ///< Places on the map.
constexpr std::size_t kDashes = 4;                ///< With three samples: twelve looks, then they begin anew.

/// What the caption tells, over all heads that are shown.
struct Tally {
    Index drawn = 0, possible = 0, faults = 0, negative = 0;
    double drawnMass = 0.0, mass = 0.0;
    std::vector<Index> emptyRows;  ///< Rows that may attend nothing in a head that is shown.
};

/// Of the weights above 0 of one row, largest first, how many get a line.
std::size_t takenBy(const LinesRule& rule, const std::vector<double>& weights) {
    switch (rule.kind) {
        case LinesRule::Kind::Above:
            return static_cast<std::size_t>(
                std::find_if(weights.begin(), weights.end(), [&](double w) { return !(w > rule.threshold); }) -
                weights.begin());
        case LinesRule::Kind::Largest:
            return std::min(weights.size(), static_cast<std::size_t>(std::max<Index>(0, rule.count)));
        case LinesRule::Kind::Share:
            break;
    }
    if (rule.percent >= 100)
        return weights.size();
    const double whole = std::accumulate(weights.begin(), weights.end(), 0.0);
    const double wanted = whole * static_cast<double>(rule.percent) / 100.0;
    double held = 0.0;
    std::size_t taken = 0;
    while (taken < weights.size() && held < wanted)
        held += weights[taken++];
    return taken;
}

bool isMasked(const std::vector<ui::CellState>& states, Index at) {
    const auto state = states.empty() ? ui::CellState::Plain : states[static_cast<std::size_t>(at)];
    return state == ui::CellState::Masked || state == ui::CellState::MaskedByHand;
}

void addRow(ui::LinesPicture& picture, Tally& tally, const LinesRule& rule, const Matrix& weights,
            const std::vector<ui::CellState>& states, Index head, Index query) {
    std::vector<ui::AttentionLine> finite;
    for (Index key = 0; key < weights.cols; ++key) {
        const double weight = weights(query, key);
        if (isMasked(states, query * weights.cols + key) || weight == 0.0)
            continue;
        if (!std::isfinite(weight)) {
            picture.lines.push_back({head, query, key, weight});
            ++tally.faults;
        } else if (weight < 0.0) {
            ++tally.negative;
        } else {
            finite.push_back({head, query, key, weight});
        }
    }
    std::stable_sort(finite.begin(), finite.end(), [](const auto& a, const auto& b) { return a.weight > b.weight; });
    std::vector<double> sorted;
    for (const ui::AttentionLine& line : finite)
        sorted.push_back(line.weight);
    const std::size_t taken = takenBy(rule, sorted);
    tally.possible += static_cast<Index>(finite.size());
    tally.drawn += static_cast<Index>(taken);
    tally.mass += std::accumulate(sorted.begin(), sorted.end(), 0.0);
    tally.drawnMass += std::accumulate(sorted.begin(), sorted.begin() + static_cast<std::ptrdiff_t>(taken), 0.0);
    picture.lines.insert(picture.lines.end(), finite.begin(), finite.begin() + static_cast<std::ptrdiff_t>(taken));
}

QString count(Index value) {
    return QString::fromStdString(countText(value));
}

QString ruleWords(const LinesRule& rule) {
    switch (rule.kind) {
        case LinesRule::Kind::Above:
            return Words::tr("Weights above %1.").arg(QString::number(rule.threshold, 'g', 6));
        case LinesRule::Kind::Largest:
            return rule.count == 1 ? Words::tr("The largest weight of each query.")
                                   : Words::tr("The %1 largest weights of each query.").arg(rule.count);
        case LinesRule::Kind::Share:
            break;
    }
    return rule.percent >= 100 ? Words::tr("Every weight above 0.")
                               : Words::tr("The fewest lines that hold %1 % of each query’s mass.").arg(rule.percent);
}

/// "92.1"; never 100 where something is missing, nor 0 where something is there.
QString percentWords(const Tally& tally) {
    if (tally.drawn == tally.possible)
        return QStringLiteral("100");
    const double percent = 100.0 * tally.drawnMass / tally.mass;
    if (percent >= 99.95)
        return Words::tr("more than 99.9");
    return percent < 0.05 && tally.drawn > 0 ? Words::tr("less than 0.1")
                                             : QString::number(percent, 'f', tally.drawn > 0 ? 1 : 0);
}

/// "Heads 0 and 2, batch item 1, no mask."
QString leadOf(const Scene& scene, const Dimensions& dims, Index batch, const std::vector<Index>& heads) {
    QStringList parts;
    if (dims.heads > 1 && !heads.empty())
        parts << (heads.size() == 1 ? Words::tr("head %1") : Words::tr("heads %1")).arg(listWords(heads));
    if (dims.batch > 1)
        parts << Words::tr("batch item %1").arg(batch);
    parts << maskWords(scene.mask);
    QString lead = parts.join(QStringLiteral(", ")) + u'.';
    lead[0] = lead[0].toUpper();
    return lead;
}

QString captionOf(const Scene& scene, const Tally& tally, const LinesRule& rule) {
    QStringList sentences;
    if (tally.possible == 0) {
        sentences << (tally.faults > 0 ? Words::tr("No weight is above 0.")
                                       : Words::tr("No weight is above 0: there is no line to draw."));
    } else {
        sentences << ruleWords(rule);
        sentences
            << (tally.possible == 1
                    ? Words::tr("%1 of 1 line is drawn: %2 % of the mass.").arg(tally.drawn).arg(percentWords(tally))
                    : Words::tr("%1 of %2 lines are drawn: %3 % of the mass.")
                          .arg(count(tally.drawn), count(tally.possible), percentWords(tally)));
    }
    if (tally.faults > 0)
        sentences << (tally.faults == 1
                          ? Words::tr("One weight is NaN or infinite: it is drawn as a fault and counts in no mass.")
                          : Words::tr(
                                "%1 weights are NaN or infinite: they are drawn as faults and count in no mass.")
                                .arg(count(tally.faults)));
    if (tally.negative > 0)
        sentences << (tally.negative == 1
                          ? Words::tr("One weight is below 0 and has no line.")
                          : Words::tr("%1 weights are below 0 and have no line.").arg(tally.negative));
    if (!tally.emptyRows.empty() && emptyRowInForce(scene) == EmptyRow::Zero)
        sentences
            << (tally.emptyRows.size() == 1
                    ? Words::tr("Query %1 may attend nothing and has no line.").arg(tally.emptyRows.front())
                    : Words::tr("Queries %1 may attend nothing and have no line.").arg(listWords(tally.emptyRows)));
    if (scene.sink)
        sentences << Words::tr("The sink’s share has no line.");
    if (scene.dropout && scene.dropout->where == Dropout::Where::Weights)
        sentences << Words::tr("These are the weights before dropout.");
    return sentences.join(u' ');
}

ui::LinesHead lookOf(Index head, std::size_t place, std::size_t count, bool isChosen) {
    ui::LinesHead look{Words::tr("head %1").arg(head), -1.0, ui::LineDash::Solid, isChosen};
    if (count > 1) {
        look.sample = kSamples[place % std::size(kSamples)];
        look.dash = static_cast<ui::LineDash>(place % kDashes);
    }
    return look;
}

}  // namespace

std::optional<LinesRule> linesRuleFromWord(const QString& word) {
    const QStringList parts = word.split(u':');
    if (parts.size() != 2)
        return {};
    LinesRule rule;
    bool isNumber = false;
    if (parts[0] == QStringLiteral("above")) {
        rule.kind = LinesRule::Kind::Above;
        rule.threshold = parts[1].toDouble(&isNumber);
        isNumber = isNumber && rule.threshold >= 0.0 && rule.threshold <= 1.0;
    } else if (parts[0] == QStringLiteral("largest")) {
        rule.kind = LinesRule::Kind::Largest;
        rule.count = parts[1].toLongLong(&isNumber);
        isNumber = isNumber && rule.count >= 1;
    } else if (parts[0] == QStringLiteral("share")) {
        rule.percent = parts[1].toLongLong(&isNumber);
        isNumber = isNumber && rule.percent >= 1 && rule.percent <= 100;
    }
    return isNumber ? std::optional(rule) : std::nullopt;
}

std::vector<Index> allHeads(const Dimensions& dims) {
    std::vector<Index> heads(static_cast<std::size_t>(dims.heads));
    std::iota(heads.begin(), heads.end(), Index{0});
    return heads;
}

ui::LinesPicture linesPicture(const Scene& scene, const Evaluation& evaluation, const ui::Selection& selection,
                              const std::vector<Index>& heads, const LinesRule& rule) {
    const Dimensions& dims = evaluation.dims;
    const ui::Selection chosen = clamped(selection, dims);
    ui::LinesPicture picture;
    picture.title = stageTitle(Stage::Weights);
    picture.queries = queryAxis(scene, dims.nq);
    picture.keys = keyAxis(scene, dims.nk);
    picture.queryCount = dims.nq;
    picture.keyCount = dims.nk;
    if (!evaluation.weights.has())
        return picture;
    std::vector<Index> there = heads;
    std::erase_if(there, [&](Index head) { return head < 0 || head >= dims.heads; });
    Tally tally;
    for (std::size_t place = 0; place < there.size(); ++place) {
        const Index head = there[place];
        picture.heads.push_back(lookOf(head, place, there.size(), head == chosen.head));
        const Matrix weights = planeOf(evaluation.weights, chosen.batch * dims.heads + head);
        const auto states = maskStates(scene, evaluation, Stage::Weights, chosen.batch, head);
        const std::vector<Index> keys = keysPerRow(evaluation, chosen.batch, head);
        for (Index query = 0; query < dims.nq; ++query) {
            addRow(picture, tally, rule, weights, states, static_cast<Index>(place), query);
            if (keys[static_cast<std::size_t>(query)] == 0)
                tally.emptyRows.push_back(query);
        }
    }
    std::sort(tally.emptyRows.begin(), tally.emptyRows.end());
    tally.emptyRows.erase(std::unique(tally.emptyRows.begin(), tally.emptyRows.end()), tally.emptyRows.end());
    std::stable_sort(picture.lines.begin(), picture.lines.end(), [](const auto& a, const auto& b) {
        const bool isFault = !std::isfinite(a.weight), isOtherFault = !std::isfinite(b.weight);
        return isFault != isOtherFault ? isOtherFault : !isFault && a.weight < b.weight;
    });
    picture.caption = leadOf(scene, dims, chosen.batch, there) + u' ' + captionOf(scene, tally, rule);
    return picture;
}

}  // namespace attn::app
