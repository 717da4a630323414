#include "src/viewmodel/mask_note.h"

#include <algorithm>
#include <cmath>

#include "src/viewmodel/heatmap_pictures.h"
#include "src/viewmodel/mask_picture.h"
#include "src/viewmodel/words.h"

namespace attn::app {
namespace {

bool isEveryRowFinite(const Evaluation& evaluation, const ui::Selection& chosen, const std::vector<Index>& keys) {
    const Dimensions& dims = evaluation.dims;
    const Index first = (chosen.batch * dims.heads + chosen.head) * dims.nq;
    for (Index row = 0; row < dims.nq; ++row) {
        if (keys[static_cast<std::size_t>(row)] == 0)
            continue;
        const double sum = evaluation.rowSum.at(first + row);
        if (!std::isfinite(sum) || !(sum > 0.0))
            return false;
    }
    return true;
}

}  // namespace

QString maskNote(const Scene& scene, const Evaluation& evaluation, const ui::Selection& selection) {
    const Dimensions& dims = evaluation.dims;
    const ui::Selection chosen = clamped(selection, dims);
    const std::vector<Index> keys = keysPerRow(evaluation, chosen.batch, chosen.head);
    const bool hasEmpty = std::find(keys.begin(), keys.end(), 0) != keys.end();
    const bool isFinite = !evaluation.rowSum.has() || isEveryRowFinite(evaluation, chosen, keys);
    QString text = isFinite ? Words::tr("A masked cell gets weight 0: its score is left out before the softmax, so the rest "
                                        "of the row still sums to 1")
                            : Words::tr("Where scores are finite, a masked cell gets weight 0: its score is left out before "
                                        "the softmax, so the rest of the row still sums to 1");
    if (hasEmpty && dims.nk > 0)
        switch (scene.emptyRow) {
        case EmptyRow::Zero: text += Words::tr("; a row without a key has only zeros"); break;
        case EmptyRow::NaN: text += Words::tr("; a row without a key becomes NaN, the formula’s own 0 ÷ 0"); break;
        case EmptyRow::Uniform:
            text += Words::tr("; in a row without a key each one, masked or not, weighs 1/%1").arg(dims.nk);
            break;
        }
    return text + u'.';
}

QString emptyRowsWarning(const Scene& scene, const Evaluation& evaluation, const ui::Selection& selection) {
    const ui::MaskRulesPicture rules = maskRulesPicture(scene, evaluation, selection, ui::PaintMode::Mask);
    if (rules.emptyRows.empty() || rules.nk == 0)
        return rules.emptyRowsWords;
    const bool isOne = rules.emptyRows.size() == 1;
    QString becomes;
    switch (scene.emptyRow) {
    case EmptyRow::Zero: becomes = isOne ? Words::tr("Its weights are all 0.") : Words::tr("Their weights are all 0."); break;
    case EmptyRow::NaN: becomes = isOne ? Words::tr("Its weights are NaN.") : Words::tr("Their weights are NaN."); break;
    case EmptyRow::Uniform:
        becomes = (isOne ? Words::tr("Its weights are 1/%1 each.") : Words::tr("Their weights are 1/%1 each.")).arg(rules.nk);
        break;
    }
    return rules.emptyRowsWords + u' ' + becomes;
}

}  // namespace attn::app
