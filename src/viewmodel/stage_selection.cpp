#include "src/viewmodel/stage_selection.h"

#include <QCoreApplication>

#include "src/viewmodel/mask_note.h"
#include "src/viewmodel/mask_picture.h"

namespace attn::app {
namespace {

bool isSquareStage(Stage stage) {
    return stage >= Stage::Scores && stage <= Stage::Weights;
}

bool hasKeyRows(Stage stage) { return stage == Stage::Xkv || stage == Stage::K || stage == Stage::V; }

QString tr(const char* text) { return QCoreApplication::translate("StageNote", text); }

/// The sentence that the worked example needs: with equal value rows the output cannot depend on the weights.
bool hasEqualValueRows(const Evaluation& evaluation) {
    const Index width = evaluation.dims.dv;
    const Index rows = evaluation.dims.nk;
    if (rows < 2 || !evaluation.V.has())
        return false;
    for (Index i = 0; i < evaluation.V.size(); ++i) {
        const Index inHead = i % (rows * width);
        if (evaluation.V.at(i) != evaluation.V.at(i - inHead + inHead % width))
            return false;
    }
    return true;
}

}  // namespace

ui::HeatmapCell chosenCell(const Scene&, Stage stage, const ui::Selection& selection) {
    if (isSquareStage(stage))
        return {selection.query, selection.key};
    return {hasKeyRows(stage) ? selection.key : selection.query, -1};
}

ui::Selection selectionAt(const Scene&, Stage stage, ui::Selection selection, Index row, Index col) {
    if (hasKeyRows(stage))
        selection.key = row;
    else
        selection.query = row;
    if (isSquareStage(stage))
        selection.key = col;
    return selection;
}

ui::HeatmapCell pointedCell(const Scene& scene, Stage stage, Index token, bool isContext) {
    const bool isKeySide = isContext || !scene.Xkv;
    const bool isQuerySide = !isContext;
    ui::HeatmapCell cell{-1, -1};
    if (hasKeyRows(stage) ? isKeySide : isQuerySide)
        cell.row = token;
    if (isSquareStage(stage) && isContext)
        cell.col = token;
    return cell;
}

ui::HeatmapCell pointedTokens(Stage stage, Index row, Index col) {
    return {hasKeyRows(stage) ? -1 : row, hasKeyRows(stage) ? row : isSquareStage(stage) ? col : -1};
}

QString stageNote(const Scene& scene, const Evaluation& evaluation, Stage stage, const ui::Selection& selection) {
    switch (stage) {
        case Stage::X:
            return scene.position.scheme == Position::Scheme::Sinusoidal
                       ? tr("One row per token: what the layer is given. Sines and cosines of its position are added before it is projected.")
                       : tr("One row per token: what the layer is given.");
        case Stage::Xkv: return tr("One row per context token: keys and values are made from these rows.");
        case Stage::Q: return tr("Queries: what each token looks for, X W_q, the columns of this head.");
        case Stage::K: return tr("Keys: what each token offers to be found by, the columns of this key-value head.");
        case Stage::V: return tr("Values: what each token hands on when it is attended, the columns of this key-value head.");
        case Stage::Scores: return tr("Each cell is the dot product of a query with a key.");
        case Stage::Scaled:
            return tr("Scores times %1, so that their spread does not grow with the width of the head.")
                .arg(evaluation.effectiveScale, 0, 'g', 4);
        case Stage::Capped:
            return tr("Scaled scores x bent to c tanh(x / c) with c = %1, so that none is larger than c.").arg(scene.softcap, 0, 'g', 4);
        case Stage::Masked:
            return tr("What enters the softmax; a masked cell is −∞ there and gets weight 0. In force: %1.")
                .arg(maskWords(scene.mask));
        case Stage::Weights: {
            if (const SoftmaxSums sums = softmaxSums(evaluation, selection); sums.hasEmptyRow || !sums.areFinite)
                return tr("Each query is compared with every open key; a row of scores becomes weights that sum to 1 where it has an open "
                          "key and its scores are finite. Not every row here has.");
            QString note = scene.sink
                               ? tr("Each query is compared with every open key and with a sink, whose share goes to no value: the weights "
                                    "of a row sum to less than 1.")
                               : tr("Each query is compared with every open key; the row of scores becomes weights that sum to 1.");
            if (scene.dropout && scene.dropout->where == Dropout::Where::Weights)
                note += QLatin1Char(' ') + tr("These are the weights before dropout.");
            if (hasEqualValueRows(evaluation))
                note += QLatin1Char(' ') + tr("Here every row of V is the same, so the output is that row whatever the weights are.");
            return note;
        }
        case Stage::HeadOut: return tr("Each row is the mix of value rows that its weights ask for, in this head.");
        case Stage::Concat: return tr("The outputs of all heads side by side, before W_o.");
        case Stage::Output:
            return scene.Wo ? tr("The joined heads times W_o: what the layer gives back.")
                            : tr("The joined heads: without W_o they are the output.");
    }
    return {};
}

std::vector<ui::Thumbnail> numberedHeads(std::vector<ui::HeatmapPicture> pictures) {
    std::vector<ui::Thumbnail> heads;
    heads.reserve(pictures.size());
    for (ui::HeatmapPicture& picture : pictures)
        heads.push_back({std::move(picture), static_cast<Index>(heads.size()), {}});
    return heads;
}

}  // namespace attn::app
