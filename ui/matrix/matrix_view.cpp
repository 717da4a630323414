#include "ui/matrix/matrix_view.h"

#include <QAccessible>
#include <QEvent>
#include <QHash>
#include <QScrollBar>
#include <bit>
#include <cmath>

#include "ui/matrix/cell_editor.h"
#include "ui/matrix/matrix_accessible.h"
#include "ui/matrix/number_text.h"
#include "ui/theme/style.h"
#include "ui/tokens/token_text.h"

namespace attn::ui {
namespace {

bool isSame(double a, double b) { return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b); }

bool haveSameCells(const MatrixPicture& a, const MatrixPicture& b) {
    return a.cells.tensor == b.cells.tensor && a.cells.first == b.cells.first;
}

bool haveSameFrame(const MatrixPicture& a, const MatrixPicture& b) {
    const auto isSameGroup = [](const ColumnGroup& x, const ColumnGroup& y) {
        return x.label == y.label && x.columns == y.columns && x.isChosen == y.isChosen;
    };
    return a.name == b.name && a.role == b.role && a.rowLabels == b.rowLabels && a.queryRow == b.queryRow &&
           a.keyRow == b.keyRow && a.decimals == b.decimals && a.isLocked == b.isLocked &&
           a.opened.tensor == b.opened.tensor && a.opened.first == b.opened.first &&
           std::equal(a.groups.begin(), a.groups.end(), b.groups.begin(), b.groups.end(), isSameGroup);
}

std::vector<std::uint8_t> repeatedLabels(const QStringList& labels) {
    QHash<QString, int> counts;
    for (const QString& label : labels)
        ++counts[label];
    std::vector<std::uint8_t> repeated;
    if (counts.size() < labels.size())
        for (const QString& label : labels)
            repeated.push_back(counts[label] > 1);
    return repeated;
}

}  // namespace

MatrixView::MatrixView(QWidget* parent) : QAbstractScrollArea(parent) {
    installMatrixAccessibility();
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::StrongFocus);
    viewport()->setMouseTracking(true);
    viewport()->setAttribute(Qt::WA_OpaquePaintEvent);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Preferred);
    relayout(true);
}

MatrixView::~MatrixView() {
    if (m_editor)
        m_editor->disconnect(this);
}

void MatrixView::setPicture(MatrixPicture picture) {
    const bool isSameMatrix = picture.id == m_picture.id && picture.cells.rows == m_picture.cells.rows &&
                              picture.cells.cols == m_picture.cells.cols;
    const bool isSameFrame = isSameMatrix && haveSameFrame(picture, m_picture);
    if (isSameFrame && haveSameCells(picture, m_picture)) {
        m_picture.isRemovable = picture.isRemovable;
        return;
    }
    const MatrixPicture before = std::exchange(m_picture, std::move(picture));
    if (!isSameMatrix) {
        closeEditor();
        m_drag = Drag::None;
        if (std::exchange(m_scrub, std::nullopt))
            emit gestureEnded();
    }
    if (before.id != m_picture.id) {
        m_row = m_col = 0;
        horizontalScrollBar()->setValue(0);
        verticalScrollBar()->setValue(0);
    }
    if (before.rowLabels != m_picture.rowLabels)
        m_isRepeated = repeatedLabels(m_picture.rowLabels);
    const MatrixLayout old = m_layout;
    const NumberSpread spread = spreadOf(m_picture.cells);
    if (!isSameFrame || !needSameRoom(spread, m_spread))
        relayoutFor(spread, !isSameMatrix || before.decimals != m_picture.decimals);
    if (!isSameMatrix) {
        m_row = m_anchorRow = std::clamp<Index>(m_row, 0, std::max<Index>(m_layout.rows - 1, 0));
        m_col = m_anchorCol = std::clamp<Index>(m_col, 0, std::max<Index>(m_layout.cols - 1, 0));
        m_hoverRow = m_hoverCol = -1;
    }
    if (isSameFrame && old.cellWidth == m_layout.cellWidth && old.tailWidth == m_layout.tailWidth)
        updateChangedCells(before);
    else
        viewport()->update();
    describe();
}

void MatrixView::setTitleVisible(bool isVisible) {
    if (std::exchange(m_hasTitle, isVisible) == isVisible)
        return;
    relayout(true);
    viewport()->update();
}

// Columns keep their width while numbers change, and never shrink beneath an editing hand.
void MatrixView::relayout(bool mayShrink) { relayoutFor(spreadOf(m_picture.cells), mayShrink); }

void MatrixView::relayoutFor(const NumberSpread& spread, bool mayShrink) {
    if (m_scrub)
        return;
    m_layout = layoutOf(m_picture, spread, m_hasTitle, mayShrink ? 0 : m_layout.cellWidth);
    m_spread = spread;
    updateScrollBars();
    updateGeometry();
}

void MatrixView::updateScrollBars() {
    // Counted from the view without bars: a bar that is shown takes room, which would then seem to need it.
    QSize room = maximumViewportSize();
    const QSize whole = m_layout.size();
    const int barWidth = verticalScrollBar()->sizeHint().width(), barHeight = horizontalScrollBar()->sizeHint().height();
    const bool isTall = whole.height() > room.height() - (whole.width() > room.width() ? barHeight : 0);
    const bool isWide = whole.width() > room.width() - (isTall ? barWidth : 0);
    room -= QSize(isTall ? barWidth : 0, isWide ? barHeight : 0);
    horizontalScrollBar()->setRange(0, std::max(0, whole.width() - room.width()));
    horizontalScrollBar()->setPageStep(std::max(1, room.width() - m_layout.left));
    horizontalScrollBar()->setSingleStep(m_layout.cellWidth);
    verticalScrollBar()->setRange(0, std::max(0, whole.height() - room.height()));
    verticalScrollBar()->setPageStep(std::max(1, room.height() - m_layout.top()));
    verticalScrollBar()->setSingleStep(m_layout.cellHeight);
}

