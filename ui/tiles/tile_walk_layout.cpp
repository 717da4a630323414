#include "ui/tiles/tile_walk_layout.h"

#include <algorithm>
#include <cmath>

#include "ui/plots/plot_legend.h"
#include "ui/theme/theme.h"

namespace attn::ui {
namespace {

constexpr double kMargin = 16.0;
constexpr double kTitle = 44.0;
constexpr double kColumnHead = 38.0;  ///< Name of the keys and the numbers of their tiles.
constexpr double kRowHead = 42.0;
constexpr double kLegend = 28.0;
constexpr double kGap = 28.0;
constexpr double kMemory = 152.0, kLeastMemory = 100.0;
constexpr double kMoved = 36.0;
constexpr double kTableHead = 62.0;  ///< Its title and two lines of names.
constexpr double kTableRow = 22.0;
constexpr double kSentence = 44.0;
constexpr double kSentenceFrom = 400.0;  ///< Height from which rows leave room for the sentence.
constexpr double kLeastTable = 400.0;
constexpr double kLargestCell = 64.0;
constexpr double kSlotGap = 3.0;

double rightWidth(double width) {
    return std::max(kLeastTable, width - 2.0 * kMargin - kGap - std::max(160.0, 0.42 * width));
}

}  // namespace

QRectF TileWalkLayout::tileRect(const TileWalkPicture& picture, Index row, Index col) const {
    const auto from = [](Index tile, Index rows) { return static_cast<double>(tile * rows); };
    const auto to = [](Index tile, Index rows, Index all) {
        return static_cast<double>(std::min((tile + 1) * rows, all));
    };
    return QRectF(QPointF(grid.left() + cellWide * from(col, picture.keyRows),
                          grid.top() + cellHigh * from(row, picture.queryRows)),
                  QPointF(grid.left() + cellWide * to(col, picture.keyRows, picture.keys),
                          grid.top() + cellHigh * to(row, picture.queryRows, picture.queries)));
}

QRectF TileWalkLayout::slowSlot(const TileWalkPicture& picture, TileMatrix matrix, Index at) const {
    const double wide = (slow.width() - 5.0 * 8.0) / 4.0;
    const QRectF column(slow.left() + 8.0 + static_cast<double>(matrix) * (wide + 8.0), slow.top() + 46.0, wide,
                        slow.height() - 54.0);
    const Index count = matrix == TileMatrix::Q || matrix == TileMatrix::O ? picture.tileRows : picture.tileCols;
    const auto shares = static_cast<double>(std::max<Index>({picture.tileRows, picture.tileCols, 1}));
    const double gap = column.height() / shares > 3.0 * kSlotGap ? kSlotGap : 0.0;
    const double high = std::min(22.0, (column.height() + gap) / shares - gap);
    return {
        column.left(),
        column.top() + static_cast<double>(std::clamp<Index>(at, 0, std::max<Index>(0, count - 1))) * (high + gap),
        wide, high};
}

QRectF TileWalkLayout::fastSlot(TileMatrix matrix) const {
    if (matrix == TileMatrix::O)
        return stateSlot();
    const double wide = (fast.width() - 4.0 * 8.0) / 3.0;
    return {fast.left() + 8.0 + static_cast<double>(matrix) * (wide + 8.0), fast.top() + 30.0, wide,
            (fast.height() - 46.0) / 2.0};
}

QRectF TileWalkLayout::scoreSlot() const {
    const QRectF q = fastSlot(TileMatrix::Q);
    return q.translated(0.0, q.height() + 8.0);
}

QRectF TileWalkLayout::stateSlot() const {
    const QRectF k = fastSlot(TileMatrix::K);
    const QRectF v = fastSlot(TileMatrix::V);
    return QRectF(k.topLeft(), v.bottomRight()).translated(0.0, k.height() + 8.0);
}

std::optional<std::pair<Index, Index>> TileWalkLayout::tileAt(const TileWalkPicture& picture, QPointF point) const {
    if (!grid.contains(point) || picture.queries < 1 || picture.keys < 1)
        return {};
    const auto row = static_cast<Index>((point.y() - grid.top()) / cellHigh) / picture.queryRows;
    const auto col = static_cast<Index>((point.x() - grid.left()) / cellWide) / picture.keyRows;
    return std::pair{std::min(row, picture.tileRows - 1), std::min(col, picture.tileCols - 1)};
}

QRectF TileWalkLayout::rowRect(int row) const {
    if (row < firstRow || row >= firstRow + shownRows)
        return {};
    return {table.left(), table.top() + kTableHead + kTableRow * (row - firstRow), table.width(), kTableRow};
}

std::optional<int> TileWalkLayout::rowAt(QPointF point) const {
    for (int row = firstRow; row < firstRow + shownRows; ++row)
        if (rowRect(row).contains(point))
            return row;
    return {};
}

TileWalkLayout layoutTileWalk(const TileWalkPicture& picture, QSizeF size) {
    TileWalkLayout layout;
    layout.size = size;
    const double left = kMargin, right = std::max(left + 1.0, size.width() - kMargin), top = 12.0,
                 bottom = size.height() - 8.0;
    const double rightLeft = right - rightWidth(size.width());
    layout.title = QRectF(left, top, rightLeft - kGap - left, kTitle);
    const double gridTop = top + kTitle + kColumnHead;
    const double room = std::max(40.0, std::min(rightLeft - kGap - left - kRowHead, bottom - kLegend - gridTop));
    const auto cell = [room](Index count) {
        return std::min(kLargestCell, room / static_cast<double>(std::max<Index>(1, count)));
    };
    layout.cellWide = cell(picture.keys);
    layout.cellHigh = cell(picture.queries);
    layout.grid = QRectF(left + kRowHead, gridTop, layout.cellWide * static_cast<double>(picture.keys),
                         layout.cellHigh * static_cast<double>(picture.queries));
    layout.legend = QRectF(left, std::min(layout.grid.bottom() + 8.0, bottom - 20.0), rightLeft - kGap - left, 20.0);

    const double wide = right - rightLeft;
    const double memory = std::clamp(0.3 * size.height(), kLeastMemory, kMemory);
    layout.slow = QRectF(rightLeft, top, 0.41 * wide, memory);
    layout.fast = QRectF(rightLeft + 0.59 * wide, top, 0.41 * wide, memory);
    layout.moved = QRectF(rightLeft, layout.slow.bottom() + 4.0, wide,
                          std::min(kMoved, sentencesHeight({picture.moved}, wide, type::kIndex)));
    const double tableTop = layout.moved.bottom() + 4.0;
    const double tableBottom = bottom - (size.height() >= kSentenceFrom ? kSentence + 8.0 : 0.0);
    layout.table = QRectF(rightLeft, tableTop, wide, std::max(0.0, tableBottom - tableTop));
    const auto rows = static_cast<int>(picture.rows.size());
    const int fit = std::max(0, static_cast<int>((layout.table.height() - kTableHead) / kTableRow));
    layout.isCut = rows > fit;
    layout.shownRows = layout.isCut ? std::max(0, fit - 1) : rows;
    for (int row = 0; layout.isCut && row < rows; ++row)
        if (picture.rows[static_cast<std::size_t>(row)].isChosen)
            layout.firstRow = std::clamp(row - layout.shownRows / 2, 0, std::max(0, rows - layout.shownRows));
    const double tableEnd = layout.table.top() + kTableHead + kTableRow * (layout.shownRows + (layout.isCut ? 1 : 0));
    // Where there is no room for it, the sentence is still read out.
    if (tableEnd + 8.0 + kSentence <= bottom + 1.0)
        layout.sentence = QRectF(rightLeft, tableEnd + 8.0, wide, kSentence);
    return layout;
}

double tileWalkHeight(const TileWalkPicture& picture, double width) {
    const double rows = std::min<double>(3.0, static_cast<double>(picture.rows.size()));
    const double words = 12.0 + kLeastMemory + 4.0 + kMoved + 4.0 + kTableHead + kTableRow * rows + 8.0;
    const double room = std::max(160.0, width - 2.0 * kMargin - kGap - rightWidth(width) - kRowHead);
    return std::max(words, 12.0 + kTitle + kColumnHead + std::min(room, 160.0) + kLegend + 8.0);
}

}  // namespace attn::ui
