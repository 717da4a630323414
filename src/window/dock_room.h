#pragma once
#include <QMainWindow>
#include <QSize>
#include <optional>

class QDockWidget;

namespace attn::ui {
class MatrixPanel;
}

namespace attn::app {

/// How much room the docks get: their sizes in a window of this size and type, and which of them fold so that the
/// figure keeps its own. The right one folds first, then the left; in a low window the matrices fold.
/// Acts when the window passes from one kind of room to another, so that what a person has set stays until then.
class DockRoom : public QObject {
    Q_OBJECT

  public:
    DockRoom(QMainWindow& window, QDockWidget& left, QDockWidget& right, QDockWidget& bottom,
             ui::MatrixPanel& matrices);

    /// To be called when the window has its new size; a new size of type is noticed without.
    void fit();
    /// The docks stand as at first: their sizes and folds are made anew.
    void startAnew();
    /// The docks stand as they stood in a window of that size and type: only what another room asks for changes.
    void resume(QSize window, double scale);
    /// While suspended, fit() does nothing.
    void setSuspended(bool isSuspended) { m_isSuspended = isSuspended; }

  signals:
    /// The matrices were folded or unfolded.
    void foldedChanged();

  protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

  private:
    struct Room {
        bool isWide = false;  ///< For wide docks.
        bool hasRight = true, hasLeft = true, hasMatrices = true, isTall = false;
        double scale = 1.0;
        bool operator==(const Room&) const = default;
    };
    Room roomOf(QSize window, double scale) const;

    QMainWindow& m_window;
    QDockWidget& m_left;
    QDockWidget& m_right;
    QDockWidget& m_bottom;
    ui::MatrixPanel& m_matrices;
    std::optional<Room> m_room;
    bool m_isSuspended = false;
};

}  // namespace attn::app
