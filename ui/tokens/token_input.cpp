// Mouse and keyboard of the chips, and the line that renames one.
#include <QAccessible>
#include <QApplication>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QLineEdit>
#include <QScrollBar>
#include <QToolTip>

#include "ui/figure/plain_tool_tip.h"
#include "ui/theme/style.h"
#include "ui/tokens/token_flow.h"
#include "ui/tokens/token_text.h"

namespace attn::ui {

Index TokenFlow::chipAt(QPoint point) const {
    for (Index i = 0; i <= count(); ++i)
        if (chipRect(i).contains(point))
            return i;
    return -1;
}

Index TokenFlow::dropSlotAt(QPoint point) const {
    for (Index i = 0; i < count(); ++i) {
        const QRect chip = chipRect(i);
        if (point.y() < chip.top() || (point.y() <= chip.bottom() + 2 && point.x() < chip.center().x()))
            return i;
    }
    return count();
}

void TokenFlow::setCurrent(Index index) {
    m_current = std::clamp<Index>(index, 0, count());
    const QRect chip = chipRect(m_current);
    if (chip.top() < 0)
        verticalScrollBar()->setValue(verticalScrollBar()->value() + chip.top());
    else if (chip.bottom() >= viewport()->height())
        verticalScrollBar()->setValue(verticalScrollBar()->value() + chip.bottom() + 1 - viewport()->height());
    viewport()->update();
    describe();
}

void TokenFlow::setHovered(Index index) {
    if (index == m_hovered)
        return;
    m_hovered = index;
    viewport()->update();
    emit tokenHovered(index < count() ? index : -1);
}

void TokenFlow::chooseAs(Index index, bool asKey) {
    if (index < 0 || index >= count() || (asKey ? !m_picture.mayBeKey : !m_picture.mayBeQuery))
        return;
    emit tokenChosen(index, asKey);
}

void TokenFlow::move(Index from, Index to) {
    if (from < 0 || from >= count() || to < 0 || to >= count() || from == to)
        return;
    emit moveRequested(from, to);
    setCurrent(to);
}

void TokenFlow::remove(Index index) {
    if (index >= 0 && index < count())
        emit removeRequested(index);
}

void TokenFlow::mousePressEvent(QMouseEvent* event) {
    const QPoint point = event->position().toPoint();
    const Index chip = chipAt(point);
    if (m_editor)
        keepEditor();
    m_pressed = -1;
    if (chip < 0)
        return;
    setCurrent(chip);
    if (event->button() == Qt::RightButton)
        chooseAs(chip, true);
    if (event->button() != Qt::LeftButton)
        return;
    m_pressed = chip;
    m_pressedAt = point;
}

void TokenFlow::mouseMoveEvent(QMouseEvent* event) {
    const QPoint point = event->position().toPoint();
    if (m_pressed >= 0 && m_pressed < count() && (event->buttons() & Qt::LeftButton)) {
        if (m_dropSlot < 0 && (point - m_pressedAt).manhattanLength() < QApplication::startDragDistance())
            return;
        m_dropSlot = dropSlotAt(point);
        setHovered(-1);
        QToolTip::hideText();
        viewport()->setCursor(Qt::ClosedHandCursor);
        viewport()->update();
        return;
    }
    setHovered(chipAt(point));
}

void TokenFlow::mouseReleaseEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton)
        return;
    const Index pressed = std::exchange(m_pressed, -1);
    const Index slot = std::exchange(m_dropSlot, -1);
    viewport()->unsetCursor();
    viewport()->update();
    if (slot >= 0)
        return move(pressed, slot > pressed ? slot - 1 : slot);
    if (pressed < 0 || chipAt(event->position().toPoint()) != pressed)
        return;
    if (pressed == count())
        openEditor(pressed);
    else
        chooseAs(pressed, !m_picture.mayBeQuery || (event->modifiers() & Qt::ShiftModifier));
}

