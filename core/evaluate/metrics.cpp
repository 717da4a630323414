#include "core/evaluate/metrics.h"

#include <numeric>
#include <vector>

#include "core/analysis/head_figures.h"

namespace attn {

namespace {

RowMetrics emptyRowMetrics(const Dimensions& d, bool jacobianNorms) {
    const Tensor rows(Shape{d.batch, d.heads, d.nq});
    const Tensor norms = jacobianNorms ? rows : Tensor();
    return {rows, rows, rows, rows, rows, rows, rows, norms, norms};
}

HeadMetrics emptyHeadMetrics(const Dimensions& d) {
    const Tensor heads(Shape{d.batch, d.heads});
    return {heads, heads, heads, heads, heads, heads, heads, {}, false};
}

void store(const RowFigures& figures, Index allowed, Index row, RowMetrics& metrics) {
    metrics.entropyNats[row] = figures.entropy;
    metrics.entropyNorm[row] = figures.entropyNorm;
    metrics.perplexity[row] = figures.perplexity;
    metrics.nAllowed[row] = static_cast<double>(allowed);
    metrics.maxWeight[row] = figures.maxWeight;
    metrics.jacMaxDiag[row] = figures.jacMaxDiag;
    metrics.jacTrace[row] = figures.jacTrace;
    if (metrics.jacFro.size() > row) {
        metrics.jacFro[row] = figures.jacFro;
        metrics.jacSpec[row] = figures.jacSpec;
    }
}

void store(const HeadFigures& figures, Index head, HeadMetrics& metrics) {
    metrics.meanEntropyNats[head] = figures.meanEntropy();
    metrics.meanDistance[head] = figures.meanDistance();
    metrics.diagonality[head] = figures.diagonality();
    metrics.confidenceMeanMax[head] = figures.meanMaxWeight();
    metrics.sinkScoreFirstToken[head] = figures.firstKeyScore();
    metrics.currentTokenScore[head] = figures.currentTokenScore();
    metrics.previousTokenScore[head] = figures.previousTokenScore();
    if (metrics.hasInduction)
        metrics.inductionScore[head] = figures.inductionScore();
}

/// The weight of a row that no key has: a sink's, or what given weights and an eps leave to 1.
double elsewhere(const Evaluation& evaluation, Index row, const std::vector<double>& weights) {
    if (evaluation.sinkWeight.has())
        return evaluation.sinkWeight.at(row);
    if (evaluation.kind == Kind::Mha || evaluation.kind == Kind::Qkv)
        return 0.0;
    return 1.0 - std::accumulate(weights.begin(), weights.end(), 0.0);
}

}  // namespace

bool addMetrics(const Scene& scene, bool jacobianNorms, Evaluation& evaluation, const Progress& progress) {
    const Dimensions& d = evaluation.dims;
    const bool isBottomRight = scene.mask.causal && scene.mask.causal->align == Causal::Align::BottomRight;
    const Index firstPosition = isBottomRight ? d.nk - d.nq : 0;
    auto rowMetrics = std::make_shared<RowMetrics>(emptyRowMetrics(d, jacobianNorms));
    auto headMetrics = std::make_shared<HeadMetrics>(emptyHeadMetrics(d));
    std::vector<Index> afterCopies(static_cast<std::size_t>(d.nq), -1);
    if (!scene.tokenIds.empty() && !d.isCross) {
        afterCopies = keysAfterCopies(scene.tokenIds);
        headMetrics->hasInduction = true;
        headMetrics->inductionScore = Tensor(Shape{d.batch, d.heads});
    }
    std::vector<double> weights(static_cast<std::size_t>(d.nk));
    for (Index head = 0; head < d.batch * d.heads; ++head) {
        if (progress.shouldStop())
            return false;
        HeadFigures figures;
        for (Index i = 0; i < d.nq; ++i) {
            const Index row = head * d.nq + i;
            evaluation.weights.copyTo(row * d.nk, d.nk, weights.data());
            const std::uint8_t* cells = evaluation.allowed->data() + row * d.nk;
            const Index allowed = std::accumulate(cells, cells + d.nk, Index(0));
            const RowFigures rowOnes =
                rowFigures(weights.data(), d.nk, allowed, jacobianNorms, elsewhere(evaluation, row, weights));
            store(rowOnes, allowed, row, *rowMetrics);
            if (allowed > 0)
                figures.addRow(weights.data(), d.nk, rowOnes, firstPosition + i,
                               afterCopies[static_cast<std::size_t>(i)]);
        }
        store(figures, head, *headMetrics);
    }
    evaluation.rowMetrics = std::move(rowMetrics);
    evaluation.headMetrics = std::move(headMetrics);
    return true;
}

}  // namespace attn
