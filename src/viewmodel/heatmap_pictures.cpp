#include "src/viewmodel/heatmap_pictures.h"

#include <algorithm>
#include <cmath>
#include <functional>

#include "src/viewmodel/heatmap_parts.h"
#include "src/viewmodel/mask_note.h"
#include "src/viewmodel/words.h"

namespace attn::app {

namespace {

Matrix itemOf(const TensorPtr& tensor, Index batch) {
    Matrix matrix(tensor->dim(1), tensor->dim(2));
    const Index first = batch * matrix.rows * matrix.cols;
    for (Index i = 0; i < matrix.rows * matrix.cols; ++i)
        matrix.values[static_cast<std::size_t>(i)] = (*tensor)[first + i];
    return matrix;
}

Matrix cellsOf(const Scene& scene, const Evaluation& evaluation, Stage stage, Index batch, Index head) {
    const Dimensions& dims = evaluation.dims;
    const Index plane = batch * dims.heads + head;
    const Index kvPlane = batch * dims.kvHeads + dims.kvHead(head);
    switch (stage) {
    case Stage::X: return itemOf(scene.X, batch);
    case Stage::Xkv: return itemOf(scene.Xkv, batch);
    case Stage::Q: return planeOf(evaluation.Q, plane);
    case Stage::K: return planeOf(evaluation.K, kvPlane);
    case Stage::V: return planeOf(evaluation.V, kvPlane);
    case Stage::Scores: return planeOf(evaluation.scores, plane);
    case Stage::Scaled: return planeOf(evaluation.scaled, plane);
    case Stage::Capped: return planeOf(evaluation.capped, plane);
    case Stage::Masked: return planeOf(evaluation.masked, plane);
    case Stage::Weights: return planeOf(evaluation.weights, plane);
    case Stage::HeadOut: return planeOf(evaluation.headOut, plane);
    case Stage::Concat: return planeOf(evaluation.concat, batch);
    case Stage::Output: return planeOf(evaluation.output, batch);
    }
    return {};
}

bool hasHead(Stage stage) {
    return stage != Stage::X && stage != Stage::Xkv && stage != Stage::Concat && stage != Stage::Output;
}

bool isPairwise(Stage stage) {
    return stage >= Stage::Scores && stage <= Stage::Weights;
}

/// The noun in a cell's sentence.
QString nounOf(Stage stage) {
    switch (stage) {
    case Stage::Scores: return Words::tr("score");
    case Stage::Scaled: return Words::tr("scaled score");
    case Stage::Capped: return Words::tr("capped score");
    case Stage::Masked: return Words::tr("logit");
    case Stage::Weights: return Words::tr("weight");
    case Stage::HeadOut: return Words::tr("head output");
    case Stage::Concat: return Words::tr("joined heads");
    case Stage::Output: return Words::tr("output");
    default: return stageTitle(stage);
    }
}

QString quantityOf(Stage stage) {
    switch (stage) {
    case Stage::Scores: return Words::tr("score, query · key");
    case Stage::Scaled: return Words::tr("scaled score");
    case Stage::Capped: return Words::tr("capped score");
    case Stage::Masked: return Words::tr("logit");
    case Stage::Weights: return Words::tr("attention weight");
    case Stage::HeadOut: return Words::tr("head output");
    case Stage::Concat: return Words::tr("joined heads");
    case Stage::Output: return Words::tr("output");
    default: return Words::tr("value of %1").arg(stageTitle(stage));
    }
}

/// Which tokens the rows of a stage are.
ui::Axis rowAxis(const Scene& scene, const Dimensions& dims, Stage stage) {
    if (stage == Stage::K || stage == Stage::V) {
        ui::Axis axis = keyAxis(scene, dims.nk);
        if (stage == Stage::V) {
            axis.role = ui::AxisRole::Value;
            axis.letter = QStringLiteral("v");
        }
        return axis;
    }
    if (stage == Stage::X || stage == Stage::Xkv) {
        const bool isContext = stage == Stage::Xkv;
        return {isContext ? Words::tr("context token") : Words::tr("token"), ui::AxisRole::None, QStringLiteral("x"),
                isContext ? keyLabels(scene, dims.nk) : queryLabels(scene, dims.nq)};
    }
    ui::Axis axis = queryAxis(scene, dims.nq);
    if (stage == Stage::Concat || stage == Stage::Output)
        axis.letter = QStringLiteral("o");
    return axis;
}

QString subtitleOf(const Dimensions& dims, Stage stage, Index batch, Index head, const Matrix& cells) {
    QStringList parts;
    if ((stage == Stage::K || stage == Stage::V) && dims.kvHeads < dims.heads) {
        const Index shared = dims.heads / dims.kvHeads;
        const Index group = dims.kvHead(head);
        std::vector<Index> readers;
        for (Index reader = group * shared; reader < (group + 1) * shared; ++reader)
            readers.push_back(reader);
        parts << Words::tr("KV head %1, read by heads %2").arg(group).arg(listWords(readers));
    } else if (hasHead(stage)) {
        parts << Words::tr("head %1").arg(head);
    }
    if (dims.batch > 1)
        parts << Words::tr("batch item %1").arg(batch);
    parts << QStringLiteral("%1 × %2").arg(cells.rows).arg(cells.cols);
    return parts.join(QStringLiteral(", "));
}

/// "layer 2, " where there are several.
QString layerLead(const Scene& scene, const Dimensions& dims) {
    return dims.layers > 1 ? Words::tr("layer %1, ").arg(scene.layer) : QString();
}

/// Everything but range, map and decimals.
ui::HeatmapPicture bare(const Scene& scene, const Evaluation& evaluation, Stage stage, Index batch, Index head) {
    const Dimensions& dims = evaluation.dims;
    ui::HeatmapPicture picture;
    picture.title = stageTitle(stage);
    picture.stage = nounOf(stage);
    picture.quantity = quantityOf(stage);
    if (!hasStage(scene, evaluation, stage))
        return picture;
    picture.cells = cellsOf(scene, evaluation, stage, batch, head);
    picture.subtitle = layerLead(scene, dims) + subtitleOf(dims, stage, batch, head, picture.cells);
    if (evaluation.kind == Kind::Additive && stage == Stage::Scores)
        picture.quantity = Words::tr("additive score");
    picture.rows = rowAxis(scene, dims, stage);
    picture.cols = isPairwise(stage) ? keyAxis(scene, dims.nk)
                                     : ui::Axis{Words::tr("dimension"), ui::AxisRole::None, QStringLiteral("d"), {}};
    picture.states = maskStates(scene, evaluation, stage, batch, head);
    return picture;
}

}  // namespace

Matrix planeOf(const Values& values, Index plane) {
    const Shape& shape = values.shape();
    Matrix matrix(shape[shape.size() - 2], shape[shape.size() - 1]);
    const Index size = matrix.rows * matrix.cols;
    values.copyTo(plane * size, size, matrix.values.data());
    return matrix;
}

std::vector<Index> keysPerRow(const Evaluation& evaluation, Index batch, Index head) {
    const Dimensions& dims = evaluation.dims;
    std::vector<Index> counts(static_cast<std::size_t>(dims.nq), dims.nk);
    if (!evaluation.allowed || evaluation.kind == Kind::Weights)
        return counts;
    const Index first = (batch * dims.heads + head) * dims.nq * dims.nk;
    for (Index row = 0; row < dims.nq; ++row) {
        const auto* begin = evaluation.allowed->data() + first + row * dims.nk;
        counts[static_cast<std::size_t>(row)] = std::count_if(begin, begin + dims.nk, [](auto is) { return is != 0; });
    }
    return counts;
}

std::vector<ui::CellState> maskStates(const Scene& scene, const Evaluation& evaluation, Stage stage, Index batch,
                                      Index head) {
    // Given weights are shown as they are: no rule has masked them.
    if ((stage != Stage::Masked && stage != Stage::Weights) || !evaluation.allowed || evaluation.kind == Kind::Weights)
        return {};
    const Dimensions& dims = evaluation.dims;
    const Index size = dims.nq * dims.nk;
    const std::uint8_t* allowed = evaluation.allowed->data() + (batch * dims.heads + head) * size;
    const Paint& paint = scene.mask.paint;
    if (paint.allow.empty() && std::all_of(allowed, allowed + size, [](auto is) { return is != 0; }))
        return {};
    std::vector<ui::CellState> states(static_cast<std::size_t>(size), ui::CellState::Plain);
    for (Index i = 0; i < size; ++i)
        if (!allowed[i])
            states[static_cast<std::size_t>(i)] = ui::CellState::Masked;
    const auto mark = [&](const std::vector<Cell>& cells, bool isAllowed, ui::CellState state) {
        for (const Cell& cell : cells) {
            const Index at = cell.row * dims.nk + cell.col;
            if (cell.row < dims.nq && cell.col < dims.nk && (allowed[at] != 0) == isAllowed)
                states[static_cast<std::size_t>(at)] = state;
        }
    };
    mark(paint.allow, true, ui::CellState::PaintedAllowed);
    mark(paint.forbid, false, ui::CellState::MaskedByHand);
    if (stage == Stage::Weights && emptyRowInForce(scene) != EmptyRow::Zero) {
        const std::vector<Index> keys = keysPerRow(evaluation, batch, head);
        for (Index row = 0; row < dims.nq; ++row)
            if (keys[static_cast<std::size_t>(row)] == 0)
                std::fill_n(states.begin() + row * dims.nk, dims.nk, ui::CellState::Plain);
    }
    return states;
}

ui::HeatmapPicture stagePicture(const Scene& scene, const Evaluation& evaluation, Stage stage,
                                const ui::Selection& selection, const Look& look) {
    const ui::Selection chosen = clamped(selection, evaluation.dims);
    ui::HeatmapPicture picture = bare(scene, evaluation, stage, chosen.batch, chosen.head);
    applyLook({&picture, 1}, stage, look);
    if (hasStage(scene, evaluation, stage))
        picture.caption = stageCaption(scene, evaluation, stage, chosen.batch, chosen.head, picture.cells);
    return picture;
}

namespace {

/// Those of `heads` that there are, ascending and each once; without any, all.
std::vector<Index> presentHeads(std::vector<Index> heads, const Dimensions& dims) {
    std::erase_if(heads, [&](Index head) { return head < 0 || head >= dims.heads; });
    std::sort(heads.begin(), heads.end());
    heads.erase(std::unique(heads.begin(), heads.end()), heads.end());
    if (heads.empty())
        for (Index head = 0; head < dims.heads; ++head)
            heads.push_back(head);
    return heads;
}

/// Joins the weights of these heads cell by cell; a cell is masked only where every one of them masks it.
template <class Join>
ui::HeatmapPicture joinedHeads(const Scene& scene, const Evaluation& evaluation, Index batch,
                               const std::vector<Index>& heads, const Join& join) {
    ui::HeatmapPicture picture = bare(scene, evaluation, Stage::Weights, batch, heads.front());
    for (std::size_t next = 1; next < heads.size() && evaluation.weights.has(); ++next) {
        const Index head = heads[next];
        const Matrix cells = planeOf(evaluation.weights, batch * evaluation.dims.heads + head);
        for (std::size_t i = 0; i < cells.values.size(); ++i)
            picture.cells.values[i] = join(picture.cells.values[i], cells.values[i]);
        const auto states = maskStates(scene, evaluation, Stage::Weights, batch, head);
        for (std::size_t i = 0; i < picture.states.size(); ++i) {
            const auto state = states.empty() ? ui::CellState::Plain : states[i];
            if (state == ui::CellState::Plain || state == ui::CellState::PaintedAllowed)
                picture.states[i] = state;
        }
    }
    return picture;
}

/// "mean of 4 heads, batch item 1, 6 × 6"
QString joinedWords(const QString& first, const Dimensions& dims, Index batch) {
    QStringList parts{first};
    if (dims.batch > 1)
        parts << Words::tr("batch item %1").arg(batch);
    parts << QStringLiteral("%1 × %2").arg(dims.nq).arg(dims.nk);
    return parts.join(QStringLiteral(", "));
}

}  // namespace

ui::HeatmapPicture meanPicture(const Scene& scene, const Evaluation& evaluation, Index batch, const Look& look,
                               const std::vector<Index>& heads) {
    const Dimensions& dims = evaluation.dims;
    batch = clamped({batch}, dims).batch;
    const std::vector<Index> joined = presentHeads(heads, dims);
    ui::HeatmapPicture picture = joinedHeads(scene, evaluation, batch, joined, std::plus<>());
    if (!evaluation.weights.has())
        return picture;
    for (double& value : picture.cells.values)
        value /= static_cast<double>(joined.size());
    picture.subtitle = layerLead(scene, dims) + joinedWords(Words::tr("mean of %1").arg(headsWords(joined, dims)), dims, batch);
    picture.stage = Words::tr("mean weight");
    picture.quantity = Words::tr("mean attention weight");
    applyLook({&picture, 1}, Stage::Weights, look);
    picture.caption = meanCaption(scene, evaluation, batch, joined, picture.cells);
    return picture;
}

ui::HeatmapPicture largestPicture(const Scene& scene, const Evaluation& evaluation, Index batch, const Look& look,
                                  const std::vector<Index>& heads) {
    const Dimensions& dims = evaluation.dims;
    batch = clamped({batch}, dims).batch;
    const std::vector<Index> joined = presentHeads(heads, dims);
    ui::HeatmapPicture picture = joinedHeads(scene, evaluation, batch, joined, [](double a, double b) {
        return std::isnan(a) || a > b ? a : b;
    });
    if (!evaluation.weights.has())
        return picture;
    const QString words = headsWords(joined, dims);
    picture.subtitle = layerLead(scene, dims) + joinedWords(Words::tr("maximum of %1").arg(words), dims, batch);
    picture.stage = Words::tr("largest weight");
    picture.quantity = Words::tr("largest attention weight");
    applyLook({&picture, 1}, Stage::Weights, look);
    picture.caption = Words::tr("Maximum of %1: the largest weight that any of them gives. Its rows are no distribution: they may sum to more than 1.").arg(words);
    return picture;
}

ui::HeatmapPicture differencePicture(const Scene& scene, const Evaluation& evaluation, Index batch, Index head,
                                     Index other, const Look& look) {
    const Dimensions& dims = evaluation.dims;
    batch = clamped({batch}, dims).batch;
    ui::HeatmapPicture picture = bare(scene, evaluation, Stage::Weights, batch, head);
    if (!evaluation.weights.has())
        return picture;
    const Matrix cells = planeOf(evaluation.weights, batch * dims.heads + other);
    const auto states = maskStates(scene, evaluation, Stage::Weights, batch, other);
    for (std::size_t i = 0; i < cells.values.size(); ++i)
        picture.cells.values[i] -= cells.values[i];
    for (std::size_t i = 0; i < picture.states.size(); ++i)
        if (states.empty() || states[i] != ui::CellState::Masked)
            picture.states[i] = states.empty() ? ui::CellState::Plain : states[i];
    picture.subtitle = layerLead(scene, dims) + joinedWords(Words::tr("head %1 − head %2").arg(head).arg(other), dims, batch);
    picture.stage = Words::tr("difference of weights");
    picture.quantity = Words::tr("weight of head %1 − weight of head %2").arg(head).arg(other);
    applyLook({&picture, 1}, Stage::Scores, look);
    picture.decimals = 3;
    picture.caption = Words::tr("Weights of head %1 less those of head %2. Every row sums to 0 where both sum to 1.").arg(head).arg(other);
    return picture;
}

std::vector<ui::HeatmapPicture> thumbnailPictures(const Scene& scene, const Evaluation& evaluation, Stage stage,
                                                  Index batch, const Look& look) {
    batch = clamped({batch}, evaluation.dims).batch;
    std::vector<ui::HeatmapPicture> pictures;
    const bool isOne = !hasHead(stage);
    for (Index head = 0; head < (isOne ? 1 : evaluation.dims.heads); ++head)
        pictures.push_back(bare(scene, evaluation, stage, batch, head));
    applyLook(pictures, stage, look);
    for (Index head = 0; head < static_cast<Index>(pictures.size()); ++head) {
        ui::HeatmapPicture& picture = pictures[static_cast<std::size_t>(head)];
        picture.title = isOne ? stageTitle(stage) : Words::tr("head %1").arg(head);
        if (hasStage(scene, evaluation, stage))
            picture.caption = stageCaption(scene, evaluation, stage, batch, head, picture.cells);
    }
    return pictures;
}

}  // namespace attn::app
