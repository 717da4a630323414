// How a matrix view looks.
#include <QPainter>
#include <QPaintEvent>
#include <cmath>

#include "ui/matrix/matrix_view.h"
#include "ui/theme/icon.h"
#include "ui/theme/style.h"
#include "ui/tokens/token_text.h"

namespace attn::ui {
namespace {

constexpr int kBar = 4;
constexpr int kLock = 14;
constexpr int kMark = 8;  ///< Corner triangle of an edited cell.

QColor roleColor(const Theme& t, AxisRole role) {
    switch (role) {
    case AxisRole::Query: return t.query;
    case AxisRole::Key: return t.key;
    case AxisRole::Value: return t.value;
    case AxisRole::None: break;
    }
    return t.text;
}

QFont weighted(QFont font, bool isSemibold) {
    font.setWeight(isSemibold ? QFont::DemiBold : QFont::Normal);
    return font;
}

}  // namespace

/// What the paint of one frame needs for each cell.
struct MatrixView::Inks {
    const Theme& theme;
    CellBlock selection;            ///< No rows without focus.
    QFont normal, semibold;
    QPixmap lock;                   ///< Null: not locked.
    std::vector<std::uint8_t> isInChosenGroup;  ///< Per column.
    bool isInChosen(Index col) const {
        return static_cast<std::size_t>(col) < isInChosenGroup.size() && isInChosenGroup[static_cast<std::size_t>(col)];
    }
};

bool MatrixView::isEdited(Index row, Index col) const {
    const SharedMatrix& opened = m_picture.opened;
    if (!opened.tensor || opened.tensor == m_picture.cells.tensor)
        return false;
    if (row >= opened.rows || col >= opened.cols)
        return true;
    const double was = opened(row, col), is = m_picture.cells(row, col);
    return !(was == is || (std::isnan(was) && std::isnan(is)));
}

std::vector<Index> MatrixView::groupEnds() const {
    std::vector<Index> ends;
    Index end = 0;
    for (const ColumnGroup& group : m_picture.groups)
        ends.push_back(end = std::min(end + group.columns, m_layout.cols));
    return ends;
}

void MatrixView::paintEvent(QPaintEvent* event) {
    QPainter painter(viewport());
    painter.fillRect(event->rect(), currentTheme().surface);
    const QRect cellsArea = viewport()->rect().adjusted(m_layout.left - 1, m_layout.top() - 1, 0, 0);
    const CellBlock seen = visibleCells();
    if (!isEmpty()) {
        painter.setClipRect(cellsArea & event->rect());
        paintCells(painter, event->rect());
        painter.setClipRect(event->rect());
        if (event->rect().left() < m_layout.left)
            paintRowLabels(painter, seen);
    }
    if (event->rect().top() < m_layout.top()) {
        painter.setClipRect(viewport()->rect().adjusted(m_layout.left, 0, 0, 0) & event->rect());
        paintGroups(painter);
        painter.setClipRect(event->rect());
        if (m_hasTitle)
            paintTitle(painter);
    }
}

void MatrixView::paintCells(QPainter& painter, const QRect& clip) const {
    const QPoint at = scrolled();
    const CellBlock seen = visibleCells();
    const Index firstRow = std::max(seen.row, m_layout.rowAt(std::max(clip.top(), m_layout.top()), at));
    const Index lastRow = std::min(seen.row + seen.rows - 1, m_layout.rowAt(std::max(clip.bottom(), m_layout.top()), at));
    const Index firstCol = std::max(seen.col, m_layout.colAt(std::max(clip.left(), m_layout.left), at));
    const Index lastCol = std::min(seen.col + seen.cols - 1, m_layout.colAt(std::max(clip.right(), m_layout.left), at));

    Inks inks{currentTheme(), hasFocus() || isEditing() ? selection() : CellBlock{0, 0, 0, 0},
              bodyFont(), bodyFont(type::kBody, QFont::DemiBold), {}, {}};
    if (m_picture.isLocked && m_layout.cellWidth - m_layout.usedWidth > kLock + 6)
        inks.lock = iconPixmap("lock", inks.theme.secondText, kLock, devicePixelRatioF());
    const std::vector<Index> ends = groupEnds();
    for (std::size_t g = 0; g < ends.size(); ++g)
        inks.isInChosenGroup.resize(static_cast<std::size_t>(ends[g]), m_picture.groups[g].isChosen);
    for (Index r = firstRow; r <= lastRow; ++r)
        for (Index c = firstCol; c <= lastCol; ++c)
            paintCell(painter, r, c, inks);
    paintLines(painter, seen);
    if (inks.selection.rows > 0)
        paintSelection(painter);
}

void MatrixView::paintCell(QPainter& painter, Index row, Index col, const Inks& inks) const {
    const Theme& t = inks.theme;
    const QRect cell = cellRect(row, col);
    const double value = m_picture.cells(row, col);
    const bool isCurrent = inks.selection.rows > 0 && row == m_row && col == m_col;
    const bool isSelected = inks.selection.contains(row, col);
    const bool isInChosen = inks.isInChosen(col);

    QColor ground = isInChosen ? t.accentGround : QColor();
    if (!std::isfinite(value))
        ground = t.faultGround;
    if (isSelected)
        ground = isInChosen && isCurrent ? t.surface : t.accentGround;
    else if (row == m_hoverRow && col == m_hoverCol && !m_picture.isLocked)
        ground = t.raised;
    if (ground.isValid())
        painter.fillRect(cell, ground);

    if (!std::isfinite(value)) {
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(t.fault, 1.5, Qt::DashLine));
        painter.drawRect(QRectF(cell).adjusted(1.5, 1.5, -2.5, -2.5));
    }
    const QColor ink = !std::isfinite(value) ? t.fault : m_picture.isLocked ? t.secondText : t.text;
    paintNumber(painter, cell, value, ink, isCurrent ? inks.semibold : inks.normal);
    if (!inks.lock.isNull())
        painter.drawPixmap(cell.left() + 3, cell.top() + (cell.height() - 1 - kLock) / 2, inks.lock);
    if (isEdited(row, col)) {
        const QPoint corner = cell.topRight();
        painter.setPen(Qt::NoPen);
        painter.setBrush(t.accent);
        painter.drawConvexPolygon(QPolygon{{corner, corner - QPoint(kMark, 0), corner + QPoint(0, kMark)}});
    }
}

