#include "ui/theme/focus_ring.h"

#include <QAbstractScrollArea>
#include <QApplication>
#include <QEvent>
#include <QFocusFrame>
#include <QMenu>
#include <QMenuBar>

namespace attn::ui {

FocusRing::FocusRing(QObject* parent) : QObject(parent) {
    qApp->installEventFilter(this);
    connect(qApp, &QApplication::focusChanged, this, [this](QWidget*, QWidget* now) { follow(now); });
}

bool FocusRing::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::KeyPress) {
        m_isKeyboard = true;
    } else if (event->type() == QEvent::MouseButtonPress && watched->isWidgetType()) {
        m_isKeyboard = false;
        follow(nullptr);
    }
    return false;
}

void FocusRing::follow(QWidget* widget) {
    const bool isWanted = m_isKeyboard && widget && !widget->isWindow() &&
                          !qobject_cast<QAbstractScrollArea*>(widget) && !qobject_cast<QMenu*>(widget) &&
                          !qobject_cast<QMenuBar*>(widget) && !widget->property("ownFocus").toBool();
    if (!isWanted) {
        if (m_frame)
            m_frame->setWidget(nullptr);
        return;
    }
    if (!m_frame)
        m_frame = new QFocusFrame(widget->window());
    m_frame->setWidget(widget);
}

}  // namespace attn::ui
