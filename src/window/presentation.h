#pragma once
#include <QObject>
#include <QPointer>
#include <QShortcut>
#include <QTimer>
#include <QWidget>
#include <vector>

#include "src/window/actions.h"
#include "src/window/appearance.h"

class QMainWindow;

namespace attn::ui {
class InstrumentFrame;
class RunLabel;
class StepStrip;
}  // namespace attn::ui

namespace attn::app {

class Centre;
class Docks;
class Instrument;

/// The window as a room sees it: one instrument on the whole screen, in large type, with its controls, the arithmetic
/// of the chosen cell, and the steps that its keys walk.
class Presentation : public QObject {
    Q_OBJECT

  public:
    /// `around` are the parts of the window that go while it is on.
    Presentation(QMainWindow& window, Centre& centre, Docks& docks, Appearance& appearance, Actions& actions,
                 std::vector<QWidget*> around);
    ~Presentation() override;

    bool isOn() const { return m_isOn; }
    /// On the whole screen, or within the window as it is.
    void enter(bool isFullScreen = true);
    void leave();

  protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

  private:
    void makeFoot();
    void makeKeys();
    void dress();
    void undress();
    void fitType();
    void showFoot();
    void walk(int by);

    QMainWindow& m_window;
    Centre& m_centre;
    Docks& m_docks;
    Appearance& m_appearance;
    QAction* m_action;
    std::vector<QWidget*> m_around;
    std::vector<QWidget*> m_gone;  ///< Those that were there before.
    QPointer<ui::InstrumentFrame> m_frame;
    QPointer<Instrument> m_instrument;  ///< In the frame.
    QPointer<QWidget> m_foot;    ///< The spoken line and the strip of steps.
    QPointer<QWidget> m_corner;  ///< The keys, and a button that leaves.
    ui::RunLabel* m_line;
    ui::StepStrip* m_strip;
    ui::RunLabel* m_hints;
    QList<QShortcut*> m_keys;
    QTimer m_settle;
    Qt::WindowStates m_before;
    bool m_isOn = false;
};

}  // namespace attn::app
