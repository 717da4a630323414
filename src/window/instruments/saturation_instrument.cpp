#include "src/window/instruments/saturation_instrument.h"

#include <QHBoxLayout>

#include "src/viewmodel/saturation_picture.h"
#include "ui/plots/saturation_view.h"
#include "ui/theme/style.h"
#include "ui/widgets/number_box.h"
#include "ui/widgets/run_label.h"

namespace attn::app {

SaturationInstrument::SaturationInstrument(Session& session, QObject* parent)
    : SaturationInstrument(session, new ui::SaturationView, parent) {}

SaturationInstrument::SaturationInstrument(Session& session, ui::SaturationView* view, QObject* parent)
    : StudyInstrument(session, view, parent), m_view(view), m_controls(new QWidget),
      m_keys(new ui::IntBox(tr("Keys"))), m_rows(new ui::IntBox(tr("Rows"))), m_seed(new ui::IntBox(tr("Seed"))) {
    const SaturationSettings defaults;
    m_keys->setRange(2, 4096);
    m_keys->setValue(static_cast<int>(defaults.keys));
    m_rows->setRange(10, 100000);
    m_rows->setSingleStep(1000);
    m_rows->setValue(static_cast<int>(defaults.rows));
    m_seed->setRange(0, 999999);
    m_seed->setValue(static_cast<int>(defaults.seed));
    auto* line = new QHBoxLayout(m_controls);
    line->setContentsMargins(0, 0, 0, 0);
    line->setSpacing(8);
    for (auto& [text, box] : {std::pair{tr("Keys"), m_keys}, {tr("Rows"), m_rows}, {tr("Seed"), m_seed}}) {
        line->addWidget(new ui::RunLabel({{text, ui::TextRun::Second}}));
        line->addWidget(box);
        connect(box, &ui::IntBox::edited, this, &SaturationInstrument::study);
    }
}

QString SaturationInstrument::subtitle() const {
    return tr("raw against scaled");
}

QString SaturationInstrument::note() const {
    return tr("Without the scale the weights of a wide head fall on one key, and the gradient through the softmax vanishes; "
              "divided by √d_k they keep their spread at every width.");
}

QStringList SaturationInstrument::explanation() const {
    const auto shown = picture();
    return shown ? shown->sentences : QStringList();
}

void SaturationInstrument::study() {
    m_wasAsked = true;
    SaturationSettings settings;
    settings.keys = m_keys->value();
    settings.rows = m_rows->value();
    settings.seed = static_cast<std::uint64_t>(m_seed->value());
    run<SaturationStudy>([settings](const Progress& progress, const auto&) { return saturationStudy(settings, progress); },
                         [this](const SaturationStudy& study) {
                             m_study = study;
                             refresh();
                             emit wordsChanged();
                         });
}

std::optional<ui::SaturationPicture> SaturationInstrument::picture() const {
    if (!m_study)
        return {};
    std::optional<SceneMark> mark;
    if (session().hasResult())
        mark = sceneMark(*session().result().evaluation, session().selection().head);
    return saturationPicture(*m_study, mark);
}

void SaturationInstrument::refresh() {
    if (!m_wasAsked)
        study();
    m_view->setTheme(ui::currentTheme());
    if (const auto shown = picture())
        m_view->setPicture(*shown);
}

std::optional<SceneFigure> SaturationInstrument::figure() const {
    auto shown = picture();
    if (!shown)
        return {};
    return saturationSceneFigure(std::move(*shown));
}

}  // namespace attn::app
