#include "src/document/change_scene.h"

#include "core/scene/same.h"

namespace attn::app {

ChangeScene::ChangeScene(Document& document, Part part, const QString& text, std::shared_ptr<const Scene> next,
                         int gesture)
    : QUndoCommand(text), m_document(document), m_part(part), m_other(std::move(next)), m_gesture(gesture) {}

void ChangeScene::redo() { m_document.exchange(m_other, m_part); }
void ChangeScene::undo() { m_document.exchange(m_other, m_part); }

int ChangeScene::id() const { return m_gesture == 0 ? -1 : static_cast<int>(m_part); }

bool ChangeScene::mergeWith(const QUndoCommand* next) {
    const auto* other = dynamic_cast<const ChangeScene*>(next);
    if (!other || other->m_gesture != m_gesture || other->m_part != m_part)
        return false;
    setObsolete(sameScene(m_document.scene(), *m_other));
    return true;
}

}  // namespace attn::app
