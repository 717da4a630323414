#include "src/window/instruments/flash_instrument.h"

#include <QStackedWidget>
#include <algorithm>

#include "src/window/instruments/backward_instrument.h"
#include "src/window/instruments/growth_instrument.h"
#include "src/window/instruments/layers_instrument.h"
#include "src/window/instruments/rounding_instrument.h"
#include "src/window/instruments/tile_walk_instrument.h"
#include "src/window/instruments/traffic_instrument.h"
#include "ui/widgets/segmented_control.h"

namespace attn::app {

QStringList FlashInstrument::viewIds() {
    return {QStringLiteral("memory"),     QStringLiteral("flops"),   QStringLiteral("time"),
            QStringLiteral("backward"),   QStringLiteral("traffic"), QStringLiteral("tiles"),
            QStringLiteral("difference"), QStringLiteral("kinds")};
}

FlashInstrument::FlashInstrument(Session& session, QObject* parent)
    : Instrument(session, parent),
      m_choice(session),
      m_body(new QStackedWidget),
      m_words(new ui::SegmentedControl(tr("View"))) {
    const auto place = [&]<class T>(const T*, const QStringList& ids, const QString& word) {
        m_places.push_back({ids, word, [this, &session] { return new T(session, m_choice, this); }});
    };
    place(static_cast<GrowthInstrument*>(nullptr),
          {QStringLiteral("memory"), QStringLiteral("flops"), QStringLiteral("time")}, tr("Growth"));
    place(static_cast<BackwardInstrument*>(nullptr), {QStringLiteral("backward")}, tr("Backward"));
    place(static_cast<TrafficInstrument*>(nullptr), {QStringLiteral("traffic")}, tr("Traffic"));
    place(static_cast<TileWalkInstrument*>(nullptr), {QStringLiteral("tiles")}, tr("Tile walk"));
    place(static_cast<RoundingInstrument*>(nullptr), {QStringLiteral("difference")}, tr("Difference"));
    place(static_cast<LayersInstrument*>(nullptr), {QStringLiteral("kinds")}, tr("Layers"));
    QStringList words;
    for (const Place& each : m_places)
        words.append(each.word);
    m_words->setEqualWidths(false);
    m_words->setWords(words);
    show(0);
    connect(m_words, &ui::SegmentedControl::chosen, this, [this](int word) {
        show(word);
        refresh();
        emit wordsChanged();
    });
    connect(&m_choice, &ShapeChoice::changed, this, [this] {
        refresh();
        emit wordsChanged();
    });
}

QWidget* FlashInstrument::body() {
    return m_body;
}
QWidget* FlashInstrument::controls() {
    return m_words;
}

void FlashInstrument::show(int at) {
    Place& place = m_places[static_cast<std::size_t>(at)];
    if (!place.instrument) {
        place.instrument = place.make();
        m_body->addWidget(place.instrument->body());
        connect(place.instrument, &Instrument::wordsChanged, this, &Instrument::wordsChanged);
        connect(place.instrument, &Instrument::working, this, &Instrument::working);
    }
    m_current = at;
    m_body->setCurrentWidget(place.instrument->body());
    m_words->setCurrent(at);
}

void FlashInstrument::showView(const QString& id) {
    for (std::size_t i = 0; i < m_places.size(); ++i)
        if (m_places[i].ids.contains(id)) {
            show(static_cast<int>(i));
            shown().showView(id);
            refresh();
            emit wordsChanged();
        }
}

bool FlashInstrument::isWorking() const {
    return std::any_of(m_places.begin(), m_places.end(),
                       [](const Place& place) { return place.instrument && place.instrument->isWorking(); });
}

void FlashInstrument::cancelWork() {
    for (const Place& place : m_places)
        if (place.instrument)
            place.instrument->cancelWork();
}

}  // namespace attn::app
