#include "src/window/explanation_dock.h"

#include <QVBoxLayout>

#include "src/viewmodel/explanation.h"
#include "ui/explain/explanation_view.h"

namespace attn::app {

ExplanationDock::ExplanationDock(Session& session, QWidget* parent)
    : QWidget(parent), m_session(session), m_view(new ui::ExplanationView) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(m_view);
    connect(&session, &Session::resultChanged, this, &ExplanationDock::show);
    connect(&session, &Session::selectionChanged, this, &ExplanationDock::show);
    connect(m_view, &ui::ExplanationView::keyChosen, this, [this](Index key) {
        ui::Selection selection = m_session.selection();
        selection.key = key;
        m_session.select(selection);
    });
}

void ExplanationDock::show() {
    if (m_session.hasResult())
        m_view->setPicture(explanationPicture(*m_session.result().scene, *m_session.result().evaluation, m_session.selection()));
}

}  // namespace attn::app
