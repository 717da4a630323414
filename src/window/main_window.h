#pragma once
#include <QMainWindow>

#include "src/window/actions.h"
#include "src/window/appearance.h"
#include "src/window/session.h"

namespace attn::ui {
class InstrumentTabs;
class MatrixPanel;
class PrimaryButton;
class RunLabel;
}  // namespace attn::ui

namespace attn::app {

class Centre;
class ExplanationDock;
class Files;
class Docks;
class Matrices;
class Presentation;
class SettingsStore;
class SceneDock;

/// Puts the parts in their places and joins them; knows nothing of attention.
class MainWindow : public QMainWindow {
    Q_OBJECT

  public:
    explicit MainWindow(Appearance& appearance, QWidget* parent = nullptr);
    ~MainWindow() override;

    Session& session() { return m_session; }
    Files& files() { return *m_files; }
    Centre& centre() { return *m_centre; }
    Actions& actions() { return m_actions; }
    Docks& docks() { return *m_docks; }
    Presentation& presentation() { return *m_presentation; }
    /// Takes the arrangement of the docks from `store`, which outlives the window, and leaves it there at closing.
    void rememberArrangement(SettingsStore& store);
    /// Everything that is to be seen has been computed.
    bool isSettled() const;

  protected:
    void closeEvent(QCloseEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

  private:
    void makeMenus();
    void makeToolBar();
    void makeDocks();
    void connectActions();
    void showTitle();
    void showActions();
    void showSceneMenu();

    Appearance& m_appearance;
    Session m_session;
    Actions m_actions;
    Files* m_files;
    Centre* m_centre;
    SceneDock* m_sceneDock = nullptr;
    ui::MatrixPanel* m_matrices = nullptr;
    ui::InstrumentTabs* m_tabs = nullptr;
    ui::PrimaryButton* m_export = nullptr;
    Docks* m_docks = nullptr;
    Presentation* m_presentation = nullptr;
    SettingsStore* m_store = nullptr;
    ui::RunLabel* m_name = nullptr;
};

}  // namespace attn::app
