#include "src/window/actions.h"

#include <QActionGroup>
#include <QKeySequence>
#include <QWidget>

#include "ui/theme/icon.h"

namespace attn::app {
namespace {

struct Line {
    Actions::Id id;
    const char* text;
    const char* icon;  ///< null: none
    QKeySequence keys;
};

#define TEXT(words) QT_TRANSLATE_NOOP("attn::app::Actions", words)

std::vector<Line> table() {
    using K = QKeySequence;
    return {
        {Actions::New, TEXT("&New…"), "new", K::New},
        {Actions::Open, TEXT("&Open…"), "open", K::Open},
        {Actions::Save, TEXT("&Save"), "save", K::Save},
        {Actions::SaveAs, TEXT("Save &as…"), nullptr, K(Qt::CTRL | Qt::SHIFT | Qt::Key_S)},
        {Actions::Export, TEXT("&Export figure…"), "export", K(Qt::CTRL | Qt::Key_E)},
        {Actions::ExportAnimation, TEXT("Export &animation…"), nullptr, K(Qt::CTRL | Qt::SHIFT | Qt::Key_E)},
        {Actions::ExportPage, TEXT("Export the scene as a &page…"), nullptr, {}},
        {Actions::CopyFigure, TEXT("&Copy figure"), "copy", K(Qt::CTRL | Qt::SHIFT | Qt::Key_C)},
        {Actions::Quit, TEXT("&Quit"), nullptr, K(Qt::CTRL | Qt::Key_Q)},
        {Actions::Undo, TEXT("Undo"), "undo", K::Undo},
        {Actions::Redo, TEXT("Redo"), "redo", K(Qt::CTRL | Qt::SHIFT | Qt::Key_Z)},
        {Actions::Reset, TEXT("&Reset to the opened state"), "reset", K(Qt::CTRL | Qt::Key_R)},
        {Actions::CopyValues, TEXT("Copy &values with tokens"), nullptr, K(Qt::CTRL | Qt::ALT | Qt::Key_C)},
        {Actions::CopyNumbers, TEXT("Copy &numbers alone"), nullptr, {}},
        {Actions::MakeCross, TEXT("Attend to a context of its own (cross-attention)"), nullptr, {}},
        {Actions::MakeSelf, TEXT("Attend to itself (self-attention)"), nullptr, {}},
        {Actions::AddWo, TEXT("Add W_o"), nullptr, {}},
        {Actions::RemoveWo, TEXT("Remove W_o"), nullptr, {}},
        {Actions::AddBiases, TEXT("Add biases"), nullptr, {}},
        {Actions::RemoveBiases, TEXT("Remove biases"), nullptr, {}},
        {Actions::NextHead, TEXT("Next head"), nullptr, K(Qt::CTRL | Qt::Key_PageDown)},
        {Actions::PreviousHead, TEXT("Previous head"), nullptr, K(Qt::CTRL | Qt::Key_PageUp)},
        {Actions::TakeSnapshot, TEXT("Take a snapshot"), "snapshot", K(Qt::CTRL | Qt::Key_D)},
        {Actions::ThemeDesktop, TEXT("Theme of the &desktop"), nullptr, {}},
        {Actions::ThemeLight, TEXT("&Light theme"), nullptr, {}},
        {Actions::ThemeDark, TEXT("D&ark theme"), nullptr, {}},
        {Actions::ToggleTheme, TEXT("Switch between light and dark"), "theme", K(Qt::CTRL | Qt::Key_T)},
        {Actions::Font100, TEXT("Font size 100 %"), nullptr, {}},
        {Actions::Font115, TEXT("Font size 115 %"), nullptr, {}},
        {Actions::Font130, TEXT("Font size 130 %"), nullptr, {}},
        {Actions::Font150, TEXT("Font size 150 %"), nullptr, {}},
        {Actions::ShowScene, TEXT("&Scene"), nullptr, K(Qt::Key_F9)},
        {Actions::ShowExplanation, TEXT("&Explanation"), nullptr, K(Qt::Key_F10)},
        {Actions::FoldMatrices, TEXT("&Matrices"), nullptr, K(Qt::Key_F8)},
        {Actions::ResetArrangement, TEXT("&Reset the arrangement"), nullptr, {}},
        {Actions::Present, TEXT("&Present"), "present", K(Qt::Key_F5)},
        {Actions::Keys, TEXT("&Help and keys"), nullptr, K::HelpContents},
        {Actions::About, TEXT("&About Headscope"), nullptr, {}},
    };
}

#undef TEXT

}  // namespace

Actions::Actions(QWidget* window) : QObject(window) {
    for (const Line& line : table()) {
        auto* action = new QAction(tr(line.text), this);
        if (line.icon)
            action->setIcon(ui::icon(line.icon));
        action->setShortcut(line.keys);
        window->addAction(action);  // a shortcut works whatever menu is shown
        m_actions[line.id] = action;
    }
    for (const auto& group : {std::pair{ThemeDesktop, ThemeDark}, {Font100, Font150}}) {
        auto* choice = new QActionGroup(this);
        for (int id = group.first; id <= group.second; ++id) {
            m_actions[id]->setCheckable(true);
            choice->addAction(m_actions[id]);
        }
    }
    for (const Id id : {ShowScene, ShowExplanation, FoldMatrices, Present})
        m_actions[id]->setCheckable(true);
}

}  // namespace attn::app
