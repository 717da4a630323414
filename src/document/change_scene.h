#pragma once
#include <QUndoCommand>
#include <memory>

#include "src/document/document.h"

namespace attn::app {

/// One undo step: holds the scene that is not shown and exchanges it with the one that is.
class ChangeScene : public QUndoCommand {
  public:
    /// gesture: steps of one gesture and one part merge; 0: never.
    ChangeScene(Document& document, Part part, const QString& text, std::shared_ptr<const Scene> next, int gesture);

    void redo() override;
    void undo() override;
    int id() const override;
    /// Keeps the scene from before the gesture; a gesture that ends where it began leaves no step behind.
    bool mergeWith(const QUndoCommand* next) override;

  private:
    Document& m_document;
    Part m_part;
    std::shared_ptr<const Scene> m_other;
    int m_gesture;
};

}  // namespace attn::app
