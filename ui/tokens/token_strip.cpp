#include "ui/tokens/token_strip.h"

#include <QLineEdit>
#include <QVBoxLayout>

#include "ui/tokens/token_flow.h"

namespace attn::ui {

TokenStrip::TokenStrip(QWidget* parent) : QWidget(parent), m_flow(new TokenFlow(this)), m_sentence(new QLineEdit(this)) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(8);
    column->addWidget(m_flow);
    column->addWidget(m_sentence);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);

    m_sentence->setPlaceholderText(tr("Type or paste a sentence"));
    m_sentence->setAccessibleName(tr("Sentence"));
    m_sentence->setMaxLength(kMaxSentenceChars + 1);
    connect(m_sentence, &QLineEdit::returnPressed, this, [this] {
        const QString sentence = m_sentence->text().simplified();
        if (m_sentence->text().size() > kMaxSentenceChars) {
            emit message(tr("A sentence has at most %1 characters.").arg(kMaxSentenceChars), true);
            return;
        }
        if (sentence.isEmpty())
            return;
        m_sentence->clear();
        emit message({}, false);
        emit sentenceEntered(sentence);
    });
    connect(m_flow, &TokenFlow::tokenChosen, this, &TokenStrip::tokenChosen);
    connect(m_flow, &TokenFlow::tokenHovered, this, &TokenStrip::tokenHovered);
    connect(m_flow, &TokenFlow::renameRequested, this, &TokenStrip::renameRequested);
    connect(m_flow, &TokenFlow::removeRequested, this, &TokenStrip::removeRequested);
    connect(m_flow, &TokenFlow::moveRequested, this, &TokenStrip::moveRequested);
    connect(m_flow, &TokenFlow::insertRequested, this, &TokenStrip::insertRequested);
    connect(m_flow, &TokenFlow::message, this, &TokenStrip::message);
}

TokenStrip::~TokenStrip() = default;

void TokenStrip::setPicture(const TokensPicture& picture) { m_flow->setPicture(picture); }
const TokensPicture& TokenStrip::picture() const { return m_flow->picture(); }
void TokenStrip::setPointed(Index query, Index key) { m_flow->setPointed(query, key); }
void TokenStrip::setMaxRows(int rows) { m_flow->setMaxRows(rows); }
void TokenStrip::setSentenceVisible(bool isVisible) { m_sentence->setVisible(isVisible); }
QWidget* TokenStrip::chips() const { return m_flow; }
QRect TokenStrip::chipRect(Index index) const { return m_flow->chipRect(index); }

}  // namespace attn::ui
