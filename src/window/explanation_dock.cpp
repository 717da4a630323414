#include "src/window/explanation_dock.h"

#include <QScrollArea>
#include <QVBoxLayout>

#include "src/viewmodel/explanation.h"
#include "ui/explain/explanation_view.h"
#include "ui/widgets/run_label.h"
#include "ui/widgets/section.h"

namespace attn::app {

ExplanationDock::ExplanationDock(Session& session, QWidget* parent)
    : QStackedWidget(parent), m_session(session), m_view(new ui::ExplanationView), m_text(new QScrollArea) {
    m_text->setFrameShape(QFrame::NoFrame);
    m_text->setWidgetResizable(true);
    m_text->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_text->setAccessibleName(tr("Explanation"));
    addWidget(m_view);
    addWidget(m_text);
    connect(&session, &Session::progressed, this, [this] {
        if (m_session.hasResult())
            return m_view->setDimmed(true);
        ui::ExplanationPicture waiting;
        waiting.empty = tr("The scene is being evaluated.");
        m_view->setPicture(waiting);
    });
    connect(m_view, &ui::ExplanationView::keyChosen, this, [this](Index key) {
        ui::Selection selection = m_session.selection();
        selection.key = key;
        m_session.select(selection);
    });
    connect(m_view, &ui::ExplanationView::foldToggled, this, &ExplanationDock::toggle);
}

void ExplanationDock::toggle(ui::ExplainFold fold) {
    bool& isUnfolded = fold == ui::ExplainFold::Terms ? m_unfolded.terms : m_unfolded.keys;
    isUnfolded = !isUnfolded;
    show();
}

void ExplanationDock::showText(const QString& heading, const QStringList& paragraphs) {
    setCurrentWidget(paragraphs.isEmpty() ? static_cast<QWidget*>(m_view) : m_text);
    if (paragraphs.isEmpty())
        return show();
    if (paragraphs == m_paragraphs)
        return;
    m_paragraphs = paragraphs;
    auto* section = new ui::Section(heading);
    section->setLineVisible(false);
    for (const QString& paragraph : paragraphs) {
        auto* words = new ui::RunLabel(ui::proseRuns(paragraph, ui::TextRun::Second));
        words->setWrapped(true);
        section->addRow(words);
        section->body()->addSpacing(8);
    }
    auto* page = new QWidget;
    auto* column = new QVBoxLayout(page);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(section);
    column->addStretch();
    m_text->setWidget(page);
}

void ExplanationDock::show() {
    m_view->setDimmed(m_session.isStopped());
    if (!m_session.hasResult())
        return;
    const auto own = arithmetic ? arithmetic(m_unfolded) : std::nullopt;
    m_view->setPicture(own ? *own
                           : explanationPicture(*m_session.result().scene, *m_session.result().evaluation,
                                                m_session.selection(), m_unfolded));
}

}  // namespace attn::app
