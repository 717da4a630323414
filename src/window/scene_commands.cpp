#include "src/window/scene_commands.h"

#include <QCoreApplication>
#include <QInputDialog>

#include "core/scene/edit.h"
#include "core/scene/tokenize.h"

namespace attn::app {
namespace {

QString tr(const char* text) { return QCoreApplication::translate("SceneCommands", text); }

constexpr MatrixId kBiases[] = {MatrixId::bq, MatrixId::bk, MatrixId::bv, MatrixId::bo};

/// b_o only where there is a W_o to add it to.
bool mayHaveBias(const Scene& scene, MatrixId id) { return id != MatrixId::bo || scene.Wo; }

void takeEdited(Session& session, const QString& text, const Result<Edited>& edited) {
    if (!edited)
        return session.refuse(QString::fromStdString(edited.error().message));
    session.edit(Part::Everything, text, edited->scene);
    if (!edited->note.empty())
        session.tell(QString::fromStdString(edited->note));
}

void askForContext(Session& session, QWidget* window) {
    bool isGiven = false;
    const QString sentence = QInputDialog::getText(window, tr("Cross-attention"), tr("Sentence that the keys and values come from"),
                                                   QLineEdit::Normal, tr("the context"), &isGiven);
    if (!isGiven)
        return;
    const auto words = tokenize(sentence.toStdString());
    if (!words)
        return session.refuse(QString::fromStdString(words.error().message));
    takeEdited(session, tr("Attend to a context"), makeCross(session.scene(), *words));
}

/// Adds (or removes) every bias that is missing (or there) as one step.
Result<Scene> withBiases(const Scene& scene, bool wanted) {
    Scene next = scene;
    for (const MatrixId id : kBiases) {
        if (!mayHaveBias(next, id) || (matrixOf(next, id) != nullptr) == wanted)
            continue;
        auto changed = wanted ? addMatrix(next, id) : removeMatrix(next, id);
        if (!changed)
            return changed;
        next = *std::move(changed);
    }
    return next;
}

void moveHead(Session& session, Index step) {
    ui::Selection selection = session.selection();
    selection.head += step;
    session.select(selection);
}

}  // namespace

void connectSceneCommands(Actions& actions, Session& session, QWidget* window) {
    const auto on = [&](Actions::Id id, auto&& what) { QObject::connect(actions[id], &QAction::triggered, window, what); };
    on(Actions::MakeCross, [&session, window] { askForContext(session, window); });
    on(Actions::MakeSelf, [&session] { takeEdited(session, tr("Attend to itself"), makeSelf(session.scene())); });
    on(Actions::AddWo, [&session] { session.edit(Part::Everything, tr("Add W_o"), addMatrix(session.scene(), MatrixId::Wo)); });
    on(Actions::RemoveWo, [&session] { session.edit(Part::Everything, tr("Remove W_o"), removeMatrix(session.scene(), MatrixId::Wo)); });
    on(Actions::AddBiases, [&session] { session.edit(Part::Everything, tr("Add biases"), withBiases(session.scene(), true)); });
    on(Actions::RemoveBiases, [&session] { session.edit(Part::Everything, tr("Remove biases"), withBiases(session.scene(), false)); });
    on(Actions::NextHead, [&session] { moveHead(session, 1); });
    on(Actions::PreviousHead, [&session] { moveHead(session, -1); });

    const auto enable = [&actions, &session] {
        const Scene& scene = session.scene();
        int present = 0;
        int possible = 0;
        for (const MatrixId id : kBiases) {
            possible += mayHaveBias(scene, id) ? 1 : 0;
            present += matrixOf(scene, id) ? 1 : 0;
        }
        actions[Actions::MakeCross]->setEnabled(!scene.Xkv);
        actions[Actions::MakeSelf]->setEnabled(scene.Xkv != nullptr);
        actions[Actions::AddWo]->setEnabled(!scene.Wo);
        actions[Actions::RemoveWo]->setEnabled(scene.Wo != nullptr);
        actions[Actions::AddBiases]->setEnabled(present < possible);
        actions[Actions::RemoveBiases]->setEnabled(present > 0);
        actions[Actions::NextHead]->setEnabled(scene.heads > 1);
        actions[Actions::PreviousHead]->setEnabled(scene.heads > 1);
    };
    QObject::connect(&session, &Session::sceneChanged, window, enable);
}

}  // namespace attn::app
