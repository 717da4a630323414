#include "ui/heatmap/heatmap_sample.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <optional>

#include "ui/heatmap/rank_colors.h"

namespace attn::ui {
namespace {

/// Cells or blocks of a pyramid, row by row.
class Source {
  public:
    Source(const HeatmapPicture& picture, const ColorScale& scale, const HeatmapPyramid::Level* level)
        : m_picture(picture), m_scale(scale), m_level(level) {}

    int shift() const { return m_level ? m_level->shift : 0; }

    /// The largest rank of each column firstCol .. lastCol - 1 over rows firstRow .. lastRow - 1, in blocks.
    void poolRows(Index firstRow, Index lastRow, Index firstCol, Index lastCol, std::vector<CellRank>& out) {
        const Index count = lastCol - firstCol;
        if (m_level)
            std::copy_n(m_level->row(firstRow) + firstCol, count, out.begin());
        else
            rankRow(m_picture, m_scale, firstRow, firstCol, lastCol, out.data());
        for (Index row = firstRow + 1; row < lastRow; ++row) {
            const CellRank* next = m_level ? m_level->row(row) + firstCol : nullptr;
            if (!m_level) {
                m_next.resize(out.size());
                rankRow(m_picture, m_scale, row, firstCol, lastCol, m_next.data());
                next = m_next.data();
            }
            for (Index i = 0; i < count; ++i)
                out[static_cast<std::size_t>(i)] = std::max(out[static_cast<std::size_t>(i)], next[i]);
        }
    }

  private:
    const HeatmapPicture& m_picture;
    const ColorScale& m_scale;
    const HeatmapPyramid::Level* m_level;
    std::vector<CellRank> m_next;
};

/// The largest rank of each pixel. `starts` count from the first of `ranks`.
void poolCols(const std::vector<CellRank>& ranks, const std::vector<Index>& starts, bool isNarrow, CellRank* out) {
    const std::size_t pixels = starts.size() - 1;
    if (isNarrow) {
        for (std::size_t p = 0; p < pixels; ++p)
            out[p] = std::max(ranks[static_cast<std::size_t>(starts[p])],
                              ranks[static_cast<std::size_t>(std::max(starts[p], starts[p + 1] - 1))]);
        return;
    }
    for (std::size_t p = 0; p < pixels; ++p)
        out[p] = *std::max_element(ranks.begin() + starts[p], ranks.begin() + std::max(starts[p] + 1, starts[p + 1]));
}

}  // namespace

QRgb cellGround(const HeatmapPicture& picture, const ColorScale& scale, const Theme& theme, bool isFlat, Index row,
                Index col) {
    if (isHidden(picture.state(row, col)))
        return theme.maskGround.rgb();
    if (picture.isPattern)
        return theme.accentGround.rgb();
    const double value = picture.cells(row, col);
    if (!std::isfinite(value))
        return isFlat ? theme.fault.rgb() : theme.faultGround.rgb();
    return scale.color(value, row);
}

std::vector<Index> cellStarts(Index cells, Index pixels, int shift, Index first, Index last) {
    std::vector<Index> starts(static_cast<std::size_t>(last - first) + 1);
    for (Index p = first; p <= last; ++p) {
        Index start = p * cells / pixels;
        if (shift > 0) {
            const Index side = Index(1) << shift;
            start = (2 * p * cells + pixels * side) / (2 * pixels * side) * side;
        }
        starts[static_cast<std::size_t>(p - first)] = p == pixels ? cells : std::min(cells, start);
    }
    return starts;
}

int sampleShift(Index rows, Index cols, QSize whole) {
    int shift = 0;
    while ((rows >> (shift + 1)) >= whole.height() && (cols >> (shift + 1)) >= whole.width())
        ++shift;
    return shift;
}

QImage sampleCells(const HeatmapPicture& picture, const Theme& theme, bool isFlat, QSize whole, QRect window,
                   const HeatmapPyramid* pyramid) {
    const Index rows = picture.cells.rows, cols = picture.cells.cols;
    window &= QRect(QPoint(), whole);
    if (window.isEmpty() || rows <= 0 || cols <= 0)
        return {};
    QImage image(window.size(), QImage::Format_RGB32);
    std::optional<ColorScale> own;
    if (!pyramid || !pyramid->scale())
        own.emplace(picture);
    const ColorScale& scale = own ? *own : *pyramid->scale();
    const RankColors colors(picture, scale, theme, isFlat);
    const int shift = sampleShift(rows, cols, whole);
    Source source(picture, scale, pyramid ? pyramid->levelFor(shift) : nullptr);
    const auto inBlocks = [&](std::vector<Index> starts) {
        for (Index& start : starts)
            start = (start + (Index(1) << source.shift()) - 1) >> source.shift();
        return starts;
    };
    const std::vector<Index> rowStarts =
        inBlocks(cellStarts(rows, whole.height(), shift, window.top(), window.top() + window.height()));
    std::vector<Index> colStarts =
        inBlocks(cellStarts(cols, whole.width(), shift, window.left(), window.left() + window.width()));
    const Index firstCol = colStarts.front();
    const Index lastCol = std::max(colStarts.back(), colStarts[colStarts.size() - 2] + 1);
    bool isNarrow = true;
    for (std::size_t p = 0; p < colStarts.size(); ++p) {
        colStarts[p] -= firstCol;
        isNarrow = isNarrow && (p == 0 || colStarts[p] - colStarts[p - 1] <= 2);
    }
    std::vector<CellRank> pooled(static_cast<std::size_t>(lastCol - firstCol));
    std::vector<CellRank> shown(static_cast<std::size_t>(window.width()));
    for (int y = 0; y < window.height(); ++y) {
        auto* const line = reinterpret_cast<QRgb*>(image.scanLine(y));
        const Index row = rowStarts[static_cast<std::size_t>(y)];
        const Index end = std::max(row + 1, rowStarts[static_cast<std::size_t>(y) + 1]);
        if (y > 0 && rowStarts[static_cast<std::size_t>(y) - 1] == row && end == row + 1) {
            std::memcpy(line, image.constScanLine(y - 1), static_cast<std::size_t>(window.width()) * sizeof(QRgb));
            continue;
        }
        source.poolRows(row, end, firstCol, lastCol, pooled);
        if (pooled.size() < shown.size()) {
            // Cells are wider than pixels: each is coloured once.
            colors.paint(pooled.data(), pooled.size(), line);
            for (std::size_t x = shown.size(); x-- > 0;)
                line[x] = line[colStarts[x]];
        } else {
            poolCols(pooled, colStarts, isNarrow, shown.data());
            colors.paint(shown.data(), shown.size(), line);
        }
    }
    return image;
}

QImage sampleCells(const HeatmapPicture& picture, const Theme& theme, bool isFlat, QSize size,
                   const HeatmapPyramid* pyramid) {
    return sampleCells(picture, theme, isFlat, size, QRect(QPoint(), size), pyramid);
}

}  // namespace attn::ui
