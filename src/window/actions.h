#pragma once
#include <QAction>
#include <QHash>
#include <QObject>

namespace attn::app {

/// Everything that a person can ask of the window, in one table: words, icon, shortcut. What each does is connected by
/// the window.
class Actions : public QObject {
    Q_OBJECT

  public:
    enum Id {
        New, Open, Save, SaveAs, Export, ExportAnimation, ExportPage, CopyFigure, Quit,
        Undo, Redo, Reset, CopyValues, CopyNumbers,
        MakeCross, MakeSelf, AddWo, RemoveWo, AddBiases, RemoveBiases,
        NextHead, PreviousHead, TakeSnapshot,
        ThemeDesktop, ThemeLight, ThemeDark, ToggleTheme,
        Font100, Font115, Font130, Font150,
        ShowScene, ShowExplanation, FoldMatrices, ResetArrangement, Present,
        Keys, About,
        kCount
    };

    explicit Actions(QWidget* window);
    QAction* operator[](Id id) const { return m_actions[id]; }

  private:
    QAction* m_actions[kCount] = {};
};

}  // namespace attn::app
