#include "src/window/instruments/compare_instrument.h"
#include "src/window/instruments/flash_instrument.h"
#include "src/window/instruments/heads_instrument.h"
#include "src/window/instruments/heatmap_instrument.h"
#include "src/window/instruments/lines_instrument.h"
#include "src/window/instruments/mask_instrument.h"
#include "src/window/instruments/saturation_instrument.h"
#include "src/window/instruments/sharing_instrument.h"
#include "src/window/instruments/steps_instrument.h"

namespace attn::app {
namespace {

template <class T>
InstrumentEntry entry(const char* id, const char* title, const QStringList& views = {}) {
    return {QLatin1String(id), Instrument::tr(title), [](Session& session, QObject* parent) { return new T(session, parent); }, views};
}

}  // namespace

const std::vector<InstrumentEntry>& instrumentRegistry() {
    static const std::vector<InstrumentEntry> kEntries{
        entry<StepsInstrument>("steps", QT_TRANSLATE_NOOP("attn::app::Instrument", "Steps")),
        entry<HeatmapInstrument>("heatmap", QT_TRANSLATE_NOOP("attn::app::Instrument", "Heatmap")),
        entry<HeadsInstrument>("heads", QT_TRANSLATE_NOOP("attn::app::Instrument", "Heads")),
        entry<LinesInstrument>("lines", QT_TRANSLATE_NOOP("attn::app::Instrument", "Lines")),
        entry<MaskInstrument>("mask", QT_TRANSLATE_NOOP("attn::app::Instrument", "Mask")),
        entry<SaturationInstrument>("saturation", QT_TRANSLATE_NOOP("attn::app::Instrument", "Saturation")),
        entry<FlashInstrument>("memory", QT_TRANSLATE_NOOP("attn::app::Instrument", "Flash"),
                               FlashInstrument::viewIds().mid(1)),
        entry<SharingInstrument>("sharing", QT_TRANSLATE_NOOP("attn::app::Instrument", "Sharing")),
        entry<CompareInstrument>("compare", QT_TRANSLATE_NOOP("attn::app::Instrument", "Compare")),
    };
    return kEntries;
}

}  // namespace attn::app
