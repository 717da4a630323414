#include "src/window/dock_room.h"

#include <QDockWidget>
#include <QEvent>

#include "ui/matrix/matrix_dock.h"
#include "ui/theme/style.h"

namespace attn::app {
namespace {

constexpr int kWide = 1900, kTall = 1000;
// In pixels at 100 %: what the window would measure if its type were not enlarged.
constexpr double kRoomForRight = 1100.0, kRoomForLeft = 760.0, kRoomForMatrices = 560.0;

}  // namespace

DockRoom::DockRoom(QMainWindow& window, QDockWidget& left, QDockWidget& right, QDockWidget& bottom,
                   ui::MatrixPanel& matrices)
    : QObject(&window), m_window(window), m_left(left), m_right(right), m_bottom(bottom), m_matrices(matrices) {
    window.installEventFilter(this);
}

DockRoom::Room DockRoom::roomOf(QSize window, double scale) const {
    const double wide = window.width() / scale, high = window.height() / scale;
    return {window.width() >= kWide, wide >= kRoomForRight,    wide >= kRoomForLeft,
            high >= kRoomForMatrices, window.height() >= kTall, scale};
}

void DockRoom::startAnew() {
    m_room.reset();
    fit();
}

void DockRoom::resume(QSize window, double scale) {
    m_room = roomOf(window, scale > 0.0 ? scale : 1.0);
    fit();
}

void DockRoom::fit() {
    const Room room = roomOf(m_window.size(), ui::fontScale());
    if (m_isSuspended || m_room == room)
        return;
    const Room before = m_room.value_or(Room{});
    m_room = room;
    if (room.hasRight != before.hasRight)
        m_right.setVisible(room.hasRight);
    if (room.hasLeft != before.hasLeft)
        m_left.setVisible(room.hasLeft);
    if (room.hasMatrices != before.hasMatrices) {
        m_matrices.setFolded(!room.hasMatrices);
        emit foldedChanged();
    }
    m_window.resizeDocks({&m_left, &m_right},
                         {ui::scaled(room.isWide ? 264 : 224), ui::scaled(room.isWide ? 360 : 288)}, Qt::Horizontal);
    if (room.hasMatrices)
        m_window.resizeDocks({&m_bottom}, {ui::scaled(room.isTall ? 240 : 194)}, Qt::Vertical);
}

bool DockRoom::eventFilter(QObject* watched, QEvent* event) {
    if (watched == &m_window && event->type() == QEvent::StyleChange)
        QMetaObject::invokeMethod(this, &DockRoom::fit, Qt::QueuedConnection);  // once every part has its new type
    return false;
}

}  // namespace attn::app
