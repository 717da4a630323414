#include "src/viewmodel/mask_note.h"

#include <cmath>

#include "src/viewmodel/heatmap_pictures.h"
#include "src/viewmodel/mask_picture.h"
#include "src/viewmodel/words.h"

namespace attn::app {

EmptyRow emptyRowInForce(const Scene& scene) { return scene.sink ? EmptyRow::Zero : scene.emptyRow; }

SoftmaxSums softmaxSums(const Evaluation& evaluation, const ui::Selection& selection) {
    const Dimensions& dims = evaluation.dims;
    const ui::Selection chosen = clamped(selection, dims);
    const std::vector<Index> keys = keysPerRow(evaluation, chosen.batch, chosen.head);
    const Index first = (chosen.batch * dims.heads + chosen.head) * dims.nq;
    SoftmaxSums sums;
    for (Index row = 0; row < dims.nq; ++row) {
        if (keys[static_cast<std::size_t>(row)] == 0) {
            sums.hasEmptyRow = true;
        } else if (evaluation.rowSum.has()) {
            const double sum = evaluation.rowSum.at(first + row);
            sums.areFinite = sums.areFinite && std::isfinite(sum) && sum > 0.0;
        }
    }
    return sums;
}

QString maskNote(const Scene& scene, const Evaluation& evaluation, const ui::Selection& selection) {
    const Dimensions& dims = evaluation.dims;
    const SoftmaxSums sums = softmaxSums(evaluation, selection);
    QString text = sums.areFinite ? Words::tr("A masked cell gets weight 0: its score is left out before the softmax, so the rest "
                                              "of the row still sums to %1")
                                  : Words::tr("Where scores are finite, a masked cell gets weight 0: its score is left out before "
                                              "the softmax, so the rest of the row still sums to %1");
    text = text.arg(scene.sink ? Words::tr("1 together with the sink") : QStringLiteral("1"));
    if (sums.hasEmptyRow && dims.nk > 0)
        switch (emptyRowInForce(scene)) {
        case EmptyRow::Zero: text += Words::tr("; a row without a key has only zeros"); break;
        case EmptyRow::NaN: text += Words::tr("; a row without a key becomes NaN, the formula’s own 0 ÷ 0"); break;
        case EmptyRow::Uniform:
            text += Words::tr("; in a row without a key each one, masked or not, weighs 1/%1").arg(dims.nk);
            break;
        }
    return text + u'.';
}

QString emptyRowsWarning(const Scene& scene, const Evaluation& evaluation, const ui::Selection& selection) {
    const std::vector<Index> rows = emptyRows(evaluation, clamped(selection, evaluation.dims));
    const QString words = emptyRowsSentence(scene, rows);
    const Index nk = evaluation.dims.nk;
    if (rows.empty() || nk == 0)
        return words;
    const bool isOne = rows.size() == 1;
    QString becomes;
    switch (emptyRowInForce(scene)) {
    case EmptyRow::Zero: becomes = isOne ? Words::tr("Its weights are all 0.") : Words::tr("Their weights are all 0."); break;
    case EmptyRow::NaN: becomes = isOne ? Words::tr("Its weights are NaN.") : Words::tr("Their weights are NaN."); break;
    case EmptyRow::Uniform:
        becomes = (isOne ? Words::tr("Its weights are 1/%1 each.") : Words::tr("Their weights are 1/%1 each.")).arg(nk);
        break;
    }
    return words + u' ' + becomes;
}

}  // namespace attn::app
