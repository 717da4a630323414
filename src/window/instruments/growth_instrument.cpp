#include "src/window/instruments/memory_instrument.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QPushButton>

#include "core/base/text.h"
#include "core/cost/measure.h"
#include "core/evaluate/evaluate.h"
#include "core/scene/validate.h"
#include "src/viewmodel/memory_picture.h"
#include "ui/plots/memory_view.h"
#include "ui/theme/style.h"
#include "ui/widgets/buttons.h"
#include "ui/widgets/run_label.h"

namespace attn::app {
namespace {

constexpr Index kProposedLength = 2048;

}  // namespace

MemoryInstrument::MemoryInstrument(Session& session, QObject* parent)
    : MemoryInstrument(session, new ui::MemoryView, parent) {}

MemoryInstrument::MemoryInstrument(Session& session, ui::MemoryView* view, QObject* parent)
    : StudyInstrument(session, view, parent), m_view(view), m_controls(new QWidget), m_upTo(new QComboBox),
      m_run(ui::plainButton("play", tr("Measure"))) {
    m_upTo->setAccessibleName(tr("Measure up to"));
    for (const Index n : memoryLengths())
        m_upTo->addItem(tr("n = %1").arg(QString::fromStdString(countText(n))), QVariant::fromValue<qlonglong>(n));
    m_upTo->setCurrentIndex(m_upTo->findData(QVariant::fromValue<qlonglong>(kProposedLength)));
    m_run->setToolTip(tr("Really runs both kinds of attention on this machine, on random numbers, up to the chosen length"));
    auto* line = new QHBoxLayout(m_controls);
    line->setContentsMargins(0, 0, 0, 0);
    line->setSpacing(8);
    line->addWidget(new ui::RunLabel({{tr("Measure up to"), ui::TextRun::Second}}));
    line->addWidget(m_upTo);
    line->addWidget(m_run);
    connect(m_run, &QPushButton::clicked, this, [this] { study(true); });
}

void MemoryInstrument::studyEnded() { m_run->setEnabled(true); }

std::optional<MemoryShape> MemoryInstrument::shapeOfScene() const {
    const auto dims = validate(session().scene());
    if (!dims)
        return {};
    return MemoryShape{dims->heads, dims->kvHeads, dims->dk, dims->dv, dims->batch, session().scene().precision, false};
}

QString MemoryInstrument::subtitle() const {
    if (!m_study)
        return {};
    const MemoryShape& shape = m_study->shape;
    return (shape.heads == 1 ? tr("1 head, d_k = %1, %2, batch %3") : tr("%1 heads, d_k = %2, %3, batch %4").arg(shape.heads))
        .arg(shape.dk)
        .arg(QString::fromStdString(precisionText(shape.precision)))
        .arg(shape.batch);
}

QString MemoryInstrument::note() const {
    return tr("Naive attention writes down all n × n scores and weights. Flash attention works through them tile by tile and keeps one "
              "number for each row.");
}

QStringList MemoryInstrument::explanation() const {
    QStringList paragraphs;
    paragraphs << tr("What is counted is the memory beyond Q, K, V and the output. “Measure” really runs both on random numbers, on one "
                     "thread, and reports the largest amount held at one time.")
               << tr("What flash does not change: the result is the same up to rounding, and the arithmetic still grows with n². For "
                     "short sequences there is little to save.");
    return paragraphs;
}

void MemoryInstrument::study(bool measure) {
    const auto shape = shapeOfScene();
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
    run<MemoryStudy>([settings](const Progress& progress, const auto& arrived) { return memoryStudy(settings, progress, arrived); },
                     take);
}

std::optional<ui::MemoryPicture> MemoryInstrument::picture() const {
    if (!m_study)
        return {};
    std::optional<Index> current;
    if (session().hasResult())
        current = session().result().evaluation->dims.nk;
    return memoryPicture(*m_study, current, memoryLimit());
}

void MemoryInstrument::refresh() {
    const auto shape = shapeOfScene();
    if (shape && (!m_study || m_study->shape != *shape)) {
        cancelWork();
        study(false);
    }
    m_view->setTheme(ui::currentTheme());
    show();
}

void MemoryInstrument::show() {
    if (const auto shown = picture())
        m_view->setPicture(*shown);
}

std::optional<SceneFigure> MemoryInstrument::figure() const {
    auto shown = picture();
    if (!shown)
        return {};
    return memorySceneFigure(std::move(*shown));
}

}  // namespace attn::app
