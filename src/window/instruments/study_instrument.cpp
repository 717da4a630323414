#include "src/window/instruments/study_instrument.h"

#include <QScrollArea>
#include <QVBoxLayout>

namespace attn::app {

StudyInstrument::StudyInstrument(Session& session, QWidget* view, QObject* parent)
    : Instrument(session, parent), m_body(new QWidget), m_column(new QVBoxLayout(m_body)) {
    auto* scroll = new QScrollArea;
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setWidgetResizable(true);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setFocusPolicy(Qt::NoFocus);  // the plots inside take the keys
    scroll->setWidget(view);
    m_column->setContentsMargins(0, 0, 0, 0);
    m_column->setSpacing(0);
    m_column->addWidget(scroll, 1);
    connect(&m_job, &BackgroundJob::progressed, this,
            [this](double fraction) { emit working(fraction, progressWords(static_cast<int>(100.0 * fraction))); });
    connect(&m_job, &BackgroundJob::finished, this, [this] {
        emit working(1.0, {});
        studyEnded();
    });
}

void StudyInstrument::addStrip(QWidget* strip) {
    m_column->insertWidget(0, strip);
}

QWidget* StudyInstrument::body() {
    return m_body;
}

}  // namespace attn::app
