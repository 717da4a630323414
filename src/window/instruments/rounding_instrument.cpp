#include "src/window/instruments/rounding_instrument.h"

#include "ui/heatmap/heatmap_view.h"
#include "ui/plots/map_with_table.h"
#include "ui/theme/style.h"
#include "ui/widgets/option_strip.h"
#include "ui/widgets/run_label.h"
#include "ui/widgets/segmented_control.h"

namespace attn::app {

RoundingInstrument::RoundingInstrument(Session& session, ShapeChoice&, QObject* parent)
    : RoundingInstrument(session, new ui::MapWithTable, parent) {}

RoundingInstrument::RoundingInstrument(Session& session, ui::MapWithTable* view, QObject* parent)
    : StudyInstrument(session, view, parent), m_view(view), m_precision(new ui::SegmentedControl(tr("Precision"))) {
    m_view->setObjectName(QStringLiteral("difference"));
    m_precision->setWords(QStringList{tr("float32"), tr("float64")});
    auto* strip = new ui::OptionStrip;
    strip->addGroup({new ui::RunLabel({{tr("Computed in"), ui::TextRun::Second}}), m_precision});
    addStrip(strip);
    connect(m_precision, &ui::SegmentedControl::chosen, this, [this] {
        show();
        emit wordsChanged();
    });
    connect(m_view->map(), &ui::HeatmapView::cellChosen, this, [this](Index row, Index) {
        ui::Selection selection = this->session().selection();
        selection.query = row;
        this->session().select(selection);
    });
}

QString RoundingInstrument::subtitle() const {
    return tr("head %1, naive less flash").arg(session().selection().head);
}

QString RoundingInstrument::note() const {
    return tr(
        "Flash attention is exact: it leaves nothing out. Its sums run in another order, so the last digits are "
        "rounded another way.");
}

QStringList RoundingInstrument::explanation() const {
    return {tr("A unit in the last place is the distance from a number to the next one that the type can hold. A "
               "cell shows how many of them "
               "naive and flash differ by."),
            tr("Both paths are run on the open scene in float32 and in float64, whatever its own type is.")};
}

void RoundingInstrument::refresh() {
    m_view->setTheme(ui::currentTheme().kind);
    if (!session().hasResult())
        return;
    const auto scene = session().result().scene;
    if (m_of == scene)
        return show();
    m_of = scene;
    run<RoundingStudy>([scene](const Progress& progress, const auto&) { return roundingStudy(scene, progress); },
                       [this](const RoundingStudy& study) {
                           m_study = study;
                           show();
                           emit wordsChanged();
                       });
}

void RoundingInstrument::show() {
    if (!m_study)
        return;
    m_view->setPictures(roundingPicture(*m_study, static_cast<std::size_t>(std::max(0, m_precision->current())),
                                        session().selection()),
                        roundingTable(*m_study));
    m_view->map()->setSelection(session().selection().query, -1);
}

std::optional<SceneFigure> RoundingInstrument::figure() const {
    if (!m_study)
        return {};
    return heatmapSceneFigure(view(), m_view->map()->picture(), exportOptions(), m_view->map()->marks());
}

}  // namespace attn::app
