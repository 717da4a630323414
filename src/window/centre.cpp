#include "src/window/centre.h"

#include <QEvent>

#include "ui/widgets/instrument_frame.h"

namespace attn::app {

Centre::Centre(Session& session, QWidget* parent)
    : QStackedWidget(parent), m_session(session), m_places(instrumentRegistry().size()) {
    connect(&session, &Session::resultChanged, this, &Centre::refresh);
    connect(&session, &Session::selectionChanged, this, &Centre::refresh);
    connect(&session, &Session::sceneChanged, this, &Centre::showState);
    connect(&session, &Session::progressed, this, [this](double fraction) {
        m_places[static_cast<std::size_t>(m_current)].frame->setProgress(
            fraction, tr("Evaluating, %1 %").arg(static_cast<int>(100.0 * fraction)));
    });
}

void Centre::make(int index) {
    Place& place = m_places[static_cast<std::size_t>(index)];
    if (place.frame)
        return;
    const InstrumentEntry& entry = instrumentRegistry()[static_cast<std::size_t>(index)];
    place.instrument = entry.make(m_session, this);
    place.frame = new ui::InstrumentFrame(entry.title, this);
    if (QWidget* controls = place.instrument->controls())
        place.frame->addControl(controls);
    place.frame->setBody(place.instrument->body());
    addWidget(place.frame);
    connect(place.instrument, &Instrument::wordsChanged, this, [this] {
        showWords();
        showState();
    });
    connect(place.instrument, &Instrument::working, place.frame,
            [this, frame = place.frame](double fraction, const QString& words) {
                if (fraction < 1.0)
                    return frame->setProgress(fraction, words);
                frame->clearProgress();
                emit workDone();
            });
    connect(place.frame, &ui::InstrumentFrame::cancelRequested, place.instrument, &Instrument::cancelWork);
    connect(place.frame, &ui::InstrumentFrame::cancelRequested, &m_session, &Session::cancelEvaluation);
    connect(place.frame, &ui::InstrumentFrame::messageActionTriggered, &m_session, [this] {
        m_session.evaluateAgain();
        showState();
    });
}

void Centre::show(int index) {
    if (index < 0 || index >= static_cast<int>(m_places.size()) || index == m_current)
        return;
    make(index);
    m_current = index;
    instrument()->explainOutside(m_isExplainedOutside);
    setCurrentWidget(m_places[static_cast<std::size_t>(index)].frame);
    refresh();
    emit currentChanged(index);
}

void Centre::showById(const QString& id) {
    const auto& entries = instrumentRegistry();
    for (std::size_t i = 0; i < entries.size(); ++i) {
        if (entries[i].id != id && !entries[i].views.contains(id))
            continue;
        show(static_cast<int>(i));
        if (instrument()->view() != id)
            instrument()->showView(id);
    }
}

void Centre::explainOutside(bool isOutside) {
    m_isExplainedOutside = isOutside;
    if (m_current >= 0)
        instrument()->explainOutside(isOutside);
}

QString Centre::currentView() const {
    const QString inside = m_current < 0 ? QString() : instrument()->view();
    return inside.isEmpty() ? currentId() : inside;
}

QString Centre::currentId() const {
    return m_current < 0 ? QString() : instrumentRegistry()[static_cast<std::size_t>(m_current)].id;
}

Instrument* Centre::instrument() const {
    return m_current < 0 ? nullptr : m_places[static_cast<std::size_t>(m_current)].instrument;
}

ui::InstrumentFrame* Centre::frame() const {
    return m_current < 0 ? nullptr : m_places[static_cast<std::size_t>(m_current)].frame;
}

void Centre::changeEvent(QEvent* event) {
    QStackedWidget::changeEvent(event);
    if (event->type() == QEvent::StyleChange)
        refresh();
}

void Centre::refresh() {
    if (Instrument* shown = instrument()) {
        shown->refresh();
        showWords();
        showState();
    }
}

void Centre::showWords() {
    if (m_current < 0)
        return;
    const Place& place = m_places[static_cast<std::size_t>(m_current)];
    place.frame->setTitle(place.instrument->title());
    place.frame->setSubtitle(ui::proseRuns(place.instrument->subtitle()));
    place.frame->setNote(ui::proseRuns(place.instrument->note()));
    emit wordsShown();
}

void Centre::showState() {
    if (m_current < 0)
        return;
    ui::InstrumentFrame* frame = m_places[static_cast<std::size_t>(m_current)].frame;
    if (m_session.isUpToDate() || m_session.isStopped() || !m_session.fault().isEmpty())
        frame->clearProgress();
    if (!m_session.fault().isEmpty())
        frame->showMessage(ui::MessageStrip::Kind::Fault, m_session.fault());
    else if (m_session.isStopped())
        frame->showMessage(ui::MessageStrip::Kind::Warning, tr("The evaluation was stopped: what is shown is not of this scene."),
                           tr("Run again"));
    else
        frame->clearMessage();
}

}  // namespace attn::app
