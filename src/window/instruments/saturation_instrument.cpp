#include "src/window/instruments/saturation_instrument.h"

#include <QHBoxLayout>
#include <QScrollArea>
#include <QStackedWidget>
#include <QVBoxLayout>

#include "src/viewmodel/paired_picture.h"
#include "src/viewmodel/saturation_picture.h"
#include "src/window/instruments/row_controls.h"
#include "ui/plots/saturation_view.h"
#include "ui/saturation/softmax_row_view.h"
#include "ui/theme/style.h"
#include "ui/widgets/number_box.h"
#include "ui/widgets/run_label.h"
#include "ui/widgets/segmented_control.h"

namespace attn::app {
namespace {

QScrollArea* scrolling(QWidget* view) {
    auto* area = new QScrollArea;
    area->setFrameShape(QFrame::NoFrame);
    area->setWidgetResizable(true);
    area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    area->setFocusPolicy(Qt::NoFocus);  // the view inside takes the keys
    area->setWidget(view);
    return area;
}

QWidget* pageOf(QWidget* strip, QWidget* figure) {
    auto* page = new QWidget;
    auto* column = new QVBoxLayout(page);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(strip);
    column->addWidget(figure, 1);
    return page;
}

}  // namespace

SaturationInstrument::SaturationInstrument(Session& session, QObject* parent)
    : SaturationInstrument(session, new ui::SaturationView, parent) {}

SaturationInstrument::SaturationInstrument(Session& session, ui::SaturationView* view, QObject* parent)
    : StudyInstrument(session, view, parent), m_body(new QWidget), m_pages(new ui::SegmentedControl(tr("What is shown"))),
      m_stack(new QStackedWidget), m_rowControls(new RowControls(session)), m_row(new ui::SoftmaxRowView), m_view(view),
      m_paired(new ui::PairedView), m_keys(new ui::IntBox(tr("Keys"))), m_rows(new ui::IntBox(tr("Rows"))),
      m_seed(new ui::IntBox(tr("Seed"))), m_products(new ui::IntBox(tr("Products"))), m_runs(new ui::IntBox(tr("Runs"))),
      m_demonstrationSeed(new ui::IntBox(tr("Seed of the demonstration"))) {
    build();
    connect(m_pages, &ui::SegmentedControl::chosen, this, [this](int index) { show(static_cast<Page>(index)); });
    connect(m_rowControls, &RowControls::changed, this, [this] {
        showRow();
        emit wordsChanged();
    });
    connect(m_row, &ui::SoftmaxRowView::keyChosen, this, [this](Index key) {
        if (m_rowControls->isRandom()) {
            m_rowControls->setRandomKey(key);
            showRow();
            return;
        }
        ui::Selection selection = this->session().selection();
        selection.key = key;
        this->session().select(selection);
    });
    // The boxes follow the scene at once; the weights follow when they are computed.
    connect(&session, &Session::sceneChanged, this, [this] {
        if (m_body->isVisible())
            m_rowControls->showScene();
    });
    connect(&m_demonstration, &BackgroundJob::progressed, this,
            [this](double fraction) { emit working(fraction, tr("Repeating the demonstration, %1 %").arg(static_cast<int>(100.0 * fraction))); });
    connect(&m_demonstration, &BackgroundJob::finished, this, [this] { emit working(1.0, {}); });
}

void SaturationInstrument::build() {
    m_row->setObjectName(QStringLiteral("softmaxRow"));
    m_pages->setWords(std::vector<ui::TextRuns>{{{tr("One row")}},
                                                {{tr("Over d")}, {QStringLiteral("k"), ui::TextRun::Subscript}},
                                                {{tr("Demonstration")}}});
    m_pages->setWordToolTip(OneRow, tr("The weights of one query, the Jacobian of their softmax, and the gradient through it"));
    m_pages->setWordToolTip(OverWidths, tr("Entropy, largest weight and p (1 − p) of random rows over the width of a head"));
    m_pages->setWordToolTip(Demonstration, tr("The widely copied experiment: one softmax over 1000 products"));
    const SaturationSettings defaults;
    m_keys->setRange(2, 4096);
    m_keys->setValue(static_cast<int>(defaults.keys));
    m_rows->setRange(10, 100000);
    m_rows->setSingleStep(1000);
    m_rows->setValue(static_cast<int>(defaults.rows));
    const PairedSettings paired;
    m_products->setRange(2, 10000);
    m_products->setSingleStep(100);
    m_products->setValue(static_cast<int>(paired.products));
    m_runs->setRange(1, 2000);
    m_runs->setSingleStep(100);
    m_runs->setValue(static_cast<int>(paired.runs));
    for (ui::IntBox* seed : {m_seed, m_demonstrationSeed}) {
        seed->setRange(0, 999999);
        seed->setValue(1);
    }
    for (ui::IntBox* box : {m_keys, m_rows, m_seed})
        connect(box, &ui::IntBox::edited, this, &SaturationInstrument::study);
    for (ui::IntBox* box : {m_products, m_runs, m_demonstrationSeed})
        connect(box, &ui::IntBox::edited, this, &SaturationInstrument::demonstrate);
    m_stack->addWidget(pageOf(m_rowControls, scrolling(m_row)));
    m_stack->addWidget(pageOf(numbersRow({{tr("Keys"), m_keys}, {tr("Rows"), m_rows}, {tr("Seed"), m_seed}}), StudyInstrument::body()));
    m_stack->addWidget(
        pageOf(numbersRow({{tr("Products"), m_products}, {tr("Runs"), m_runs}, {tr("Seed"), m_demonstrationSeed}}), scrolling(m_paired)));
    auto* column = new QVBoxLayout(m_body);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(m_stack);
}

QWidget* SaturationInstrument::numbersRow(std::initializer_list<std::pair<QString, ui::IntBox*>> boxes) {
    auto* strip = new QWidget;
    auto* line = new QHBoxLayout(strip);
    line->setContentsMargins(16, 8, 16, 4);
    line->setSpacing(8);
    line->addWidget(new ui::RunLabel({{tr("Random vectors; the open scene is marked, not changed"), ui::TextRun::Second}}), 1);
    for (const auto& [text, box] : boxes) {
        line->addWidget(new ui::RunLabel({{text, ui::TextRun::Second}}));
        line->addWidget(box);
    }
    return strip;
}

QWidget* SaturationInstrument::controls() { return m_pages; }

SaturationInstrument::Page SaturationInstrument::page() const { return static_cast<Page>(std::max(0, m_stack->currentIndex())); }

void SaturationInstrument::show(Page page) {
    m_pages->setCurrent(page);
    m_stack->setCurrentIndex(page);
    refresh();
    emit wordsChanged();
}

QString SaturationInstrument::subtitle() const {
    switch (page()) {
        case OneRow:
            if (m_rowControls->isRandom())
                return tr("a random row");
            return tr("head %1, query %2").arg(session().selection().head).arg(session().selection().query);
        case OverWidths: return tr("raw against scaled");
        case Demonstration: break;
    }
    return tr("random pairs");
}

QString SaturationInstrument::note() const {
    switch (page()) {
        case OneRow:
            return tr("The nearer a row is to one-hot, the smaller its Jacobian, and the less of any gradient reaches the scores.") + u' ' +
                   m_rowControls->actsOn();
        case OverWidths:
            return tr("Without the scale the weights of a wide head fall on one key, and the gradient through the softmax vanishes; "
                      "divided by √d_k they keep their spread at every width.");
        case Demonstration: break;
    }
    return tr("One softmax over many unrelated products: its mean p (1 − p) can never come near 0.25, scaled or not.");
}

QStringList SaturationInstrument::explanation() const {
    switch (page()) {
        case OneRow: return m_rowControls->isRandom() ? m_row->picture().sentences : QStringList();
        case OverWidths: {
            const auto shown = picture();
            return shown ? shown->sentences : QStringList();
        }
        case Demonstration: break;
    }
    return m_pairedStudy ? pairedPicture(*m_pairedStudy).table.sentences : QStringList();
}

void SaturationInstrument::cancelWork() {
    StudyInstrument::cancelWork();
    m_demonstration.cancel();
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

void SaturationInstrument::demonstrate() {
    m_wasDemonstrated = true;
    PairedSettings settings;
    settings.products = m_products->value();
    settings.runs = m_runs->value();
    settings.seed = static_cast<std::uint64_t>(m_demonstrationSeed->value());
    m_demonstration.start([this, settings](const Progress& progress) {
        const auto study = pairedStudy(settings, progress);
        if (study)
            m_demonstration.deliver([this, study = *study] {
                m_pairedStudy = study;
                refresh();
                emit wordsChanged();
            });
        else if (study.error().code != ErrorCode::Cancelled)
            m_demonstration.deliver([this, why = QString::fromStdString(study.error().message)] { session().refuse(why); });
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

void SaturationInstrument::showRow() {
    m_row->setTheme(ui::currentTheme().kind);
    if (m_rowControls->isRandom()) {
        m_row->setPicture(softmaxRowPicture(m_rowControls->randomRow(), m_rowControls->randomKey()));
        m_row->setChosen(m_rowControls->randomKey());
    } else if (session().hasResult()) {
        const LiveResult& result = session().result();
        m_row->setPicture(softmaxRowPicture(*result.scene, *result.evaluation, session().selection(), m_rowControls->upstream()));
        m_row->setChosen(session().selection().key);
    }
}

void SaturationInstrument::refresh() {
    switch (page()) {
        case OneRow:
            m_rowControls->showScene();
            showRow();
            break;
        case OverWidths:
            if (!m_wasAsked)
                study();
            m_view->setTheme(ui::currentTheme());
            if (const auto shown = picture())
                m_view->setPicture(*shown);
            break;
        case Demonstration:
            if (!m_wasDemonstrated)
                demonstrate();
            m_paired->setTheme(ui::currentTheme());
            if (m_pairedStudy)
                m_paired->setPicture(pairedPicture(*m_pairedStudy));
            break;
    }
}

std::optional<SceneFigure> SaturationInstrument::figure() const {
    switch (page()) {
        case OneRow:
            if (!m_rowControls->isRandom() && !session().hasResult())
                return {};
            return softmaxRowSceneFigure(m_row->picture(), m_row->chosenPlace());
        case OverWidths: {
            auto shown = picture();
            if (!shown)
                return {};
            return saturationSceneFigure(std::move(*shown));
        }
        case Demonstration: break;
    }
    if (!m_pairedStudy)
        return {};
    return pairedSceneFigure(pairedPicture(*m_pairedStudy));
}

}  // namespace attn::app
