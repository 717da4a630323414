#include "ui/explain/explanation_view.h"

#include <QApplication>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QKeyEvent>
#include <QMenu>
#include <algorithm>

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
    connect(m_page, &ExplanationPage::foldToggled, this, &ExplanationView::foldToggled);
}

void ExplanationView::setPicture(const ExplanationPicture& picture) { m_page->setPicture(picture); }
const ExplanationPicture& ExplanationView::picture() const { return m_page->picture(); }
void ExplanationView::setDimmed(bool isDimmed) { m_page->setDimmed(isDimmed); }
QSize ExplanationView::sizeHint() const { return {scaled(288), 600}; }

void ExplanationView::resizeEvent(QResizeEvent* event) {
    QScrollArea::resizeEvent(event);
    layOut();
}

void ExplanationView::setPageLimit(int width) {
    m_limit = width;
    layOut();
}

void ExplanationView::layOut() { m_page->setPageWidth(m_limit > 0 ? std::min(m_limit, viewport()->width()) : viewport()->width()); }

void ExplanationView::copyText() const { QApplication::clipboard()->setText(plainText(picture())); }

bool ExplanationView::chooseBar(int key) {
    const std::vector<ExplainBar>& bars = picture().bars;
    const auto chosen = std::find_if(bars.begin(), bars.end(), [](const ExplainBar& bar) { return bar.isChosen; });
    if (chosen == bars.end())
        return false;
    auto next = chosen;
    if (key == Qt::Key_Left && chosen != bars.begin())
        --next;
    else if (key == Qt::Key_Right && chosen + 1 != bars.end())
        ++next;
    else if (key == Qt::Key_Home)
        next = bars.begin();
    else if (key == Qt::Key_End)
        next = bars.end() - 1;
    else if (key != Qt::Key_Left && key != Qt::Key_Right)
        return false;
    if (next != chosen)
        emit keyChosen(next->label.index);
    return true;
}

bool ExplanationView::toggleFolds() {
    std::vector<ExplainFold> folds;
    for (const ExplainSection& section : picture().sections)
        for (const ExplainLine& line : section.lines)
            if (line.fold != ExplainFold::None)
                folds.push_back(line.fold);
    for (const ExplainFold fold : folds)
        emit foldToggled(fold);
    return !folds.empty();
}

void ExplanationView::keyPressEvent(QKeyEvent* event) {
    const bool isToggle = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter || event->key() == Qt::Key_Space;
    if (event->matches(QKeySequence::Copy))
        copyText();
    else if (event->modifiers() != Qt::NoModifier || !(isToggle ? toggleFolds() : chooseBar(event->key())))
        QScrollArea::keyPressEvent(event);
}

void ExplanationView::contextMenuEvent(QContextMenuEvent* event) {
    QMenu menu(this);
    menu.addAction(tr("Copy as text"), this, &ExplanationView::copyText);
    menu.exec(event->globalPos());
}

}  // namespace attn::ui