void MatrixView::paintNumber(QPainter& painter, const QRect& cell, double value, const QColor& ink,
                             const QFont& font) const {
    const QString text = numberInCell(value);
    const bool isPlain = std::isfinite(value);
    double width = 0;
    for (const QChar c : text)
        width += c == u'.' ? m_layout.pointWidth : m_layout.digitWidth;
    double right = cell.right() + 1 - m_layout.rightPad;
    const double room = right - cell.left() - 1;
    painter.setPen(ink);
    if (!isPlain) {
        QFont word = font;
        if (QFontMetricsF(word).horizontalAdvance(text) > room + m_layout.rightPad - 3)
            word.setPixelSize(scaled(11));
        painter.setFont(word);
        painter.drawText(cell, Qt::AlignCenter, text);
        return;
    }
    // Numbers stand under one another by their decimal sign.
    const bool endsBeforeDecimals = m_layout.tailWidth > 0 && !text.contains(u'.') && !text.contains(u'e');
    if (endsBeforeDecimals && width + m_layout.tailWidth <= room + 1)
        right -= m_layout.tailWidth;
    painter.setFont(font);
    const QFontMetricsF metrics(font);
    const double baseline = cell.top() + (cell.height() - 1 + metrics.capHeight()) / 2;
    painter.drawText(QPointF(right - width, std::round(baseline)), text);
}

void MatrixView::paintLines(QPainter& painter, const CellBlock& cells) const {
    const Theme& t = currentTheme();
    const QRect first = cellRect(cells.row, cells.col);
    const QRect last = cellRect(cells.row + cells.rows - 1, cells.col + cells.cols - 1);
    const int right = last.right(), bottom = last.bottom();
    for (Index c = 0; c < cells.cols; ++c)
        painter.fillRect(cellRect(cells.row, cells.col + c).right(), first.top(), 1, bottom - first.top() + 1, t.hairline);
    for (Index r = 0; r < cells.rows; ++r)
        painter.fillRect(first.left(), cellRect(cells.row + r, cells.col).bottom(), right - first.left() + 1, 1, t.hairline);

    // The frame stays at the labels while the cells scroll beneath it.
    const int x0 = m_layout.left - 1, y0 = m_layout.top() - 1;
    painter.fillRect(x0, y0, right - x0 + 1, 1, t.strongLine);
    painter.fillRect(x0, y0, 1, bottom - y0 + 1, t.strongLine);
    if (cells.col + cells.cols == m_layout.cols)
        painter.fillRect(right, y0, 1, bottom - y0 + 1, t.strongLine);
    if (cells.row + cells.rows == m_layout.rows)
        painter.fillRect(x0, bottom, right - x0 + 1, 1, t.strongLine);
}

void MatrixView::paintSelection(QPainter& painter) const {
    const CellBlock block = selection();
    const QRect frame = cellRect(block.row, block.col) | cellRect(block.row + block.rows - 1, block.col + block.cols - 1);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(currentTheme().accent, 2, Qt::SolidLine, Qt::SquareCap, Qt::MiterJoin));
    painter.drawRect(frame.adjusted(0, 0, 0, 0));
    if (block.rows * block.cols > 1) {
        painter.setPen(QPen(currentTheme().accent, 1));
        painter.drawRect(cellRect(m_row, m_col).adjusted(2, 2, -3, -3));
    }
}

