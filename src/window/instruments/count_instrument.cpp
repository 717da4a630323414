#include "src/window/instruments/count_instrument.h"

#include <QScrollArea>
#include <QVBoxLayout>

#include "ui/widgets/message_strip.h"

namespace attn::app {

CountInstrument::CountInstrument(Session& session, ShapeChoice& choice, QObject* parent)
    : Instrument(session, parent),
      m_choice(choice),
      m_body(new QWidget),
      m_column(new QVBoxLayout(m_body)),
      m_fault(new ui::MessageStrip) {
    m_column->setContentsMargins(0, 0, 0, 0);
    m_column->setSpacing(0);
}

void CountInstrument::setParts(QWidget* strip, QWidget* view) {
    auto* scroll = new QScrollArea;
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setWidgetResizable(true);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setFocusPolicy(Qt::NoFocus);  // the plot inside takes the keys
    scroll->setWidget(view);
    m_column->addWidget(strip);
    m_column->addWidget(m_fault);
    m_column->addWidget(scroll, 1);
}

void CountInstrument::showFault(const QString& sentence) {
    if (sentence.isEmpty())
        m_fault->clear();
    else
        m_fault->showMessage(ui::MessageStrip::Kind::Fault, sentence);
}

}  // namespace attn::app
