#include "ui/matrix/cell_editor.h"

#include <QKeyEvent>
#include <QPainter>

#include "ui/theme/style.h"

namespace attn::ui {
namespace {

constexpr int kFrame = 2;
constexpr int kMark = 14;  ///< room for "!"

}  // namespace

CellEditor::CellEditor(const QRect& cell, QWidget* parent) : QLineEdit(parent), m_cell(cell) {
    setFrame(false);
    setFont(bodyFont());
    setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    setContextMenuPolicy(Qt::NoContextMenu);  // its popup would take the focus, which keeps the text
    setProperty("ownFocus", true);  // its frame is the cell's
    setInvalid(false);
    connect(this, &QLineEdit::textChanged, this, [this] {
        setInvalid(false);
        widen();
    });
}

void CellEditor::setInvalid(bool isInvalid) {
    m_isInvalid = isInvalid;
    const Theme& t = currentTheme();
    QPalette colors = palette();
    colors.setColor(QPalette::Base, isInvalid ? t.faultGround : t.surface);
    colors.setColor(QPalette::Text, isInvalid ? t.fault : t.text);
    setPalette(colors);
    setTextMargins(isInvalid ? kMark : 0, 0, 1, 0);
    widen();
}

// A number with all its digits is wider than its cell: the line grows to the left, and stays inside the matrix.
void CellEditor::widen() {
    constexpr int kAround = 2 * kFrame + 14;
    const int needed = fontMetrics().horizontalAdvance(text()) + kAround + (m_isInvalid ? kMark : 0);
    QRect place = m_cell;
    place.setLeft(std::min(place.left(), m_cell.right() + 1 - needed));
    if (place.left() < 0)
        place.translate(-place.left(), 0);
    setGeometry(place);
}

bool CellEditor::event(QEvent* event) {
    // Before QWidget turns Tab into a change of focus.
    if (event->type() == QEvent::KeyPress) {
        auto* key = static_cast<QKeyEvent*>(event);
        const bool isPlain = !(key->modifiers() & (Qt::ControlModifier | Qt::AltModifier));
        if (isPlain && (key->key() == Qt::Key_Tab || key->key() == Qt::Key_Backtab)) {
            emit keepRequested(0, key->key() == Qt::Key_Tab ? 1 : -1);
            return true;
        }
    }
    return QLineEdit::event(event);
}

void CellEditor::keyPressEvent(QKeyEvent* event) {
    switch (event->key()) {
    case Qt::Key_Escape:
        emit restoreRequested();
        return;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        emit keepRequested(event->modifiers() & Qt::ShiftModifier ? -1 : 1, 0);
        return;
    case Qt::Key_Up:
        emit keepRequested(-1, 0);
        return;
    case Qt::Key_Down:
        emit keepRequested(1, 0);
        return;
    default:
        QLineEdit::keyPressEvent(event);
        event->accept();  // the matrix beneath hands keys to its editor: none may come back to it
    }
}

void CellEditor::focusOutEvent(QFocusEvent* event) {
    QLineEdit::focusOutEvent(event);
    const bool isGoing = event->reason() != Qt::ActiveWindowFocusReason && event->reason() != Qt::PopupFocusReason;
    // While a window is taken apart nobody is there to be told.
    if (isGoing && isVisible())
        emit keepRequested(0, 0);
}

void CellEditor::paintEvent(QPaintEvent* event) {
    QLineEdit::paintEvent(event);
    const Theme& t = currentTheme();
    const QColor ink = m_isInvalid ? t.fault : t.accent;
    QPainter painter(this);
    painter.setPen(QPen(ink, kFrame, Qt::SolidLine, Qt::SquareCap, Qt::MiterJoin));
    painter.drawRect(rect().adjusted(1, 1, -1, -1));
    if (!m_isInvalid)
        return;
    painter.setFont(bodyFont(type::kBody, QFont::DemiBold));
    painter.drawText(QRect(kFrame, 0, kMark, height()), Qt::AlignCenter, QStringLiteral("!"));
}

}  // namespace attn::ui
