#include "src/window/instruments/study_instrument.h"

#include <QScrollArea>

namespace attn::app {

StudyInstrument::StudyInstrument(Session& session, QWidget* view, QObject* parent)
    : Instrument(session, parent), m_body(new QScrollArea) {
    m_body->setFrameShape(QFrame::NoFrame);
    m_body->setWidgetResizable(true);
    m_body->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_body->setFocusPolicy(Qt::NoFocus);  // the plots inside take the keys
    m_body->setWidget(view);
    connect(&m_job, &BackgroundJob::progressed, this,
            [this](double fraction) { emit working(fraction, progressWords(static_cast<int>(100.0 * fraction))); });
    connect(&m_job, &BackgroundJob::finished, this, [this] {
        emit working(1.0, {});
        studyEnded();
    });
}

QWidget* StudyInstrument::body() {
    return m_body;
}

}  // namespace attn::app
