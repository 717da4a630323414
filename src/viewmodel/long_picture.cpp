#include "src/viewmodel/long_picture.h"

#include <algorithm>
#include <cmath>

#include "src/viewmodel/heatmap_parts.h"
#include "src/viewmodel/words.h"

namespace attn::app {
namespace {

/// The first token of each pixel, by its position alone: of thousands no word could be read.
ui::Axis sparse(ui::Axis axis, const std::vector<Index>& starts) {
    axis.labels.clear();
    for (std::size_t p = 0; p + 1 < starts.size(); ++p)
        axis.labels.push_back({QString::number(starts[p]), starts[p], false});
    return axis;
}

/// "20", or "20 to 21" where pixels differ by one.
QString cellsOfPixel(const std::vector<Index>& starts) {
    Index least = starts.back(), most = 0;
    for (std::size_t p = 0; p + 1 < starts.size(); ++p) {
        least = std::min(least, starts[p + 1] - starts[p]);
        most = std::max(most, starts[p + 1] - starts[p]);
    }
    return least == most ? QString::number(most) : Words::tr("%1 to %2").arg(least).arg(most);
}

QString longCaption(const PoolRequest& request, const PooledWeights& pooled, const QString& down,
                    const QString& across) {
    const bool isLargest = request.pooling == Pooling::Largest;
    QString text =
        (isLargest
             ? Words::tr("Attention weights of %1 queries over %2 keys: each cell is the largest of %3 × %4 weights.")
             : Words::tr("Attention weights of %1 queries over %2 keys: each cell is the mean of %3 × %4 weights."))
            .arg(request.window.rows())
            .arg(request.window.cols())
            .arg(down, across);
    if (!pooled.isExact())
        text += u' ' + Words::tr("Sampled: %1 of %2 queries were computed.").arg(pooled.rowsMet).arg(pooled.rows);
    return text;
}

}  // namespace

PoolRequest longRequest(const Dimensions& dims, Index most, Pooling pooling) {
    const Index longest = std::max({dims.nq, dims.nk, Index(1)});
    const auto side = [&](Index count) {
        if (longest <= most)
            return std::max<Index>(1, count);
        return std::clamp<Index>(count * most / longest, 1, std::max<Index>(1, count));
    };
    return {{0, dims.nq, 0, dims.nk}, side(dims.nq), side(dims.nk), pooling, 0};
}

ui::HeatmapPicture longPicture(const Scene& scene, const Evaluation& evaluation, const PoolRequest& request,
                               const PooledWeights& pooled, const ui::Selection& selection, const Look& look) {
    const Dimensions& dims = evaluation.dims;
    const WeightWindow& window = request.window;
    const std::vector<Index> rows = pixelStarts(window.firstRow, window.lastRow, request.pixelRows);
    const std::vector<Index> cols = pixelStarts(window.firstCol, window.lastCol, request.pixelCols);
    const bool isLargest = request.pooling == Pooling::Largest;
    ui::HeatmapPicture picture;
    picture.title = stageTitle(Stage::Weights);
    picture.subtitle = Words::tr("head %1, %2 × %3").arg(clamped(selection, dims).head).arg(dims.nq).arg(dims.nk);
    picture.stage = isLargest ? Words::tr("largest weight") : Words::tr("mean weight");
    picture.quantity = isLargest ? Words::tr("largest attention weight") : Words::tr("mean attention weight");
    picture.cells = pooled.cells;
    if (std::any_of(pooled.isAllowed.begin(), pooled.isAllowed.end(), [](auto is) { return is == 0; })) {
        picture.states.assign(pooled.isAllowed.size(), ui::CellState::Plain);
        for (std::size_t p = 0; p < pooled.isAllowed.size(); ++p)
            if (pooled.isAllowed[p] == 0)
                picture.states[p] = ui::CellState::Masked;
    }
    picture.rows = sparse(queryAxis(scene, dims.nq), rows);
    picture.cols = sparse(keyAxis(scene, dims.nk), cols);
    applyLook({&picture, 1}, Stage::Weights, look);
    picture.caption = longCaption(request, pooled, cellsOfPixel(rows), cellsOfPixel(cols));
    return picture;
}

}  // namespace attn::app
