#include "ui/widgets/dock_grip.h"

#include <QDockWidget>
#include <QEvent>
#include <QPainter>

#include "ui/theme/icon.h"
#include "ui/theme/style.h"

namespace attn::ui {

DockGrip::DockGrip(QDockWidget* dock) : QWidget(dock) {
    setObjectName(QStringLiteral("grip"));
    setCursor(Qt::SizeAllCursor);
    setToolTip(tr("Drag to move %1; double-click to float it or put it back").arg(dock->windowTitle()));
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Preferred);
    dock->setFeatures(dock->features() | QDockWidget::DockWidgetVerticalTitleBar);
    dock->setTitleBarWidget(this);
}

QSize DockGrip::sizeHint() const {
    return {kWidth, scaled(36)};
}

void DockGrip::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const Theme& t = currentTheme();
    painter.fillRect(rect(), t.surface);
    const int side = 16;
    painter.drawPixmap((width() - side) / 2, (scaled(36) - side) / 2,
                       iconPixmap("drag", t.secondText, side, devicePixelRatioF()));
}

void DockGrip::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::StyleChange)
        updateGeometry();
}

}  // namespace attn::ui
