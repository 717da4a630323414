#include "src/window/docks.h"

#include <QDockWidget>
#include <QMainWindow>
#include <QScreen>

#include "src/window/dock_places.h"
#include "src/window/dock_room.h"
#include "ui/matrix/matrix_dock.h"
#include "ui/theme/style.h"
#include "ui/widgets/buttons.h"
#include "ui/widgets/dock_grip.h"
#include "ui/widgets/dock_title_bar.h"

namespace attn::app {
namespace {

constexpr qsizetype kLongestText = 1024;

/// WIDTHxHEIGHT with both from 1 to 32767; else empty.
QSize sizeFrom(const QString& text) {
    const QStringList parts = text.split(u'x');
    const QSize size(parts.value(0).toInt(), parts.value(1).toInt());
    const bool isSize =
        parts.size() == 2 && size.width() > 0 && size.height() > 0 && size.width() < 32768 && size.height() < 32768;
    return isSize ? size : QSize();
}

}  // namespace

Docks::Docks(QMainWindow& window, QWidget* scene, QWidget* explanation, ui::MatrixPanel* matrices)
    : QObject(&window), m_window(window), m_panel(matrices) {
    window.setDockOptions(QMainWindow::AllowNestedDocks | QMainWindow::AllowTabbedDocks);  // nothing slides
    window.setTabPosition(Qt::AllDockWidgetAreas, QTabWidget::North);
    window.setCorner(Qt::BottomLeftCorner, Qt::LeftDockWidgetArea);
    window.setCorner(Qt::BottomRightCorner, Qt::RightDockWidgetArea);
    m_scene = add(tr("Scene"), "scene", scene);
    new ui::DockTitleBar(m_scene);
    m_explanation = add(tr("Explanation"), "explanation", explanation);
    new ui::DockTitleBar(m_explanation);
    m_matrices = add(tr("Matrices"), "matrices", matrices);
    m_matrices->setFeatures(QDockWidget::DockWidgetMovable | QDockWidget::DockWidgetFloatable);
    new ui::DockGrip(m_matrices);
    matrices->setLeftMargin(0);  // the grip stands there
    auto* floatButton = new ui::IconButton("float", {}, nullptr, 28);
    const auto nameButton = [floatButton, this] {
        floatButton->setName(m_matrices->isFloating() ? tr("Put Matrices back") : tr("Float Matrices"));
    };
    nameButton();
    matrices->addHeaderButton(floatButton);
    connect(floatButton, &QAbstractButton::clicked, this,
            [this] { m_matrices->setFloating(!m_matrices->isFloating()); });
    connect(m_matrices, &QDockWidget::topLevelChanged, this, nameButton);
    place();
    m_room = new DockRoom(m_window, *m_scene, *m_explanation, *m_matrices, *m_panel);
    connect(m_room, &DockRoom::foldedChanged, this, &Docks::changed);
    for (QDockWidget* dock : {m_scene, m_explanation, m_matrices})
        connect(dock, &QDockWidget::visibilityChanged, this, &Docks::changed);
}

QDockWidget* Docks::add(const QString& title, const char* name, QWidget* content) {
    auto* dock = new QDockWidget(title, &m_window);
    dock->setObjectName(QLatin1String(name));
    dock->setWidget(content);
    return dock;
}

void Docks::destroy() {
    disconnect();
    for (QDockWidget* dock : {m_scene, m_explanation, m_matrices}) {
        dock->disconnect(this);
        delete dock;
    }
}

void Docks::place() {
    const std::pair<QDockWidget*, Qt::DockWidgetArea> places[] = {{m_scene, Qt::LeftDockWidgetArea},
                                                                  {m_explanation, Qt::RightDockWidgetArea},
                                                                  {m_matrices, Qt::BottomDockWidgetArea}};
    for (const auto& [dock, area] : places) {
        m_window.addDockWidget(area, dock);
        dock->show();
    }
}

void Docks::reset() {
    for (QDockWidget* dock : {m_scene, m_explanation, m_matrices}) {
        dock->setFloating(false);  // one that is in no area could not be put back
        m_window.removeDockWidget(dock);
    }
    m_panel->setFolded(false);
    place();
    m_room->startAnew();
    emit changed();
}

void Docks::fit() {
    m_room->fit();
}

QString Docks::saved() const {
    const QSize size =
        m_window.isMaximized() || m_window.isFullScreen() ? m_window.normalGeometry().size() : m_window.size();
    return QStringLiteral("%1x%2;%3;%4;%5")
        .arg(size.width())
        .arg(size.height())
        .arg(qRound(100 * ui::fontScale()))
        .arg(m_panel->isFolded() ? QStringLiteral("folded") : QStringLiteral("open"),
             m_hidden.isEmpty() ? dockPlacesText(m_window, all()) : m_hiddenPlaces);
}

bool Docks::restore(const QString& text) {
    const QStringList parts = text.left(kLongestText).split(u';');
    if (text.size() > kLongestText || parts.size() != 4)
        return false;
    const QSize size = sizeFrom(parts[0]);
    const int scale = parts[1].toInt();
    const auto places = dockPlacesFrom(parts[3], all().size());
    if (!size.isValid() || scale < 1 || scale > 1000 || !places)
        return false;
    m_window.resize(size.expandedTo(m_window.minimumSize()).boundedTo(m_window.screen()->availableSize()));
    m_panel->setFolded(parts[2] == QStringLiteral("folded"));
    putDocks(m_window, all(), *places);
    m_room->resume(size, scale / 100.0);
    emit changed();
    return true;
}

void Docks::hideAll() {
    if (!m_hidden.isEmpty())
        return;
    m_hiddenPlaces = dockPlacesText(m_window, all());
    m_hidden = m_window.saveState();
    m_room->setSuspended(true);
    for (QDockWidget* dock : {m_scene, m_explanation, m_matrices})
        dock->hide();
}

void Docks::showAgain() {
    if (m_hidden.isEmpty())
        return;
    m_window.restoreState(std::exchange(m_hidden, {}));
    emit changed();
}

void Docks::settle() {
    if (!m_hidden.isEmpty())
        return;
    // When they were shown again, parts of the window may still have had the width of the large type.
    if (const auto places = dockPlacesFrom(m_hiddenPlaces, all().size()))
        for (std::size_t i = 0; i < places->size(); ++i)
            if (!(*places)[i].isFloating && !(*places)[i].isHidden)
                sizeDock(m_window, all()[i], (*places)[i]);
    m_room->setSuspended(false);
}

}  // namespace attn::app
