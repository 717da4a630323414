#include "ui/explain/explanation_view.h"

#include <QApplication>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QKeyEvent>
#include <QMenu>

#include "ui/explain/explanation_page.h"
#include "ui/theme/style.h"

namespace attn::ui {

ExplanationView::ExplanationView(QWidget* parent) : QScrollArea(parent), m_page(new ExplanationPage) {
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    // The page keeps one width whether it scrolls or not, so that nothing jumps.
    setVerticalScrollBarPolicy(Qt::ScrollBarAsNeeded);
    setWidget(m_page);
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(tr("Explanation"));
    setMinimumWidth(240);
    connect(m_page, &ExplanationPage::keyChosen, this, &ExplanationView::keyChosen);
}

void ExplanationView::setPicture(const ExplanationPicture& picture) { m_page->setPicture(picture); }
const ExplanationPicture& ExplanationView::picture() const { return m_page->picture(); }
void ExplanationView::setDimmed(bool isDimmed) { m_page->setDimmed(isDimmed); }
QSize ExplanationView::sizeHint() const { return {scaled(288), 600}; }

void ExplanationView::resizeEvent(QResizeEvent* event) {
    QScrollArea::resizeEvent(event);
    m_page->setPageWidth(viewport()->width());
}

void ExplanationView::copyText() const { QApplication::clipboard()->setText(plainText(picture())); }

void ExplanationView::keyPressEvent(QKeyEvent* event) {
    if (event->matches(QKeySequence::Copy))
        copyText();
    else
        QScrollArea::keyPressEvent(event);
}

void ExplanationView::contextMenuEvent(QContextMenuEvent* event) {
    QMenu menu(this);
    menu.addAction(tr("Copy as text"), this, &ExplanationView::copyText);
    menu.exec(event->globalPos());
}

}  // namespace attn::ui
