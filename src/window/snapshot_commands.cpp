#include "src/window/snapshot_commands.h"

#include <QCoreApplication>
#include <QInputDialog>

#include "src/viewmodel/shown.h"

namespace attn::app {
namespace {

QString tr(const char* text) {
    return QCoreApplication::translate("SnapshotCommands", text);
}

/// Joined without arg(): a name may itself hold "%1".
QString quotedName(const Snapshots& snapshots, std::size_t index) {
    return QStringLiteral("“") + snapshotName(snapshots, index) + QStringLiteral("”");
}

void take(Session& session, const QString& text, Result<Snapshots> next) {
    if (!next)
        return session.refuse(QString::fromStdString(next.error().message));
    session.document().changeSnapshots(text, *std::move(next));
}

}  // namespace

QString snapshotName(const Snapshots& snapshots, std::size_t index) {
    const QString name = QString::fromStdString(snapshots[index].name);
    return name.trimmed().isEmpty() ? tr("Unnamed %1").arg(index + 1) : name;
}

void takeSnapshot(Session& session) {
    const Snapshots& snapshots = session.document().snapshots();
    const std::string name = freeSnapshotName(snapshots);
    const QString shown = QString::fromStdString(name);
    take(session, tr("Take “%1”").arg(shown), withSnapshot(snapshots, name, session.document().snapshot()));
    session.tell(tr("“%1” keeps the scene as it is now; Compare shows it beside what you change.").arg(shown));
}

void restoreSnapshot(Session& session, std::size_t index) {
    const Snapshots& snapshots = session.document().snapshots();
    if (index >= snapshots.size())
        return;
    const std::shared_ptr<const Scene> scene = snapshots[index].scene;
    if (const auto shown = needShown(*scene); !shown)
        return session.refuse(QString::fromStdString(shown.error().message));
    session.edit(Part::Everything, tr("Restore ") + quotedName(snapshots, index), *scene);
}

void removeSnapshot(Session& session, std::size_t index) {
    const Snapshots& snapshots = session.document().snapshots();
    if (index < snapshots.size())
        take(session, tr("Remove ") + quotedName(snapshots, index), withoutSnapshot(snapshots, index));
}

void renameSnapshot(Session& session, std::size_t index, const QString& name) {
    const Snapshots& snapshots = session.document().snapshots();
    if (index < snapshots.size())
        take(session, tr("Rename ") + quotedName(snapshots, index),
             withSnapshotName(snapshots, index, name.trimmed().toStdString()));
}

void askSnapshotName(Session& session, std::size_t index, QWidget* window) {
    if (index >= session.document().snapshots().size())
        return;
    bool isGiven = false;
    const QString name =
        QInputDialog::getText(window, tr("Rename the snapshot"), tr("Name"), QLineEdit::Normal,
                              QString::fromStdString(session.document().snapshots()[index].name), &isGiven);
    if (isGiven)
        renameSnapshot(session, index, name);
}

void connectSnapshotCommands(Actions& actions, Session& session, QWidget* window) {
    QObject::connect(actions[Actions::TakeSnapshot], &QAction::triggered, window,
                     [&session] { takeSnapshot(session); });
}

}  // namespace attn::app
