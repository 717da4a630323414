#include "src/viewmodel/head_order.h"

#include <algorithm>
#include <cmath>

#include "core/analysis/head_ablation.h"
#include "src/viewmodel/heatmap_parts.h"
#include "src/viewmodel/stage_selection.h"
#include "src/viewmodel/words.h"

namespace attn::app {

namespace {

/// Multiplications that fit into a frame.
constexpr double kMostWork = 8e6;

const Tensor* scoresOf(const HeadMetrics& metrics, HeadOrder order) {
    switch (order) {
    case HeadOrder::Number: return nullptr;
    case HeadOrder::PreviousToken: return &metrics.previousTokenScore;
    case HeadOrder::OwnToken: return &metrics.currentTokenScore;
    case HeadOrder::FirstToken: return &metrics.sinkScoreFirstToken;
    case HeadOrder::Largest: return &metrics.confidenceMeanMax;
    case HeadOrder::Entropy: return &metrics.meanEntropyNats;
    }
    return nullptr;
}

View<const double> viewOf(const Matrix& matrix) { return {matrix.values.data(), matrix.rows, matrix.cols}; }

}  // namespace

QStringList headOrderNames() {
    return {Words::tr("In order"),    Words::tr("Previous token"), Words::tr("Own token"),
            Words::tr("First token"), Words::tr("Largest weight"), Words::tr("Entropy")};
}

QString headOrderWords(HeadOrder order) {
    switch (order) {
    case HeadOrder::Number: return {};
    case HeadOrder::PreviousToken: return Words::tr("Sorted by the mean weight on the token before.");
    case HeadOrder::OwnToken: return Words::tr("Sorted by the mean weight on the query's own token.");
    case HeadOrder::FirstToken: return Words::tr("Sorted by the mean weight on token 0, where heads with nothing to say often rest.");
    case HeadOrder::Largest: return Words::tr("Sorted by the mean of each row's largest weight.");
    case HeadOrder::Entropy: return Words::tr("Sorted by the mean entropy of the rows, in nats: the most spread first.");
    }
    return {};
}

std::vector<ui::Thumbnail> orderedHeads(std::vector<ui::HeatmapPicture> pictures, const Evaluation& evaluation,
                                        Index batch, HeadOrder order) {
    std::vector<ui::Thumbnail> heads = numberedHeads(std::move(pictures));
    const Tensor* scores = evaluation.headMetrics ? scoresOf(*evaluation.headMetrics, order) : nullptr;
    if (!scores)
        return heads;
    const auto score = [&](const ui::Thumbnail& head) { return (*scores)[batch * evaluation.dims.heads + head.id]; };
    for (ui::Thumbnail& head : heads)
        head.caption = fixedText(score(head), 3);
    // NaN last: comparing with it as if it were a number would not be an order.
    std::stable_sort(heads.begin(), heads.end(), [&](const ui::Thumbnail& a, const ui::Thumbnail& b) {
        return !std::isnan(score(a)) && (std::isnan(score(b)) || score(a) > score(b));
    });
    return heads;
}

std::vector<ui::Thumbnail> filteredHeads(std::vector<ui::Thumbnail> heads, const HeadFilter& filter) {
    if (!filter.only.empty())
        std::erase_if(heads, [&](const ui::Thumbnail& head) {
            return std::find(filter.only.begin(), filter.only.end(), head.id) == filter.only.end();
        });
    if (filter.most > 0 && filter.most < static_cast<Index>(heads.size()))
        heads.erase(heads.begin() + filter.most, heads.end());
    return heads;
}

QString sheetCaption(const Scene& scene, const Evaluation& evaluation, Stage stage, Index batch,
                     const std::vector<ui::Thumbnail>& heads, HeadOrder order) {
    QString which;
    if (static_cast<Index>(heads.size()) < evaluation.dims.heads && !heads.empty()) {
        std::vector<Index> ids;
        for (const ui::Thumbnail& head : heads)
            ids.push_back(head.id);
        std::sort(ids.begin(), ids.end());
        which = Words::tr("%1 of %2").arg(headsWords(ids, evaluation.dims), countWord(evaluation.dims.heads));
    }
    QStringList sentences{headsCaption(scene, evaluation, stage, batch, which)};
    if (evaluation.headMetrics && order != HeadOrder::Number)
        sentences << headOrderWords(order);
    return sentences.join(u' ');
}

QString silenceWords(const Scene& scene, const Evaluation& evaluation, const ui::Selection& selection) {
    const Dimensions& d = evaluation.dims;
    const ui::Selection chosen = clamped(selection, d);
    if (std::binary_search(scene.silenced.begin(), scene.silenced.end(), chosen.head))
        return Words::tr("Head %1 is silenced: its output counts as zero.").arg(chosen.head);
    if (!evaluation.concat.has() || d.nq == 0 || static_cast<double>(d.nq) * static_cast<double>(d.dv * d.dOut) > kMostWork)
        return {};
    const Matrix concat = planeOf(evaluation.concat, chosen.batch);
    const Matrix output = planeOf(evaluation.output, chosen.batch);
    const View<const double> Wo = scene.Wo ? View<const double>{scene.Wo->data(), scene.Wo->dim(0), scene.Wo->dim(1)}
                                           : View<const double>{};
    const auto ablation = headAblation(viewOf(concat), d.heads, Wo, viewOf(output), chosen.head);
    if (!ablation || !std::isfinite(ablation->relative))
        return {};
    if (ablation->change == 0.0)
        return Words::tr("Without head %1 the output would be the same.").arg(chosen.head);
    const auto most = std::max_element(ablation->rowChange.begin(), ablation->rowChange.end()) - ablation->rowChange.begin();
    return Words::tr("Without head %1 the output would change by %2 % of its size, most for %3.")
        .arg(QString::number(chosen.head), fixedText(100.0 * ablation->relative, 1), queryText(scene, most));
}

}  // namespace attn::app
