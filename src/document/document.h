#pragma once
#include <QObject>
#include <QUndoStack>
#include <functional>
#include <memory>

#include "core/base/result.h"
#include "core/scene/scene.h"
#include "src/document/snapshots.h"

namespace attn::app {

/// What an edit may have changed; views redraw what depends on it.
enum class Part { Everything, Tokens, Matrices, Heads, Scale, Mask, Precision };

/// The scene that is open, the snapshots kept beside it, and their history. Each is an immutable value: an edit replaces
/// it, undo and redo exchange it.
class Document : public QObject {
    Q_OBJECT

  public:
    explicit Document(QObject* parent = nullptr);

    const Scene& scene() const { return *m_scene; }
    /// Free, and safe to read on any thread for as long as it is held.
    std::shared_ptr<const Scene> snapshot() const { return m_scene; }
    /// The scene as it was opened; Reset goes back to it (undoable).
    std::shared_ptr<const Scene> opened() const { return m_opened; }

    QUndoStack& history() { return m_history; }
    bool isModified() const { return !m_history.isClean(); }

    /// Named scenes, in the order in which they were taken.
    const Snapshots& snapshots() const { return *m_snapshots; }

    /// Starts anew with `scene`: history cleared, state clean.
    void open(Scene scene, Snapshots snapshots = {});
    /// One undo step named `text` ("Change scale"). A scene equal to the present one pushes nothing.
    /// Refused, with the present scene kept, when validate() finds fault: the error is returned.
    Result<void> change(Part part, const QString& text, Scene next);
    Result<void> resetToOpened();
    /// One undo step; the scene stays as it is. A list equal to the present one pushes nothing.
    void changeSnapshots(const QString& text, Snapshots next);

    /// Between begin and end, changes of one part become one step; one that ends where it began leaves none.
    void beginGesture();
    void endGesture();

    /// Used by the history only.
    void exchange(std::shared_ptr<const Scene>& other, Part part);
    void exchange(std::shared_ptr<const Snapshots>& other);

  signals:
    void changed(attn::app::Part part);
    void snapshotsChanged();

  private:
    std::shared_ptr<const Scene> m_scene;
    std::shared_ptr<const Scene> m_opened;
    std::shared_ptr<const Snapshots> m_snapshots;
    QUndoStack m_history;
    int m_gesture = 0;       ///< 0: none.
    int m_lastGesture = 0;
};

}  // namespace attn::app
