#pragma once
#include "src/window/actions.h"
#include "src/window/session.h"

class QWidget;

namespace attn::app {

/// What a person can do with snapshots; each is one undo step, and what is refused is said.

/// Keeps the scene as it is now, under the first free name.
void takeSnapshot(Session& session);
/// Makes the snapshot's scene the open one; the snapshot stays.
void restoreSnapshot(Session& session, std::size_t index);
void removeSnapshot(Session& session, std::size_t index);
void renameSnapshot(Session& session, std::size_t index, const QString& name);
/// Asks for the name.
void askSnapshotName(Session& session, std::size_t index, QWidget* window);

/// “before the scale”, or its place where it has no name.
QString snapshotName(const Snapshots& snapshots, std::size_t index);

void connectSnapshotCommands(Actions& actions, Session& session, QWidget* window);

}  // namespace attn::app
