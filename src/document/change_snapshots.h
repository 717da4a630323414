#pragma once
#include <QUndoCommand>
#include <memory>

#include "src/document/document.h"

namespace attn::app {

/// One undo step of the list of snapshots: holds the list that is not shown and exchanges it with the one that is.
class ChangeSnapshots : public QUndoCommand {
  public:
    ChangeSnapshots(Document& document, const QString& text, std::shared_ptr<const Snapshots> next)
        : QUndoCommand(text), m_document(document), m_other(std::move(next)) {}

    void redo() override { m_document.exchange(m_other); }
    void undo() override { m_document.exchange(m_other); }

  private:
    Document& m_document;
    std::shared_ptr<const Snapshots> m_other;
};

}  // namespace attn::app