QSize MatrixView::minimumSizeHint() const {
    return {m_layout.left + 2 * m_layout.cellWidth + 1, m_layout.top() + 2 * m_layout.cellHeight + 1};
}

QPoint MatrixView::scrolled() const { return {horizontalScrollBar()->value(), verticalScrollBar()->value()}; }

QRect MatrixView::cellRect(Index row, Index col) const { return m_layout.cell(row, col, scrolled()); }

CellBlock MatrixView::visibleCells() const {
    if (isEmpty())
        return {0, 0, 0, 0};
    const QPoint at = scrolled();
    const Index row = std::max<Index>(m_layout.rowAt(m_layout.top(), at), 0);
    const Index col = std::max<Index>(m_layout.colAt(m_layout.left, at), 0);
    const Index lastRow = std::min(m_layout.rowAt(std::max(viewport()->height(), m_layout.top()), at), m_layout.rows - 1);
    const Index lastCol = std::min(m_layout.colAt(std::max(viewport()->width(), m_layout.left), at), m_layout.cols - 1);
    return {row, col, lastRow - row + 1, lastCol - col + 1};
}

void MatrixView::updateChangedCells(const MatrixPicture& before) {
    if (haveSameCells(before, m_picture))
        return;
    const CellBlock seen = visibleCells();
    for (Index r = seen.row; r < seen.row + seen.rows; ++r)
        for (Index c = seen.col; c < seen.col + seen.cols; ++c)
            if (!isSame(before.cells(r, c), m_picture.cells(r, c)))
                viewport()->update(cellRect(r, c));
}

CellBlock MatrixView::selection() const {
    if (isEmpty())
        return {0, 0, 0, 0};
    const Index row = std::min(m_row, m_anchorRow), col = std::min(m_col, m_anchorCol);
    return {row, col, std::abs(m_row - m_anchorRow) + 1, std::abs(m_col - m_anchorCol) + 1};
}

void MatrixView::setCurrent(Index row, Index col) { choose(row, col, false); }

void MatrixView::choose(Index row, Index col, bool extends) {
    if (isEmpty())
        return;
    const CellBlock before = selection();
    const Index oldRow = m_row, oldCol = m_col;
    m_row = std::clamp<Index>(row, 0, m_layout.rows - 1);
    m_col = std::clamp<Index>(col, 0, m_layout.cols - 1);
    if (!extends) {
        m_anchorRow = m_row;
        m_anchorCol = m_col;
    }
    const QRect cell = cellRect(m_row, m_col);
    const auto reveal = [](QScrollBar* bar, int start, int end, int roomStart, int roomEnd) {
        if (start < roomStart)
            bar->setValue(bar->value() - (roomStart - start));
        else if (end > roomEnd)
            bar->setValue(bar->value() + std::min(end - roomEnd, start - roomStart));
    };
    reveal(horizontalScrollBar(), cell.left(), cell.right() + 2, m_layout.left, viewport()->width());
    reveal(verticalScrollBar(), cell.top(), cell.bottom() + 2, m_layout.top(), viewport()->height());
    if (oldRow == m_row && oldCol == m_col && before == selection())
        return;
    viewport()->update();
    describe();
    if (oldRow != m_row || oldCol != m_col)
        emit cellChosen(m_row, m_col);
}

QString MatrixView::numberInCell(double value) const {
    if (!std::isfinite(value))
        return numberText(value, 0);
    const QString shown = shortNumberText(value, m_picture.decimals, m_layout.maxChars);
    return shown.isEmpty() ? QString(QChar(0x2026)) : shown;
}

QString MatrixView::cellSentence(Index row, Index col) const {
    const QString label = m_picture.rowLabels.value(row);
    const QString token = m_picture.rowLabels.isEmpty() ? QString() : tr(" “%1”").arg(chipText(label, 60));
    return tr("%1 row %2%3, column %4: %5")
        .arg(m_picture.name.plain(), QString::number(row), token, QString::number(col), exactText(m_picture.cells(row, col)));
}

// A screen reader hears the matrix as the name and the current cell as the description.
void MatrixView::describe() {
    const QString name = tr("Matrix %1, %2 by %3").arg(m_picture.name.plain()).arg(m_layout.rows).arg(m_layout.cols);
    if (accessibleName() != name)
        setAccessibleName(name);
    const QString sentence = isEmpty() ? QString() : cellSentence(m_row, m_col);
    if (accessibleDescription() == sentence)
        return;
    setAccessibleDescription(sentence);
    QAccessibleEvent changed(this, QAccessible::DescriptionChanged);
    QAccessible::updateAccessibility(&changed);
    if (QAccessible::isActive() && hasFocus() && !isEmpty()) {
        QAccessibleEvent moved(this, QAccessible::Focus);
        moved.setChild(static_cast<int>(m_row * m_layout.cols + m_col));
        QAccessible::updateAccessibility(&moved);
    }
}

void MatrixView::resizeEvent(QResizeEvent* event) {
    QAbstractScrollArea::resizeEvent(event);
    updateScrollBars();
}

void MatrixView::scrollContentsBy(int, int) {
    if (m_editor)
        keepEditor(0, 0);
    m_hoverRow = m_hoverCol = -1;
    viewport()->update();
}

void MatrixView::changeEvent(QEvent* event) {
    QAbstractScrollArea::changeEvent(event);
    if (event->type() == QEvent::StyleChange || event->type() == QEvent::FontChange) {
        relayout(true);
        viewport()->update();
    }
}

}  // namespace attn::ui