void MatrixView::paintGroups(QPainter& painter) const {
    if (m_picture.groups.empty() || isEmpty())
        return;
    const Theme& t = currentTheme();
    const std::vector<Index> ends = groupEnds();
    Index start = 0;
    for (std::size_t g = 0; g < ends.size(); start = ends[g], ++g) {
        if (ends[g] == start)
            continue;
        const QRect cells = cellRect(0, start) | cellRect(0, ends[g] - 1);
        if (cells.right() < m_layout.left || cells.left() > viewport()->width())
            continue;
        const QRect place(cells.left(), m_layout.titleHeight, cells.width(), m_layout.groupHeight - 1);
        const bool isChosen = m_picture.groups[g].isChosen;
        painter.setFont(bodyFont(type::kLabel, isChosen ? QFont::DemiBold : QFont::Normal));
        painter.setPen(isChosen ? t.accent : t.secondText);
        // A group wider than the view keeps its label in sight.
        const QRect inSight = place & QRect(m_layout.left, place.top(), viewport()->width() - m_layout.left, place.height());
        painter.drawText(inSight, Qt::AlignCenter | Qt::TextSingleLine,
                         painter.fontMetrics().elidedText(m_picture.groups[g].label, Qt::ElideRight, inSight.width()));
    }
}

void MatrixView::paintRowLabels(QPainter& painter, const CellBlock& cells) const {
    const Theme& t = currentTheme();
    constexpr int kGap = 8, kRoleBar = 3;
    painter.setClipRect(QRect(0, m_layout.top(), m_layout.left - 1, viewport()->height()), Qt::IntersectClip);
    const QFont small = bodyFont(type::kIndex);
    for (Index r = cells.row; r < cells.row + cells.rows; ++r) {
        const QRect row = cellRect(r, cells.col);
        const bool isQuery = r == m_picture.queryRow, isKey = r == m_picture.keyRow;
        int right = m_layout.left - kGap;
        if (isQuery)
            painter.fillRect(m_layout.left - 1 - kRoleBar, row.top(), kRoleBar, row.height() - 1, t.query);
        if (isKey)  // dashed, as the key's lines are everywhere
            for (int y = row.top(); y < row.bottom(); y += 8)
                painter.fillRect(m_layout.left - 1 - kRoleBar - (isQuery ? kRoleBar + 1 : 0), y, kRoleBar,
                                 std::min(5, row.bottom() - y), t.key);
        right -= isQuery && isKey ? kRoleBar : 0;
        if (!m_isRepeated.empty() && m_isRepeated[static_cast<std::size_t>(r)]) {
            const QString index = QString::number(r);
            painter.setFont(small);
            painter.setPen(t.secondText);
            const int width = painter.fontMetrics().horizontalAdvance(index);
            painter.drawText(QRect(right - width, row.top(), width, row.height() - 1), Qt::AlignCenter, index);
            right -= width + 3;
        }
        painter.setFont(weighted(rowLabelFont(), isQuery || isKey));
        painter.setPen(isQuery ? t.query : isKey ? t.key : t.secondText);
        const QString label =
            r < m_picture.rowLabels.size() ? chipText(m_picture.rowLabels[r], 60) : QString::number(r);
        // On the line of the numbers, which are set in a larger size.
        const QString text = painter.fontMetrics().elidedText(label, Qt::ElideMiddle, right);
        const double baseline = row.top() + (row.height() - 1 + QFontMetricsF(bodyFont()).capHeight()) / 2;
        painter.drawText(QPointF(right - painter.fontMetrics().horizontalAdvance(text), std::round(baseline)), text);
    }
}

void MatrixView::paintTitle(QPainter& painter) const {
    const Theme& t = currentTheme();
    const int line = m_layout.titleHeight - 6;
    const int left = isEmpty() ? 0 : m_layout.left - 1;
    const QFont font = bodyFont();
    const TextRuns runs = titleRuns(m_picture);
    drawRuns(painter, QPointF(left, std::round((line + QFontMetricsF(font).capHeight()) / 2)), runs, font, t);
    if (m_picture.isLocked)
        painter.drawPixmap(left + static_cast<int>(runsWidth(runs, font)) + 6, (line - 16) / 2,
                           iconPixmap("lock", t.secondText, 16, devicePixelRatioF()));
    if (m_picture.role == AxisRole::None || isEmpty())
        return;
    const int right = std::min(static_cast<int>(m_layout.left + m_layout.cols * m_layout.cellWidth), viewport()->width());
    painter.fillRect(left, m_layout.titleHeight - 1 - kBar, right - left, kBar, roleColor(t, m_picture.role));
}

}  // namespace attn::ui