void TokenFlow::mouseDoubleClickEvent(QMouseEvent* event) {
    const Index chip = chipAt(event->position().toPoint());
    m_pressed = -1;
    if (event->button() == Qt::LeftButton && chip >= 0)
        openEditor(chip);
}

void TokenFlow::goVertically(int rows) {
    const QRect from = m_rects[static_cast<std::size_t>(m_current)];
    const int y = from.top() + rows * (from.height() + 4);
    Index best = m_current;
    int nearest = std::numeric_limits<int>::max();
    for (Index i = 0; i <= count(); ++i) {
        const QRect chip = m_rects[static_cast<std::size_t>(i)];
        const int distance = std::abs(chip.center().x() - from.center().x());
        if (chip.top() == y && distance < nearest) {
            nearest = distance;
            best = i;
        }
    }
    setCurrent(best);
}

void TokenFlow::keyPressEvent(QKeyEvent* event) {
    if (m_dropSlot >= 0) {
        if (event->key() == Qt::Key_Escape) {
            m_pressed = m_dropSlot = -1;
            viewport()->unsetCursor();
            viewport()->update();
        }
        return;
    }
    const bool isCtrl = event->modifiers() & Qt::ControlModifier;
    const bool isShift = event->modifiers() & Qt::ShiftModifier;
    switch (event->key()) {
    case Qt::Key_Left: return isCtrl ? move(m_current, m_current - 1) : setCurrent(m_current - 1);
    case Qt::Key_Right: return isCtrl ? move(m_current, m_current + 1) : setCurrent(m_current + 1);
    case Qt::Key_Up: return goVertically(-1);
    case Qt::Key_Down: return goVertically(1);
    case Qt::Key_Home: return isCtrl ? move(m_current, 0) : setCurrent(0);
    case Qt::Key_End: return isCtrl ? move(m_current, count() - 1) : setCurrent(count());
    case Qt::Key_F2: return openEditor(m_current);
    case Qt::Key_Delete:
    case Qt::Key_Backspace: return remove(m_current);
    case Qt::Key_Return:
    case Qt::Key_Enter:
    case Qt::Key_Space:
        return m_current == count() ? openEditor(m_current) : chooseAs(m_current, !m_picture.mayBeQuery || isShift);
    default: QAbstractScrollArea::keyPressEvent(event);
    }
}

void TokenFlow::openEditor(Index index) {
    closeEditor();
    setCurrent(index);
    m_edited = index;
    m_editor = new QLineEdit(viewport());
    m_editor->setFont(bodyFont());
    m_editor->setProperty("ownFocus", true);
    m_editor->setAccessibleName(index < count() ? tr("Name of token %1").arg(index) : tr("New token"));
    QRect place = chipRect(index);
    place.setWidth(std::min(std::max(place.width(), scaled(88)), viewport()->width()));
    place.moveLeft(std::max(0, std::min(place.left(), viewport()->width() - place.width())));
    m_editor->setGeometry(place);
    if (index < count())
        m_editor->setText(m_picture.labels[index]);
    m_editor->setMaxLength(std::max(kMaxTokenChars, static_cast<int>(m_editor->text().size())) + 1);
    m_editor->selectAll();
    m_editor->installEventFilter(this);
    connect(m_editor, &QLineEdit::textEdited, this, [this] { emit message({}, false); });
    m_editor->show();
    m_editor->setFocus(Qt::OtherFocusReason);
}

bool TokenFlow::eventFilter(QObject* watched, QEvent* event) {
    if (watched != m_editor)
        return QAbstractScrollArea::eventFilter(watched, event);
    if (event->type() == QEvent::KeyPress) {
        const int key = static_cast<QKeyEvent*>(event)->key();
        if (key == Qt::Key_Escape)
            closeEditor();
        else if (key == Qt::Key_Return || key == Qt::Key_Enter)
            keepEditor();
        else
            return false;
        return true;
    }
    if (event->type() == QEvent::FocusOut) {
        const auto reason = static_cast<QFocusEvent*>(event)->reason();
        if (reason != Qt::PopupFocusReason && reason != Qt::ActiveWindowFocusReason && m_editor->isVisible())
            QMetaObject::invokeMethod(this, [this, editor = m_editor] {
                if (m_editor == editor && !editor->hasFocus())
                    keepEditor();
            }, Qt::QueuedConnection);
    }
    return false;
}

