#include "src/document/document.h"

#include "core/scene/same.h"
#include "core/scene/validate.h"
#include "src/document/change_scene.h"

namespace attn::app {

Document::Document(QObject* parent)
    : QObject(parent), m_scene(std::make_shared<const Scene>()), m_opened(m_scene) {}

void Document::open(Scene scene) {
    m_gesture = 0;
    m_scene = std::make_shared<const Scene>(std::move(scene));
    m_opened = m_scene;
    m_history.clear();
    emit changed(Part::Everything);
}

Result<void> Document::change(Part part, const QString& text, Scene next) {
    if (sameScene(*m_scene, next))
        return {};
    if (const auto sizes = validate(next); !sizes)
        return sizes.error();
    m_history.push(new ChangeScene(*this, part, text, std::make_shared<const Scene>(std::move(next)), m_gesture));
    return {};
}

Result<void> Document::resetToOpened() {
    return change(Part::Everything, tr("Reset to the opened scene"), *m_opened);
}

void Document::beginGesture() { m_gesture = ++m_lastGesture; }
void Document::endGesture() { m_gesture = 0; }

void Document::exchange(std::shared_ptr<const Scene>& other, Part part) {
    std::swap(m_scene, other);
    emit changed(part);
}

}  // namespace attn::app
