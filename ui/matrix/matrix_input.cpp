// Mouse and keyboard of a matrix view.
#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMenu>
#include <QScrollBar>
#include <QToolTip>
#include <cmath>

#include "ui/figure/plain_tool_tip.h"
#include "ui/matrix/cell_editor.h"
#include "ui/matrix/matrix_view.h"
#include "ui/matrix/number_text.h"

namespace attn::ui {
namespace {

constexpr int kDragStart = 4;  ///< Pixels before a press becomes a drag.

/// Typed signs that open the editor; a shortcut's letter is not one.
bool startsText(const QKeyEvent& event) {
    const bool isPlain = !(event.modifiers() & (Qt::ControlModifier | Qt::AltModifier | Qt::MetaModifier));
    return isPlain && !event.text().isEmpty() && event.text().front().isPrint() && !event.text().front().isSpace();
}

}  // namespace

/// Moves on from the current cell; past the end of a row to the next one. False: there is no further cell.
bool MatrixView::step(int rowsDown, int colsRight) {
    Index row = m_row + rowsDown, col = m_col + colsRight;
    if (col >= m_layout.cols && row + 1 < m_layout.rows) {
        ++row;
        col = 0;
    } else if (col < 0 && row > 0) {
        --row;
        col = m_layout.cols - 1;
    }
    const bool isInside = row >= 0 && row < m_layout.rows && col >= 0 && col < m_layout.cols;
    choose(row, col, false);
    return isInside;
}

bool MatrixView::focusNextPrevChild(bool isNext) {
    // Only while the matrix itself has the keyboard: its editor asks here too.
    if (hasFocus() && !isEmpty() && !m_tabLeaves && step(0, isNext ? 1 : -1))
        return true;
    return QAbstractScrollArea::focusNextPrevChild(isNext);
}

void MatrixView::keyPressEvent(QKeyEvent* event) {
    if (m_editor) {  // a text that is no number stayed open while the keyboard was elsewhere
        m_editor->setFocus(Qt::OtherFocusReason);
        QApplication::sendEvent(m_editor, event);
        return;
    }
    if (m_scrub) {
        if (event->key() == Qt::Key_Escape)
            endScrub(true);
        return;
    }
    if (event->matches(QKeySequence::Copy))
        return copy();
    if (event->matches(QKeySequence::Cut)) {
        copy();
        return clearSelection();
    }
    if (event->matches(QKeySequence::Paste))
        return paste();
    if (event->matches(QKeySequence::SelectAll))
        return chooseBlock({0, 0, m_layout.rows, m_layout.cols});
    const bool isCtrl = event->modifiers() & Qt::ControlModifier;
    const bool extends = event->modifiers() & Qt::ShiftModifier;
    const Index page = std::max<Index>(visibleCells().rows - 1, 1);
    const auto go = [&](Index row, Index col) {
        m_tabLeaves = false;
        choose(row, col, extends);
    };
    switch (event->key()) {
    case Qt::Key_Left: return go(m_row, isCtrl ? 0 : m_col - 1);
    case Qt::Key_Right: return go(m_row, isCtrl ? m_layout.cols - 1 : m_col + 1);
    case Qt::Key_Up: return go(isCtrl ? 0 : m_row - 1, m_col);
    case Qt::Key_Down: return go(isCtrl ? m_layout.rows - 1 : m_row + 1, m_col);
    case Qt::Key_PageUp: return go(m_row - page, m_col);
    case Qt::Key_PageDown: return go(m_row + page, m_col);
    case Qt::Key_Home: return go(isCtrl ? 0 : m_row, 0);
    case Qt::Key_End: return go(isCtrl ? m_layout.rows - 1 : m_row, m_layout.cols - 1);
    case Qt::Key_F2: return openEditor({});
    case Qt::Key_Return:
    case Qt::Key_Enter:
        m_tabLeaves = false;
        return choose(m_row + (extends ? -1 : 1), m_col, false);
    case Qt::Key_Delete:
    case Qt::Key_Backspace: return clearSelection();
    case Qt::Key_Tab:
    case Qt::Key_Backtab:  // with Ctrl: past the cells
        QAbstractScrollArea::focusNextPrevChild(event->key() == Qt::Key_Tab && !extends);
        return;
    case Qt::Key_Escape:
        m_tabLeaves = true;
        choose(m_row, m_col, false);
        emit message({}, false);
        return;
    default: break;
    }
    if (startsText(*event))
        return openEditor(event->text());
    QAbstractScrollArea::keyPressEvent(event);
}

void MatrixView::chooseBlock(const CellBlock& block) {
    if (isEmpty() || block.rows <= 0 || block.cols <= 0)
        return;
    m_row = block.row;
    m_col = block.col;
    m_anchorRow = block.row + block.rows - 1;
    m_anchorCol = block.col + block.cols - 1;
    viewport()->update();
    describe();
    emit cellChosen(m_row, m_col);
}

void MatrixView::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton || isEmpty() || m_scrub)
        return;
    if (!keepEditor(0, 0)) {
        m_editor->setFocus(Qt::OtherFocusReason);
        return;
    }
    m_tabLeaves = false;
    const QPoint point = event->position().toPoint();
    const Index row = m_layout.rowAt(point.y(), scrolled()), col = m_layout.colAt(point.x(), scrolled());
    const bool isInRows = row >= 0 && row < m_layout.rows, isInCols = col >= 0 && col < m_layout.cols;
    if (isInRows && isInCols) {
        const bool extends = event->modifiers() & Qt::ShiftModifier;
        choose(row, col, extends);
        m_pressed = point;
        m_drag = extends ? Drag::Block : Drag::Number;
    } else if (isInRows && col < 0) {
        chooseBlock({row, 0, 1, m_layout.cols});
    } else if (isInCols && row < 0 && point.y() >= m_layout.titleHeight) {
        const std::vector<Index> ends = groupEnds();
        const auto found = std::upper_bound(ends.begin(), ends.end(), col);
        if (found != ends.end())
            emit groupChosen(m_picture.id, found - ends.begin());
    }
}

