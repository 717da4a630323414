#pragma once
#include <QByteArray>
#include <QObject>
#include <QString>
#include <vector>

class QDockWidget;
class QMainWindow;
class QWidget;

namespace attn::ui {
class MatrixPanel;
}

namespace attn::app {

class DockRoom;

/// The docks Scene, Explanation and Matrices: where they stand at first, how a person has rearranged them, and what
/// of that is remembered. Each can be moved, floated, and laid over another as a tab.
class Docks : public QObject {
    Q_OBJECT

  public:
    Docks(QMainWindow& window, QWidget* scene, QWidget* explanation, ui::MatrixPanel* matrices);
    /// Deletes the docks and what they hold, and tells nobody: parts use the session to their end.
    void destroy();

    QDockWidget& scene() { return *m_scene; }
    QDockWidget& explanation() { return *m_explanation; }
    QDockWidget& matrices() { return *m_matrices; }

    /// Everything in its first place, shown, and of its first size.
    void reset();
    /// To be called when the window has its new size.
    void fit();

    /// The arrangement and the size of the window, as one line of text.
    QString saved() const;
    /// False for a text that saved() could not have written: nothing has changed then. The window gets its size back,
    /// as far as its screen has it.
    bool restore(const QString& text);

    /// Hides all docks, until showAgain() puts them back as they were. Meanwhile, and until settle(), the size of the
    /// window changes nothing.
    void hideAll();
    void showAgain();
    void settle();

  signals:
    /// A dock was shown, hidden or folded.
    void changed();

  private:
    std::vector<QDockWidget*> all() const { return {m_scene, m_explanation, m_matrices}; }
    QDockWidget* add(const QString& title, const char* name, QWidget* content);
    void place();

    QMainWindow& m_window;
    ui::MatrixPanel* m_panel;
    QDockWidget* m_scene;
    QDockWidget* m_explanation;
    QDockWidget* m_matrices;
    DockRoom* m_room;
    QByteArray m_hidden;     ///< The arrangement while all are hidden,
    QString m_hiddenPlaces;  ///< and as saved() says it.
};

}  // namespace attn::app
