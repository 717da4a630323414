#include "src/document/document.h"

#include "core/scene/same.h"
#include "core/scene/validate.h"
#include "src/document/change_scene.h"
#include "src/document/change_snapshots.h"

namespace attn::app {

Document::Document(QObject* parent)
    : QObject(parent), m_scene(std::make_shared<const Scene>()), m_opened(m_scene),
      m_snapshots(std::make_shared<const Snapshots>()) {}

void Document::open(Scene scene, Snapshots snapshots) {
    m_gesture = 0;
    m_scene = std::make_shared<const Scene>(std::move(scene));
    m_opened = m_scene;
    m_snapshots = std::make_shared<const Snapshots>(std::move(snapshots));
    m_history.clear();
    emit changed(Part::Everything);
    emit snapshotsChanged();
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

void Document::changeSnapshots(const QString& text, Snapshots next) {
    if (next != *m_snapshots)
        m_history.push(new ChangeSnapshots(*this, text, std::make_shared<const Snapshots>(std::move(next))));
}

void Document::beginGesture() { m_gesture = ++m_lastGesture; }
void Document::endGesture() { m_gesture = 0; }

void Document::exchange(std::shared_ptr<const Scene>& other, Part part) {
    std::swap(m_scene, other);
    emit changed(part);
}

void Document::exchange(std::shared_ptr<const Snapshots>& other) {
    std::swap(m_snapshots, other);
    emit snapshotsChanged();
}

}  // namespace attn::app
