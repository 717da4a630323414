#include <algorithm>
#include <cmath>

#include "src/viewmodel/heatmap_parts.h"
#include "src/viewmodel/mask_note.h"
#include "src/viewmodel/mask_picture.h"
#include "src/viewmodel/words.h"

namespace attn::app {

namespace {

QString capitalised(QString text) {
    if (!text.isEmpty())
        text[0] = text[0].toUpper();
    return text;
}

/// How the rows of a weights matrix add up: told from the numbers themselves.
struct RowSums {
    Index one = 0;        ///< within half of the last digit that is shown
    Index empty = 0;      ///< may attend nothing
    Index nonFinite = 0;  ///< holds NaN or an infinity although it may attend something
    Index other = 0;
};

/// `emptyRows` says which rows may attend nothing.
RowSums sumsOf(const Matrix& weights, const std::vector<bool>& emptyRows) {
    RowSums sums;
    for (Index row = 0; row < weights.rows; ++row) {
        double sum = 0.0;
        for (Index col = 0; col < weights.cols; ++col)
            sum += weights(row, col);
        if (emptyRows[static_cast<std::size_t>(row)])
            ++sums.empty;
        else if (!std::isfinite(sum))
            ++sums.nonFinite;
        else
            ++(std::abs(sum - 1.0) < 5e-4 ? sums.one : sums.other);
    }
    return sums;
}

QString emptyRowsWords(Index count, EmptyRow convention) {
    const bool isOne = count == 1;
    const QString rows = counted(count, "row");
    switch (convention) {
    case EmptyRow::Zero:
        return isOne ? Words::tr("%1 may attend nothing and is zero").arg(rows)
                     : Words::tr("%1 may attend nothing and are zero").arg(rows);
    case EmptyRow::NaN:
        return isOne ? Words::tr("%1 may attend nothing and is NaN").arg(rows)
                     : Words::tr("%1 may attend nothing and are NaN").arg(rows);
    case EmptyRow::Uniform:
        return isOne ? Words::tr("%1 may attend nothing and is uniform").arg(rows)
                     : Words::tr("%1 may attend nothing and are uniform").arg(rows);
    }
    return {};
}

/// "each row sums to 1", or what is true instead.
QString sumWords(const RowSums& sums, EmptyRow convention) {
    const Index rows = sums.one + sums.empty + sums.nonFinite + sums.other;
    if (rows == 0)
        return Words::tr("there are no rows");
    QStringList parts;
    if (sums.one == rows)
        parts << Words::tr("each row sums to 1");
    else if (sums.one > 0)
        parts << Words::tr("%1 of %2 rows sum to 1").arg(sums.one).arg(rows);
    if (sums.empty > 0)
        parts << emptyRowsWords(sums.empty, convention);
    if (sums.nonFinite > 0)
        parts << (sums.nonFinite == 1 ? Words::tr("%1 is not finite").arg(counted(1, "row"))
                                      : Words::tr("%1 are not finite").arg(counted(sums.nonFinite, "row")));
    if (sums.other > 0)
        parts << (sums.other == 1 ? Words::tr("%1 does not sum to 1").arg(counted(1, "row"))
                                  : Words::tr("%1 do not sum to 1").arg(counted(sums.other, "row")));
    return parts.join(QStringLiteral("; "));
}

/// Rows that may attend nothing in any of these heads.
std::vector<bool> emptyRowsOf(const Evaluation& evaluation, Index batch, const std::vector<Index>& heads) {
    std::vector<bool> empty(static_cast<std::size_t>(evaluation.dims.nq), false);
    for (const Index head : heads) {
        const std::vector<Index> keys = keysPerRow(evaluation, batch, head);
        for (std::size_t row = 0; row < empty.size(); ++row)
            empty[row] = empty[row] || keys[row] == 0;
    }
    return empty;
}

/// "over twelve tokens", "of five queries over seven keys".
QString overWords(const Dimensions& dims) {
    if (dims.isCross)
        return Words::tr("of %1 over %2").arg(counted(dims.nq, "query"), counted(dims.nk, "key"));
    return Words::tr("over %1").arg(counted(dims.nq, "token"));
}

/// Of the weights of one head, or of the mean over several.
QString weightsSentence(const Scene& scene, const Evaluation& evaluation, Index batch,
                        const std::vector<Index>& heads, bool isMean, const Matrix& cells) {
    const Dimensions& dims = evaluation.dims;
    const QString sums = sumWords(sumsOf(cells, emptyRowsOf(evaluation, batch, heads)), emptyRowInForce(scene));
    QString name = isMean ? Words::tr("Mean attention weights") : Words::tr("Attention weights");
    if (evaluation.kind == Kind::Linear)
        name += Words::tr(" of linear attention");
    else if (evaluation.kind == Kind::Additive)
        name += Words::tr(" of additive attention");
    else if (evaluation.kind == Kind::Weights)
        name += Words::tr(" as given,");
    QString text = QStringLiteral("%1 %2; %3.").arg(name, overWords(dims), sums);
    if (scene.sink)
        text += u' ' + Words::tr("The sink takes the rest.");
    if (scene.dropout && scene.dropout->where == Dropout::Where::Weights)
        text += u' ' + Words::tr("Before dropout.");
    if (isMean && evaluation.allowed) {
        const Index size = dims.nq * dims.nk;
        const std::uint8_t* ofItem = evaluation.allowed->data() + batch * dims.heads * size;
        const std::uint8_t* first = ofItem + heads.front() * size;
        for (const Index head : heads)
            if (!std::equal(first, first + size, ofItem + head * size))
                return text + u' ' + Words::tr("A key masked in some heads counts as weight 0 there.");
    }
    return text;
}

QString factorWords(const Scene& scene, const Evaluation& evaluation) {
    const QString factor = QString::number(evaluation.effectiveScale, 'g', 4);
    if (scene.temperature != 1.0)
        return Words::tr("Scores times %1, temperature included").arg(factor);
    if (scene.scale.mode == ScaleMode::RsqrtDk)
        return Words::tr("Scores divided by √%1").arg(evaluation.dims.dk);
    if (scene.scale.mode == ScaleMode::None)
        return Words::tr("Scores, not scaled");
    return Words::tr("Scores times %1").arg(factor);
}

QString sentenceOf(const Scene& scene, const Evaluation& evaluation, Stage stage, Index batch, Index head,
                   const Matrix& cells) {
    const Dimensions& dims = evaluation.dims;
    const QString over = overWords(dims);
    const QString queries = counted(dims.nq, dims.isCross ? "query" : "token");
    const QString keys = counted(dims.nk, dims.isCross ? "key" : "token");
    switch (stage) {
    case Stage::X:
        return evaluation.Xpos.has() ? Words::tr("Embeddings X of %1, before positions are added.").arg(counted(dims.nq, "token"))
                                     : Words::tr("Embeddings X of %1.").arg(counted(dims.nq, "token"));
    case Stage::Xkv: return Words::tr("Embeddings of the context, %1.").arg(counted(dims.nk, "token"));
    case Stage::Q: return Words::tr("Queries Q of %1.").arg(counted(dims.nq, "token"));
    case Stage::K: return Words::tr("Keys K of %1.").arg(counted(dims.nk, "token"));
    case Stage::V: return Words::tr("Values V of %1.").arg(counted(dims.nk, "token"));
    case Stage::Scores:
        return evaluation.kind == Kind::Additive ? Words::tr("Additive scores %1.").arg(over)
                                                 : Words::tr("Scores, query · key, %1.").arg(over);
    case Stage::Scaled: return factorWords(scene, evaluation) + QStringLiteral(", %1.").arg(over);
    case Stage::Capped: return Words::tr("Scaled scores capped at %1, %2.").arg(QString::number(scene.softcap, 'g', 4), over);
    case Stage::Masked: {
        const QString scores = evaluation.capped.has() ? Words::tr("Capped scores") : Words::tr("Scaled scores");
        return evaluation.bias.has() ? Words::tr("%1 plus the bias, %2, before the softmax.").arg(scores, over)
                                     : Words::tr("%1, %2, before the softmax.").arg(scores, over);
    }
    case Stage::Weights: return weightsSentence(scene, evaluation, batch, {head}, false, cells);
    case Stage::HeadOut: return Words::tr("Output of the head for %1.").arg(queries);
    case Stage::Concat: return Words::tr("Outputs of %1 joined, for %2.").arg(counted(dims.heads, "head"), queries);
    case Stage::Output: return Words::tr("Output for %1.").arg(queries);
    }
    return {};
}

/// The mask had its say: given weights were never masked.
bool isAfterMask(const Evaluation& evaluation, Stage stage) {
    return stage >= Stage::Masked && evaluation.kind != Kind::Weights;
}

/// Where in a model, or in a batch.
QStringList placeWords(const Scene& scene, const Dimensions& dims, Index batch) {
    QStringList words;
    if (dims.layers > 1)
        words << Words::tr("layer %1").arg(scene.layer);
    if (dims.batch > 1)
        words << Words::tr("batch item %1").arg(batch);
    return words;
}

}  // namespace

QString stageCaption(const Scene& scene, const Evaluation& evaluation, Stage stage, Index batch, Index head,
                     const Matrix& cells) {
    const Dimensions& dims = evaluation.dims;
    const bool isOfHead = stage >= Stage::Q && stage <= Stage::HeadOut;
    QStringList lead;
    if (isOfHead && dims.heads > 1 && (stage == Stage::K || stage == Stage::V) && dims.kvHeads < dims.heads)
        lead << Words::tr("KV head %1").arg(dims.kvHead(head));
    else if (isOfHead && dims.heads > 1)
        lead << Words::tr("head %1").arg(head);
    lead << placeWords(scene, dims, batch);
    if (isAfterMask(evaluation, stage))
        lead << maskWords(scene.mask);
    const bool isSilenced = std::find(scene.silenced.begin(), scene.silenced.end(), head) != scene.silenced.end();
    const QString sentence = sentenceOf(scene, evaluation, stage, batch, head, cells);
    QString caption = lead.isEmpty() ? sentence
                                     : capitalised(lead.join(QStringLiteral(", "))) + QStringLiteral(". ") + sentence;
    if (stage == Stage::HeadOut && isSilenced)
        caption += u' ' + Words::tr("This head is silenced: it counts as zero in the joined heads.");
    return caption;
}

QString headsWords(const std::vector<Index>& heads, const Dimensions& dims) {
    if (static_cast<Index>(heads.size()) == dims.heads)
        return counted(dims.heads, "head");
    return heads.size() == 1 ? Words::tr("head %1").arg(heads.front())
                             : Words::tr("heads %1").arg(listWords(heads, static_cast<int>(heads.size())));
}

QString meanCaption(const Scene& scene, const Evaluation& evaluation, Index batch, const std::vector<Index>& heads,
                    const Matrix& cells) {
    QStringList lead{Words::tr("mean of %1").arg(headsWords(heads, evaluation.dims))};
    lead << placeWords(scene, evaluation.dims, batch);
    if (isAfterMask(evaluation, Stage::Weights))
        lead << maskWords(scene.mask);
    return capitalised(lead.join(QStringLiteral(", "))) + QStringLiteral(". ") +
           weightsSentence(scene, evaluation, batch, heads, true, cells);
}

QString headsCaption(const Scene& scene, const Evaluation& evaluation, Stage stage, Index batch, const QString& which) {
    const Dimensions& dims = evaluation.dims;
    QStringList lead{!which.isEmpty()  ? which
                     : dims.heads == 1 ? counted(1, "head")
                                       : Words::tr("all %1").arg(counted(dims.heads, "head"))};
    lead << placeWords(scene, dims, batch);
    if (isAfterMask(evaluation, stage))
        lead << maskWords(scene.mask);
    QStringList sentences{capitalised(lead.join(QStringLiteral(", "))) + u'.'};
    sentences << (stage == Stage::Weights ? Words::tr("Attention weights %1.").arg(overWords(dims))
                                          : sentenceOf(scene, evaluation, stage, batch, 0, {}));
    if (stage >= Stage::Scores && stage <= Stage::Weights)
        sentences << Words::tr("Rows are queries, which attend; columns are keys, which are attended.");
    if (dims.heads > 1)
        sentences << Words::tr("One range of colours for all.");
    return sentences.join(u' ');
}

}  // namespace attn::app