void MatrixView::mouseMoveEvent(QMouseEvent* event) {
    const QPoint point = event->position().toPoint();
    if (m_drag == Drag::Number && !m_scrub && std::abs(point.x() - m_pressed.x()) >= kDragStart)
        startScrub(m_pressed.x());
    if (m_scrub) {
        QToolTip::hideText();
        return moveScrub(point.x(), event->modifiers() & Qt::ShiftModifier);
    }
    if (m_drag == Drag::Block)
        return choose(std::max<Index>(m_layout.rowAt(point.y(), scrolled()), 0),
                      std::max<Index>(m_layout.colAt(point.x(), scrolled()), 0), true);
    if (m_drag == Drag::None)
        hoverAt(point);
}

void MatrixView::mouseReleaseEvent(QMouseEvent* event) {
    if (event->button() == Qt::LeftButton)
        endScrub(false);
}

void MatrixView::mouseDoubleClickEvent(QMouseEvent* event) {
    const QPoint point = event->position().toPoint();
    m_drag = Drag::None;
    if (event->button() == Qt::LeftButton && keepEditor(0, 0) && cellRect(m_row, m_col).contains(point) &&
        point.y() >= m_layout.top() && point.x() >= m_layout.left)
        openEditor({});
}

void MatrixView::contextMenuEvent(QContextMenuEvent* event) {
    if (isEmpty() || m_scrub || !keepEditor(0, 0))
        return;
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->addAction(tr("Copy\tCtrl+C"), this, &MatrixView::copy);
    QAction* pasting = menu->addAction(tr("Paste\tCtrl+V"), this, &MatrixView::paste);
    QAction* clearing = menu->addAction(tr("Set to zero\tDelete"), this, &MatrixView::clearSelection);
    pasting->setEnabled(!m_picture.isLocked);
    clearing->setEnabled(!m_picture.isLocked);
    menu->popup(event->globalPos());
}

void MatrixView::hoverAt(QPoint point) {
    Index row = m_layout.rowAt(point.y(), scrolled()), col = m_layout.colAt(point.x(), scrolled());
    if (row < 0 || col < 0 || row >= m_layout.rows || col >= m_layout.cols)
        row = col = -1;
    viewport()->setCursor(row >= 0 && !m_picture.isLocked ? Qt::SizeHorCursor : Qt::ArrowCursor);
    if (row == m_hoverRow && col == m_hoverCol)
        return;
    if (m_hoverRow >= 0)
        viewport()->update(cellRect(m_hoverRow, m_hoverCol));
    m_hoverRow = row;
    m_hoverCol = col;
    if (row < 0) {
        QToolTip::hideText();
        return;
    }
    viewport()->update(cellRect(row, col));
    // At once where the cell does not tell everything; after the usual wait elsewhere.
    const double value = m_picture.cells(row, col);
    if (std::isfinite(value) && numberInCell(value) != exactText(value))
        showCellTip(row, col);
    else
        QToolTip::hideText();
}

void MatrixView::showCellTip(Index row, Index col) {
    const QRect cell = cellRect(row, col);
    QToolTip::showText(viewport()->mapToGlobal(cell.bottomLeft() + QPoint(0, 2)), plainToolTip(cellSentence(row, col)),
                       viewport(), cell);
}

bool MatrixView::viewportEvent(QEvent* event) {
    if (event->type() == QEvent::ToolTip) {
        if (m_hoverRow >= 0 && m_drag == Drag::None)
            showCellTip(m_hoverRow, m_hoverCol);
        return true;
    }
    if (event->type() == QEvent::Leave && m_drag == Drag::None)
        hoverAt({-1, -1});
    return QAbstractScrollArea::viewportEvent(event);
}

void MatrixView::focusInEvent(QFocusEvent* event) {
    QAbstractScrollArea::focusInEvent(event);
    if (event->reason() == Qt::TabFocusReason || event->reason() == Qt::BacktabFocusReason)
        m_tabLeaves = false;
    viewport()->update();
    emit focused(m_picture.id);
}

void MatrixView::focusOutEvent(QFocusEvent* event) {
    QAbstractScrollArea::focusOutEvent(event);
    viewport()->update();
}

}  // namespace attn::ui
