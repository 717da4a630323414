#include "ui/widgets/calm_spin.h"

#include <QDoubleSpinBox>
#include <QKeyEvent>
#include <QLineEdit>
#include <QSpinBox>
#include <QTimer>
#include <QWheelEvent>
#include <utility>

namespace attn::ui {
namespace {

/// Does one step more within a hold begin or end a gesture? Auto-repeat does neither.
bool isStepKey(const QKeyEvent& event) {
    return !event.isAutoRepeat() && (event.key() == Qt::Key_Up || event.key() == Qt::Key_Down ||
                                     event.key() == Qt::Key_PageUp || event.key() == Qt::Key_PageDown);
}

/// A click would put the cursor where it fell, after the focus has come: so select once the click is over.
void selectAllLater(QAbstractSpinBox& box, const QFocusEvent& event) {
    if (event.reason() == Qt::MouseFocusReason)
        QTimer::singleShot(0, &box, &QAbstractSpinBox::selectAll);
    else if (event.reason() != Qt::ActiveWindowFocusReason && event.reason() != Qt::PopupFocusReason)
        box.selectAll();
}

}  // namespace

template <class Spin>
CalmSpin<Spin>::CalmSpin(const QString& name, QWidget* parent) : Spin(parent) {
    this->setAccessibleName(name);
    this->setKeyboardTracking(false);
    this->setFocusPolicy(Qt::StrongFocus);
    this->setCorrectionMode(QAbstractSpinBox::CorrectToNearestValue);
}

template <class Spin>
void CalmSpin<Spin>::showText() {
    if (const QString text = restingText(); this->lineEdit()->text() != text)
        this->lineEdit()->setText(text);
}

template <class Spin>
void CalmSpin<Spin>::setGesture(bool isOn) {
    if (std::exchange(m_isInGesture, isOn) != isOn)
        gestureChanged(isOn);
}

template <class Spin>
void CalmSpin<Spin>::focusInEvent(QFocusEvent* event) {
    Spin::focusInEvent(event);
    selectAllLater(*this, *event);
}

template <class Spin>
void CalmSpin<Spin>::focusOutEvent(QFocusEvent* event) {
    Spin::focusOutEvent(event);
    setGesture(false);
}

template <class Spin>
void CalmSpin<Spin>::wheelEvent(QWheelEvent* event) {
    if (this->hasFocus())
        Spin::wheelEvent(event);
    else
        event->ignore();
}

template <class Spin>
void CalmSpin<Spin>::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Escape && this->lineEdit()->text() != restingText()) {
        showText();
        this->selectAll();
        event->accept();
        return;
    }
    if (isStepKey(*event))
        setGesture(true);
    Spin::keyPressEvent(event);
}

template <class Spin>
void CalmSpin<Spin>::keyReleaseEvent(QKeyEvent* event) {
    Spin::keyReleaseEvent(event);
    if (isStepKey(*event))
        setGesture(false);
}

template <class Spin>
void CalmSpin<Spin>::mousePressEvent(QMouseEvent* event) {
    setGesture(true);
    Spin::mousePressEvent(event);
}

template <class Spin>
void CalmSpin<Spin>::mouseReleaseEvent(QMouseEvent* event) {
    Spin::mouseReleaseEvent(event);
    setGesture(false);
}

template <class Spin>
void CalmSpin<Spin>::hideEvent(QHideEvent* event) {
    Spin::hideEvent(event);
    setGesture(false);
}

template class CalmSpin<QSpinBox>;
template class CalmSpin<QDoubleSpinBox>;

}  // namespace attn::ui
