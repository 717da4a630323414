#include "src/window/instruments/growth_instrument.h"

#include <QComboBox>
#include <QPushButton>

#include "core/base/text.h"
#include "core/cost/measure.h"
#include "core/evaluate/evaluate.h"
#include "src/viewmodel/flops_picture.h"
#include "src/viewmodel/growth_parts.h"
#include "src/viewmodel/memory_picture.h"
#include "ui/plots/growth_view.h"
#include "ui/theme/style.h"
#include "ui/widgets/buttons.h"
#include "ui/widgets/option_strip.h"
#include "ui/widgets/run_label.h"
#include "ui/widgets/segmented_control.h"

namespace attn::app {
namespace {

constexpr Index kProposedLength = 2048;
const QStringList kViews{QStringLiteral("memory"), QStringLiteral("flops"), QStringLiteral("time")};

}  // namespace

GrowthInstrument::GrowthInstrument(Session& session, ShapeChoice& choice, QObject* parent)
    : GrowthInstrument(session, choice, new ui::GrowthView, parent) {}

GrowthInstrument::GrowthInstrument(Session& session, ShapeChoice& choice, ui::GrowthView* view, QObject* parent)
    : StudyInstrument(session, view, parent),
      m_choice(choice),
      m_view(view),
      m_shape(new ShapeBar(choice, this)),
      m_quantity(new ui::SegmentedControl(tr("Quantity"))),
      m_upTo(new QComboBox),
      m_run(ui::plainButton("play", tr("Measure"))) {
    m_view->setObjectName(QStringLiteral("growth"));
    m_quantity->setEqualWidths(false);
    m_quantity->setWords(QStringList{tr("Memory"), tr("Arithmetic"), tr("Time")});
    m_upTo->setAccessibleName(tr("Measure up to"));
    for (const Index n : memoryLengths())
        m_upTo->addItem(tr("n = %1").arg(QString::fromStdString(countText(n))), QVariant::fromValue<qlonglong>(n));
    m_upTo->setCurrentIndex(m_upTo->findData(QVariant::fromValue<qlonglong>(kProposedLength)));
    m_run->setToolTip(
        tr("Really runs both kinds of attention on this machine, on random numbers, up to the chosen length"));
    auto* strip = new ui::OptionStrip;
    strip->addGroup(m_shape->controls());
    strip->addGroup({m_quantity, new ui::RunLabel({{tr("up to"), ui::TextRun::Second}}), m_upTo, m_run});
    addStrip(strip);
    connect(m_run, &QPushButton::clicked, this, [this] { study(true); });
    connect(m_quantity, &ui::SegmentedControl::chosen, this, [this] {
        show();
        emit wordsChanged();
    });
}

void GrowthInstrument::studyEnded() {
    m_run->setEnabled(true);
}

QString GrowthInstrument::view() const {
    return kViews[std::max(0, m_quantity->current())];
}

void GrowthInstrument::showView(const QString& id) {
    if (const auto at = kViews.indexOf(id); at >= 0)
        m_quantity->setCurrent(static_cast<int>(at));
    show();
}

QString GrowthInstrument::subtitle() const {
    return m_study ? shapeSubtitle(m_study->shape) : QString();
}

QString GrowthInstrument::note() const {
    switch (m_quantity->current()) {
        case 1:
            return tr(
                "Flash does the same products as naive attention, tile by tile. Only tiles that a mask empties are "
                "left out.");
        case 2:
            return tr(
                "“Measure” runs both on this machine. Counts say what must be done, seconds what one run of this "
                "program took.");
        default:
            return tr(
                "Naive attention writes down all n × n scores and weights. Flash attention works through them tile "
                "by tile and "
                "keeps one number for each row.");
    }
}

QStringList GrowthInstrument::explanation() const {
    return {tr("What is counted is the memory beyond Q, K, V and the output, and two operations for each "
               "multiplication with its addition. "
               "“Measure” really runs both on random numbers, on one thread, and reports the largest amount held at "
               "one time and the seconds."),
            tr("What flash does not change: the result is the same up to rounding, and the arithmetic still grows "
               "with n². For "
               "short sequences there is little to save.")};
}

void GrowthInstrument::study(bool measure) {
    const auto shape = m_choice.shape();
    if (!shape)
        return;
    MeasureSettings settings;
    settings.shape = *shape;
    settings.ns = memoryLengths();
    settings.measure = measure;
    settings.measureUpTo = m_upTo->currentData().toLongLong();
    settings.freeBytes = memoryLimit();
    const auto take = [this](const MemoryStudy& study) {
        m_study = study;
        show();
        emit wordsChanged();
    };
    if (!measure) {  // counting is a few multiplications
        if (const auto counted = memoryStudy(settings))
            take(*counted);
        return;
    }
    m_run->setEnabled(false);
    run<MemoryStudy>([settings](const Progress& progress,
                                const auto& arrived) { return memoryStudy(settings, progress, arrived); },
                     take);
}

std::optional<ui::GrowthPicture> GrowthInstrument::picture() const {
    if (!m_study)
        return {};
    const auto length = m_choice.sceneLength();
    switch (m_quantity->current()) {
        case 1:
            return flopsPicture(m_study->shape, memoryLengths(), length, session().scene().mask.causal.has_value(),
                                &*m_study);
        case 2:
            return timePicture(*m_study, length);
        default:
            return memoryPicture(*m_study, length, memoryLimit());
    }
}

void GrowthInstrument::refresh() {
    const auto shape = m_choice.shape();
    if (shape && (!m_study || m_study->shape != *shape)) {
        cancelWork();
        study(false);
    }
    m_shape->refresh();
    m_view->setTheme(ui::currentTheme());
    show();
}

void GrowthInstrument::show() {
    if (const auto shown = picture())
        m_view->setPicture(*shown);
}

std::optional<SceneFigure> GrowthInstrument::figure() const {
    if (!m_study)
        return {};
    return growthSceneFigure(view(), m_view->picture());
}

}  // namespace attn::app
