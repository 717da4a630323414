// What changes numbers in a matrix view: the editor line, the drag, the clipboard.
#include <QApplication>
#include <QClipboard>
#include <QMimeData>
#include <QStringList>
#include <cmath>

#include "ui/matrix/cell_editor.h"
#include "ui/matrix/matrix_view.h"
#include "ui/matrix/number_text.h"
#include "ui/matrix/table_mime.h"

namespace attn::ui {
namespace {

bool isSameNumber(double a, double b) {
    return (a == b && std::signbit(a) == std::signbit(b)) || (std::isnan(a) && std::isnan(b));
}

}  // namespace

void MatrixView::openEditor(const QString& typed) {
    if (isEmpty() || isEditing())
        return;
    if (m_picture.isLocked) {
        emit message(tr("%1 is locked: its numbers cannot be changed.").arg(m_picture.name.plain()), false);
        return;
    }
    choose(m_row, m_col, false);
    m_editor = new CellEditor(cellRect(m_row, m_col), viewport());
    m_editor->setAccessibleName(tr("Number in row %1, column %2").arg(m_row).arg(m_col));
    m_editorStart = typed.isNull() ? plainText(m_picture.cells(m_row, m_col)) : QString();
    m_editor->setText(typed.isNull() ? m_editorStart : typed);
    if (typed.isNull())
        m_editor->selectAll();
    connect(m_editor, &CellEditor::keepRequested, this, &MatrixView::keepEditor);
    connect(m_editor, &CellEditor::textEdited, this, [this] { emit message({}, false); });
    connect(m_editor, &CellEditor::restoreRequested, this, [this] {
        closeEditor();
        emit message({}, false);
    });
    m_editor->show();
    m_editor->setFocus(Qt::OtherFocusReason);
}

/// False: the text is no number and stays.
bool MatrixView::keepEditor(int rowsDown, int colsRight) {
    if (!m_editor)
        return true;
    const QString text = m_editor->text();
    const Index row = m_row, col = m_col;
    const double before = m_picture.cells(row, col);
    const bool isUntouched = !m_editorStart.isNull() && text == m_editorStart;
    const auto value = isUntouched ? std::optional<double>(before) : parseNumber(text);
    if (!value) {
        m_editor->setInvalid(true);
        const QString escape = tr("or press Escape to keep %1").arg(exactText(before));
        const NumberReach reach = reachOf(text);
        const QString shown = text.trimmed().left(40);
        emit message(shown.isEmpty()                        ? tr("Nothing is typed. Type a number, %1.").arg(escape)
                     : reach == NumberReach::TooLarge ? tr("%1 is larger than a cell holds, about 1.8e308. Type a smaller number, %2.").arg(shown, escape)
                     : reach == NumberReach::TooSmall ? tr("%1 is closer to 0 than a cell holds, about 4.9e−324. Type 0, %2.").arg(shown, escape)
                                                      : tr("“%1” is not a number. Type one such as 0.5 or 1e-3, %2.").arg(shown, escape),
                     true);
        return false;
    }
    closeEditor();
    if (!isSameNumber(*value, before))
        emit cellEdited(m_picture.id, row, col, *value);
    emit message({}, false);
    if (rowsDown != 0 || colsRight != 0)
        step(rowsDown, colsRight);
    return true;
}

void MatrixView::closeEditor() {
    if (!m_editor)
        return;
    CellEditor* editor = std::exchange(m_editor, nullptr);
    const bool hadFocus = editor->hasFocus();
    editor->disconnect(this);
    editor->hide();
    editor->deleteLater();
    if (hadFocus)
        setFocus(Qt::OtherFocusReason);
    viewport()->update();
}

void MatrixView::startScrub(int x) {
    if (m_picture.isLocked)
        return;
    const double start = m_picture.cells(m_row, m_col);
    if (!std::isfinite(start)) {
        emit message(tr("%1 cannot be dragged: type a number instead.").arg(exactText(start)), false);
        m_drag = Drag::None;
        return;
    }
    m_scrub.emplace(start, x);
    emit gestureStarted();
}

void MatrixView::moveScrub(int x, bool isFine) {
    if (m_scrub && m_scrub->moveTo(x, isFine))
        emit cellEdited(m_picture.id, m_row, m_col, m_scrub->last());
}

void MatrixView::endScrub(bool restores) {
    m_drag = Drag::None;
    const auto scrub = std::exchange(m_scrub, std::nullopt);
    if (!scrub)
        return;
    if (restores && scrub->last() != scrub->start())
        emit cellEdited(m_picture.id, m_row, m_col, scrub->start());
    emit gestureEnded();
    relayout(false);
    viewport()->update();
}

void MatrixView::setBlock(const CellBlock& block, double value) {
    Matrix values(block.rows, block.cols, value);
    bool changes = false;
    for (Index r = 0; r < block.rows && !changes; ++r)
        for (Index c = 0; c < block.cols && !changes; ++c)
            changes = !isSameNumber(m_picture.cells(block.row + r, block.col + c), value);
    if (!changes)
        return;
    if (block.rows * block.cols == 1)
        emit cellEdited(m_picture.id, block.row, block.col, value);
    else
        emit blockEdited(m_picture.id, block.row, block.col, values);
}

void MatrixView::clearSelection() {
    if (m_picture.isLocked)
        emit message(tr("%1 is locked: its numbers cannot be changed.").arg(m_picture.name.plain()), false);
    else if (!isEmpty())
        setBlock(selection(), 0.0);
}

void MatrixView::copy() {
    const CellBlock block = selection();
    if (block.rows * block.cols > kMaxBlockCells) {
        emit message(tr("%1 numbers are selected; at most %2 can be copied.").arg(block.rows * block.cols).arg(kMaxBlockCells),
                     true);
        return;
    }
    Matrix values(block.rows, block.cols);
    for (Index r = 0; r < block.rows; ++r)
        for (Index c = 0; c < block.cols; ++c)
            values(r, c) = m_picture.cells(block.row + r, block.col + c);
    QApplication::clipboard()->setMimeData(tableMime({std::move(values), {}, {}}));
    emit message(tr("Copied %1 × %2 numbers.").arg(block.rows).arg(block.cols), false);
}

void MatrixView::refusePaste(const QString& reason) {
    emit pasteRefused(reason);
    emit message(reason, true);
}

void MatrixView::paste() {
    if (isEmpty())
        return;
    if (m_picture.isLocked)
        return refusePaste(tr("%1 is locked: nothing was pasted.").arg(m_picture.name.plain()));
    const auto block = parseBlock(QApplication::clipboard()->text());
    if (!block)
        return refusePaste(tr("%1 Nothing was pasted.").arg(QString::fromStdString(block.error().message)));
    const CellBlock place = selection();
    if (block->rows == 1 && block->cols == 1)
        return setBlock(place, (*block)(0, 0));
    const Index rows = m_layout.rows - place.row, cols = m_layout.cols - place.col;
    if (block->rows > rows || block->cols > cols)
        return refusePaste(tr("The block is %1 × %2 but only %3 × %4 cells of %5 lie from row %6, column %7 on. Nothing was pasted.")
                               .arg(block->rows).arg(block->cols).arg(rows).arg(cols)
                               .arg(m_picture.name.plain()).arg(place.row).arg(place.col));
    bool changes = false;
    for (Index r = 0; r < block->rows && !changes; ++r)
        for (Index c = 0; c < block->cols && !changes; ++c)
            changes = !isSameNumber(m_picture.cells(place.row + r, place.col + c), (*block)(r, c));
    m_anchorRow = place.row;
    m_anchorCol = place.col;
    choose(place.row + block->rows - 1, place.col + block->cols - 1, true);
    std::swap(m_row, m_anchorRow);  // the first pasted cell is the current one
    std::swap(m_col, m_anchorCol);
    if (changes)
        emit blockEdited(m_picture.id, place.row, place.col, *block);
    emit message(tr("Pasted %1 × %2 numbers.").arg(block->rows).arg(block->cols), false);
}

}  // namespace attn::ui
