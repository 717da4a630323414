#include "ui/widgets/empty_state.h"

#include <QPainter>
#include <QVBoxLayout>

#include "ui/figure/plain_tool_tip.h"
#include "ui/theme/paint.h"
#include "ui/theme/style.h"
#include "ui/widgets/buttons.h"
#include "ui/widgets/run_label.h"

namespace attn::ui {

EmptyState::EmptyState(QWidget* parent)
    : QWidget(parent), m_sentence(new RunLabel({}, type::kLabel)), m_action(new LinkButton) {
    m_sentence->setWrapped(true);
    m_sentence->setAlignment(Qt::AlignHCenter);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(12, 12, 12, 12);
    column->setSpacing(2);
    column->addStretch(1);
    column->addWidget(m_sentence);
    column->addWidget(m_action, 0, Qt::AlignHCenter);
    column->addStretch(1);
    m_action->hide();
    connect(m_action, &QAbstractButton::clicked, this, &EmptyState::actionTriggered);
}

void EmptyState::setSentence(const TextRuns& runs) {
    TextRuns calm = runs;
    for (TextRun& run : calm)
        if (run.kind == TextRun::Normal)
            run.kind = TextRun::Second;
    m_sentence->setRuns(calm);
    setAccessibleName(plainText(runs));
}

void EmptyState::setCompact(bool isCompact) {
    if (isCompact == m_sentence->isHidden())
        return;
    m_sentence->setHidden(isCompact);
    const int side = isCompact ? 4 : 12;
    layout()->setContentsMargins(side, side, side, side);
    setToolTip(isCompact ? plainToolTip(accessibleName()) : QString());
}

void EmptyState::setAction(const TextRuns& runs) {
    m_action->setRuns(runs);
    m_action->setVisible(!runs.empty());
}

void EmptyState::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    paintDashedBox(painter, rect(), kInputRadius, currentTheme().strongLine);
}

}  // namespace attn::ui