void TokenFlow::keepEditor() {
    if (!m_editor)
        return;
    QString text = m_editor->text();
    const Index index = m_edited;
    const bool isNew = index == count();
    if (text.isEmpty() && (isNew || !m_editor->hasFocus()))
        return closeEditor();
    if (text.isEmpty()) {
        emit message(tr("A token needs at least one sign; Delete on its chip removes it."), true);
        return;
    }
    if ((isNew || text != m_picture.labels[index]) && text.size() > kMaxTokenChars) {
        emit message(tr("A token has at most %1 characters.").arg(kMaxTokenChars), true);
        return;
    }
    closeEditor();
    emit message({}, false);
    if (isNew) {
        emit insertRequested(index, text);
        setCurrent(count());  // Enter again adds another
    } else if (text != m_picture.labels[index]) {
        emit renameRequested(index, text);
    }
}

void TokenFlow::closeEditor() {
    if (!m_editor)
        return;
    QLineEdit* editor = std::exchange(m_editor, nullptr);
    const bool hadFocus = editor->hasFocus();
    editor->removeEventFilter(this);
    editor->hide();
    editor->deleteLater();
    if (hadFocus)
        setFocus(Qt::OtherFocusReason);
    m_edited = -1;
}

// A screen reader hears the strip as the name and the chip that has the keyboard as the description.
void TokenFlow::describe() {
    setAccessibleName(tr("%1, %n token(s)", nullptr, static_cast<int>(count())).arg(m_picture.name));
    QString sentence = tr("Add a token");
    if (m_current < count()) {
        sentence = tr("Token %1, %2").arg(QString::number(m_current), chipText(m_picture.labels[m_current], 200));
        if (m_current == m_picture.queryIndex)
            sentence += tr(", chosen as query");
        if (m_current == m_picture.keyIndex)
            sentence += tr(", chosen as key");
    }
    if (accessibleDescription() == sentence)
        return;
    setAccessibleDescription(sentence);
    QAccessibleEvent changed(this, QAccessible::DescriptionChanged);
    QAccessible::updateAccessibility(&changed);
}

bool TokenFlow::viewportEvent(QEvent* event) {
    if (event->type() == QEvent::Leave)
        setHovered(-1);
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        const Index chip = chipAt(help->pos());
        if (chip < 0 || m_dropSlot >= 0)
            QToolTip::hideText();
        else if (chip == count())
            QToolTip::showText(help->globalPos(), tr("Add a token"), viewport(), chipRect(chip));
        else
            QToolTip::showText(help->globalPos(), plainToolTip(tipOf(chip)), viewport(), chipRect(chip));
        return true;
    }
    return QAbstractScrollArea::viewportEvent(event);
}

QString TokenFlow::tipOf(Index index) const {
    QString tip = tr("Token %1 “%2”").arg(QString::number(index), chipText(m_picture.labels[index], 80));
    if (static_cast<std::size_t>(index) < m_picture.isPadding.size() && m_picture.isPadding[static_cast<std::size_t>(index)])
        tip += tr(", padding");
    if (m_picture.mayBeQuery && m_picture.mayBeKey)
        tip += tr("\nClick: choose as query. Shift+click or right click: choose as key.");
    else if (m_picture.mayBeKey)
        tip += tr("\nClick: choose as key.");
    return tip + tr("\nDouble-click: rename. Drag: reorder. Delete: remove.");
}

void TokenFlow::focusInEvent(QFocusEvent* event) {
    QAbstractScrollArea::focusInEvent(event);
    viewport()->update();
}

void TokenFlow::focusOutEvent(QFocusEvent* event) {
    QAbstractScrollArea::focusOutEvent(event);
    viewport()->update();
}

}  // namespace attn::ui
