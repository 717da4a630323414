#include "ui/heatmap/heatmap_sample.h"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace attn::ui {
namespace {

bool isHidden(CellState state) {
    return state == CellState::Masked || state == CellState::MaskedByHand;
}

QRgb groundOf(const HeatmapPicture& picture, double value, const ColorScale& scale, const Theme& theme, bool isFlat,
              Index row) {
    if (picture.isPattern)
        return theme.accentGround.rgb();
    if (std::isfinite(value))
        return scale.color(value, row);
    return isFlat ? theme.fault.rgb() : theme.faultGround.rgb();
}

/// First cell of each pixel: pixel p shows the cells from starts[p] to before starts[p + 1], or one when there are
/// none.
std::vector<Index> cellStarts(Index cells, int pixels) {
    std::vector<Index> starts(static_cast<std::size_t>(pixels) + 1);
    for (int p = 0; p <= pixels; ++p)
        starts[static_cast<std::size_t>(p)] = std::min<Index>(cells, static_cast<Index>(p) * cells / pixels);
    return starts;
}

struct Pool {
    std::vector<double> value;
    std::vector<double> rank;        ///< Only with a range per row.
    std::vector<Index> row;          ///< Only with a range per row.
    std::vector<std::uint8_t> seen;  ///< 0: every cell so far is masked.
};

/// Plain loops over contiguous rows: the compiler turns them into vector code.
void poolRow(Pool& pool, const double* values, std::size_t count) {
    double* best = pool.value.data();
    for (std::size_t c = 0; c < count; ++c) {
        const double value = values[c];
        const bool isMore = (std::abs(value) > std::abs(best[c])) | (value != value);
        best[c] = isMore ? value : best[c];
    }
}

void poolMaskedRow(Pool& pool, const double* values, const CellState* states, std::size_t count) {
    double* best = pool.value.data();
    for (std::size_t c = 0; c < count; ++c) {
        if (isHidden(states[c]))
            continue;
        const double value = values[c];
        if ((std::abs(value) > std::abs(best[c])) | (value != value))
            best[c] = value;
        pool.seen[c] = 1;
    }
}

void poolRankedRow(Pool& pool, const HeatmapPicture& picture, const ColorScale& scale, Index row) {
    for (Index col = 0; col < picture.cells.cols; ++col) {
        if (isHidden(picture.state(row, col)))
            continue;
        const auto c = static_cast<std::size_t>(col);
        const double value = picture.cells(row, col);
        const double at = scale.position(value, row);
        const double rank = !std::isfinite(value) ? 2.0 : picture.map == MapName::Diverging ? std::abs(at - 0.5) : at;
        if (pool.seen[c] == 0 || rank > pool.rank[c]) {
            pool.rank[c] = rank;
            pool.value[c] = value;
            pool.row[c] = row;
        }
        pool.seen[c] = 1;
    }
}

void pooledLine(QRgb* line, const HeatmapPicture& picture, const ColorScale& scale, const Theme& theme, bool isFlat,
                const std::vector<Index>& colStarts, Index firstRow, Index lastRow, Pool& pool) {
    const auto cols = static_cast<std::size_t>(picture.cells.cols);
    pool.value.assign(cols, 0.0);
    pool.seen.assign(cols, picture.states.empty() && !picture.perRowRange ? 1 : 0);
    if (picture.perRowRange) {
        pool.rank.assign(cols, 0.0);
        pool.row.assign(cols, firstRow);
    }
    for (Index row = firstRow; row < lastRow; ++row) {
        const std::size_t start = static_cast<std::size_t>(row) * cols;
        if (picture.perRowRange)
            poolRankedRow(pool, picture, scale, row);
        else if (picture.states.empty())
            poolRow(pool, picture.cells.values.data() + start, cols);
        else
            poolMaskedRow(pool, picture.cells.values.data() + start, picture.states.data() + start, cols);
    }
    for (std::size_t p = 0; p + 1 < colStarts.size(); ++p) {
        const auto first = static_cast<std::size_t>(colStarts[p]);
        const auto last = std::max(first + 1, static_cast<std::size_t>(colStarts[p + 1]));
        std::size_t best = cols;
        for (std::size_t c = first; c < last; ++c) {
            if (pool.seen[c] == 0)
                continue;
            const auto more = [&] {
                if (picture.perRowRange)
                    return pool.rank[c] > pool.rank[best];
                return std::isnan(pool.value[c]) || std::abs(pool.value[c]) > std::abs(pool.value[best]);
            };
            if (best == cols || more())
                best = c;
        }
        line[p] = best == cols ? theme.maskGround.rgb()
                               : groundOf(picture, pool.value[best], scale, theme, isFlat,
                                          picture.perRowRange ? pool.row[best] : firstRow);
    }
}

}  // namespace

QRgb cellGround(const HeatmapPicture& picture, const ColorScale& scale, const Theme& theme, bool isFlat, Index row,
                Index col) {
    if (isHidden(picture.state(row, col)))
        return theme.maskGround.rgb();
    return groundOf(picture, picture.cells(row, col), scale, theme, isFlat, row);
}

QImage sampleCells(const HeatmapPicture& picture, const Theme& theme, bool isFlat, QSize size) {
    const Index rows = picture.cells.rows, cols = picture.cells.cols;
    if (size.isEmpty() || rows <= 0 || cols <= 0)
        return {};
    QImage image(size, QImage::Format_RGB32);
    const ColorScale scale(picture);
    const std::vector<Index> rowStarts = cellStarts(rows, size.height());
    const std::vector<Index> colStarts = cellStarts(cols, size.width());
    const bool isShrunk = rows > size.height() || cols > size.width();
    Pool pool;
    std::vector<QRgb> grounds(static_cast<std::size_t>(cols));
    for (int y = 0; y < size.height(); ++y) {
        auto* line = reinterpret_cast<QRgb*>(image.scanLine(y));
        const Index row = rowStarts[static_cast<std::size_t>(y)];
        const Index end = std::max(row + 1, rowStarts[static_cast<std::size_t>(y) + 1]);
        if (y > 0 && rowStarts[static_cast<std::size_t>(y) - 1] == row && end == row + 1) {
            std::memcpy(line, image.constScanLine(y - 1), static_cast<std::size_t>(size.width()) * sizeof(QRgb));
            continue;
        }
        if (isShrunk) {
            pooledLine(line, picture, scale, theme, isFlat, colStarts, row, end, pool);
            continue;
        }
        for (Index col = 0; col < cols; ++col)
            grounds[static_cast<std::size_t>(col)] = cellGround(picture, scale, theme, isFlat, row, col);
        for (std::size_t x = 0; x + 1 < colStarts.size(); ++x)
            line[x] = grounds[static_cast<std::size_t>(colStarts[x])];
    }
    return image;
}

}  // namespace attn::ui
