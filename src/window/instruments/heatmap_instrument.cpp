#include "src/window/instruments/heatmap_instrument.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <algorithm>

#include "src/viewmodel/stage_selection.h"
#include "src/window/instruments/stage_box.h"
#include "ui/heatmap/heatmap_view.h"
#include "ui/theme/style.h"
#include "ui/widgets/number_box.h"
#include "ui/widgets/run_label.h"

namespace attn::app {
namespace {

const std::pair<const char*, const char*> kRanges[] = {
    {"auto", QT_TRANSLATE_NOOP("attn::app::HeatmapInstrument", "Range automatic")},
    {"row", QT_TRANSLATE_NOOP("attn::app::HeatmapInstrument", "Range per row")},
    {"log", QT_TRANSLATE_NOOP("attn::app::HeatmapInstrument", "Range logarithmic")},
};

}  // namespace

HeatmapInstrument::HeatmapInstrument(Session& session, QObject* parent)
    : Instrument(session, parent), m_view(new ui::HeatmapView), m_controls(new QWidget), m_stageBox(new QComboBox),
      m_rangeBox(new QComboBox), m_headBox(new ui::IntBox(tr("Head"))) {
    m_view->setObjectName(QStringLiteral("heatmap"));
    m_stageBox->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_stageBox->setAccessibleName(tr("Stage"));
    m_stageBox->setToolTip(tr("Which stage of the computation is shown"));
    m_rangeBox->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_rangeBox->setAccessibleName(tr("Range of the colours"));
    m_rangeBox->setToolTip(tr("Which values get the first and the last colour; the numbers stay as they are"));
    for (const auto& [word, text] : kRanges)
        m_rangeBox->addItem(tr(text), QString::fromLatin1(word));
    auto* line = new QHBoxLayout(m_controls);
    line->setContentsMargins(0, 0, 0, 0);
    line->setSpacing(8);
    line->addWidget(new ui::RunLabel({{tr("Head"), ui::TextRun::Second}}));
    line->addWidget(m_headBox);
    line->addWidget(m_rangeBox);
    line->addWidget(m_stageBox);

    connect(m_stageBox, &QComboBox::activated, this, [this](int index) {
        m_stage = m_stages[static_cast<std::size_t>(index)];
        refresh();
        emit wordsChanged();
    });
    connect(m_rangeBox, &QComboBox::activated, this, [this] {
        m_look.range = *rangeFromWord(m_rangeBox->currentData().toString());
        refresh();
    });
    connect(m_headBox, &ui::IntBox::edited, this, [this](int head) {
        ui::Selection selection = this->session().selection();
        selection.head = head;
        this->session().select(selection);
    });
    connect(m_view, &ui::HeatmapView::cellChosen, this, [this](Index row, Index col) {
        if (!this->session().hasResult())
            return;
        this->session().select(selectionAt(this->session().scene(), m_stage, this->session().selection(), row, col));
    });
    connect(m_view, &ui::HeatmapView::cellHovered, this, [this](Index row, Index col) {
        const auto [query, key] = pointedTokens(m_stage, row, col);
        emit this->session().cellPointedAt(query, key);
    });
    connect(m_view, &ui::HeatmapView::hoverLeft, this, [this] { emit this->session().cellPointedAt(-1, -1); });
    connect(&session, &Session::tokenPointedAt, this, [this](Index token, bool isContext) {
        const auto [row, col] = pointedCell(this->session().scene(), m_stage, token, isContext);
        m_view->setHover(row, col);
    });
}

QWidget* HeatmapInstrument::body() { return m_view; }

ui::HeatmapPicture HeatmapInstrument::picture() const {
    const LiveResult& result = session().result();
    return stagePicture(*result.scene, *result.evaluation, m_stage, session().selection(), m_look);
}

QString HeatmapInstrument::subtitle() const { return session().hasResult() ? m_view->picture().subtitle : QString(); }

QString HeatmapInstrument::note() const {
    return session().hasResult() ? stageNote(*session().result().scene, *session().result().evaluation, m_stage, session().selection()) : QString();
}

void HeatmapInstrument::refresh() {
    if (!session().hasResult())
        return;
    fillStageBox(*m_stageBox, m_stages, stagesOf(*session().result().scene, *session().result().evaluation), m_stage);
    const ui::Selection& selection = session().selection();
    m_headBox->setRange(0, static_cast<int>(session().result().evaluation->dims.heads) - 1);
    m_headBox->setValue(static_cast<int>(selection.head));
    m_view->setTheme(ui::currentTheme().kind);
    m_view->setPicture(picture());
    const auto [row, col] = chosenCell(*session().result().scene, m_stage, selection);
    m_view->setSelection(row, col);
}

Instrument::Walk HeatmapInstrument::walk() const {
    Walk walk;
    for (const Stage stage : m_stages)
        walk.names << stageTitle(stage);
    walk.current = m_stageBox->currentIndex();
    return walk;
}

void HeatmapInstrument::walkTo(int step) {
    m_stage = m_stages[static_cast<std::size_t>(step)];
    m_stageBox->setCurrentIndex(step);
    refresh();
    emit wordsChanged();
}

/// A dozen tokens have numbers in their cells only where the type around them leaves the map its room.
double HeatmapInstrument::presentedScale() const {
    if (!session().hasResult())
        return 1.0;
    const Dimensions& dims = session().result().evaluation->dims;
    const Index longest = std::max(dims.nq, dims.nk);
    return longest > 6 && longest <= 16 ? 0.7 : 1.0;
}

std::optional<SceneFigure> HeatmapInstrument::figure() const {
    if (!session().hasResult())
        return {};
    const QString name = QStringLiteral("%1-head-%2").arg(stageWord(m_stage)).arg(session().selection().head);
    return heatmapSceneFigure(name, picture(), exportOptions(), m_view->marks());
}

}  // namespace attn::app
