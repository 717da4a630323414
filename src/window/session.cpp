#include "src/window/session.h"

#include <utility>

#include "core/scene/same.h"
#include "core/scene/validate.h"
#include "src/viewmodel/heatmap_pictures.h"

namespace attn::app {

Session::Session(QObject* parent) : QObject(parent) {
    connect(&m_document, &Document::changed, this, &Session::takeChange);
    connect(&m_live, &LiveEvaluation::finished, this, &Session::accept);
    connect(&m_live, &LiveEvaluation::progressed, this, &Session::progressed);
}

void Session::select(const ui::Selection& selection) {
    const auto dims = validate(scene());
    const ui::Selection wanted = dims ? clamped(selection, *dims) : selection;
    if (wanted == m_selection)
        return;
    m_selection = wanted;
    emit selectionChanged();
}

void Session::setCompared(const Compared& compared) {
    m_compared = compared;
    emit comparedChanged();
}

QString Session::edit(Part part, const QString& text, Result<Scene> next) {
    QString reason;
    if (!next)
        reason = QString::fromStdString(next.error().message);
    else if (const auto done = m_document.change(part, text, *std::move(next)); !done)
        reason = QString::fromStdString(done.error().message);
    if (!reason.isEmpty())
        refuse(reason);
    return reason;
}

void Session::resetToOpened() {
    if (const auto done = m_document.resetToOpened(); !done)
        refuse(QString::fromStdString(done.error().message));
}

void Session::evaluateAgain() {
    m_isStopped = false;
    EvaluateOptions options;
    options.metrics = m_areMetricsWanted;  // what the window shows of rows it takes from the weights
    options.jacobianNorms = false;
    options.anew = false;
    m_live.request(m_document.snapshot(), options);
}

void Session::setMetricsWanted(bool areWanted) {
    if (std::exchange(m_areMetricsWanted, areWanted) || !areWanted)
        return;
    if (hasResult() && !m_result.evaluation->headMetrics)
        evaluateAgain();
}

void Session::cancelEvaluation() {
    if (isUpToDate())
        return;
    m_live.cancel();
    m_isStopped = true;
    emit resultChanged();
}

void Session::takeChange(Part part) {
    if (m_result.scene && !sameShapes(*m_result.scene, scene()))
        m_result = {};
    evaluateAgain();
    select(m_selection);
    emit sceneChanged(part);
}

void Session::accept(const LiveResult& result) {
    if (result.evaluation) {
        m_result = result;
        m_fault.clear();
    } else {
        m_fault = QString::fromStdString(result.error.message);
    }
    emit resultChanged();
}

}  // namespace attn::app
