#pragma once
#include <QRect>
#include <QString>
#include <optional>
#include <vector>

class QDockWidget;
class QMainWindow;

namespace attn::app {

/// Where one of several docks stands.
struct DockPlace {
    Qt::DockWidgetArea area = Qt::LeftDockWidgetArea;
    bool isFloating = false;
    bool isHidden = false;
    QRect rect;           ///< In the window; on the screen while it floats.
    int tabbedWith = -1;  ///< The first dock of the tabs that it is one of, by number; -1: none, or itself.
};

/// One line of text: for each dock its area (L, R, T, B), floating, hidden, x, y, width, height and tabs.
/// Qt has such a text, too, but trusts what it reads.
QString dockPlacesText(const QMainWindow& window, const std::vector<QDockWidget*>& docks);

/// Nothing for a text that is not such a line for `count` docks, or whose numbers no window can have.
std::optional<std::vector<DockPlace>> dockPlacesFrom(const QString& text, std::size_t count);

/// Gives a dock the width or height of its place, as far as the rest of the window allows.
void sizeDock(QMainWindow& window, QDockWidget* dock, const DockPlace& place);

/// Puts every dock into its place: areas, order, tabs and sizes. One that floats is brought onto the screen.
void putDocks(QMainWindow& window, const std::vector<QDockWidget*>& docks, const std::vector<DockPlace>& places);

}  // namespace attn::app
