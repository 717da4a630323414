#include "src/window/instruments/heads_instrument.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QPushButton>
#include <algorithm>
#include <utility>

#include "core/scene/edit.h"
#include "src/viewmodel/stage_selection.h"
#include "ui/heatmap/heatmap_view.h"
#include "ui/heatmap/thumbnail_grid.h"
#include "ui/theme/style.h"
#include "ui/widgets/section.h"
#include "ui/widgets/segmented_control.h"

namespace attn::app {

HeadsInstrument::HeadsInstrument(Session& session, QObject* parent)
    : Instrument(session, parent), m_body(new QWidget), m_controls(new QWidget), m_order(new QComboBox),
      m_filter(new QComboBox), m_silence(new QPushButton(tr("Silence"))), m_grid(new ui::ThumbnailGrid), m_view(new ui::HeatmapView),
      m_combine(new ui::SegmentedControl(tr("What the large map shows"))) {
    m_grid->setObjectName(QStringLiteral("heads"));
    m_combine->setWords(QStringList{tr("One"), tr("Mean"), tr("Max"), tr("Difference")});
    m_combine->setWordToolTip(One, tr("The chosen head"));
    m_combine->setWordToolTip(Mean, tr("The mean of the weights over the marked heads, or over all"));
    m_combine->setWordToolTip(Largest, tr("The largest weight that any marked head gives, or any at all"));
    m_combine->setWordToolTip(Difference, tr("The head marked first less the one marked second; without two marks, the chosen head less the one chosen before it"));
    m_combine->setEqualWidths(false);
    m_order->setAccessibleName(tr("Order of the heads"));
    m_order->addItems(headOrderNames());
    m_filter->setAccessibleName(tr("Which heads are shown"));
    m_filter->setToolTip(tr("All heads, the first of the order, or those that are marked"));
    m_filter->addItem(tr("All"), 0);
    m_filter->addItem(tr("First 4"), 4);
    m_filter->addItem(tr("First 8"), 8);
    m_filter->addItem(tr("Marked"), -1);
    m_grid->setMarkable(true);
    m_grid->setToolTip(tr("Ctrl and a click, or Space, marks a head to be combined with others"));
    m_silence->setCheckable(true);
    m_silence->setToolTip(tr("Count the output of the chosen head as zero"));
    auto* controls = new QHBoxLayout(m_controls);
    controls->setContentsMargins(0, 0, 0, 0);
    controls->setSpacing(8);
    for (QWidget* control : std::initializer_list<QWidget*>{m_order, m_filter, m_silence, m_combine})
        controls->addWidget(control);
    auto* line = new QHBoxLayout(m_body);
    line->setContentsMargins(0, 0, 0, 0);
    line->setSpacing(0);
    m_grid->setFixedWidth(m_grid->sizeHint().width());
    line->addWidget(m_grid);
    line->addWidget(new ui::Hairline(Qt::Vertical));
    line->addWidget(m_view, 1);

    connect(m_grid, &ui::ThumbnailGrid::chosen, this, [this](Index head) {
        ui::Selection selection = this->session().selection();
        selection.head = head;
        this->session().select(selection);
    });
    connect(m_grid, &ui::ThumbnailGrid::markToggled, this, &HeadsInstrument::mark);
    connect(m_filter, &QComboBox::activated, this, [this] { refresh(); });
    connect(m_order, &QComboBox::activated, this, &HeadsInstrument::sort);
    connect(m_silence, &QPushButton::clicked, this, [this] {
        const Index head = this->session().selection().head;
        this->session().edit(Part::Heads, m_silence->isChecked() ? tr("Silence head %1").arg(head) : tr("Sound head %1").arg(head),
                             toggleSilenced(this->session().scene(), head));
    });
    connect(m_combine, &ui::SegmentedControl::chosen, this, [this] {
        refresh();
        emit wordsChanged();
    });
    connect(m_view, &ui::HeatmapView::cellHovered, &session, &Session::cellPointedAt);
    connect(m_view, &ui::HeatmapView::hoverLeft, &session, [&session] { emit session.cellPointedAt(-1, -1); });
    connect(&session, &Session::tokenPointedAt, this, [this](Index token, bool isContext) {
        const auto [row, col] = pointedCell(this->session().scene(), Stage::Weights, token, isContext);
        m_view->setHover(row, col);
    });
    connect(m_view, &ui::HeatmapView::cellChosen, this, [this](Index row, Index col) {
        if (!this->session().hasResult())
            return;
        this->session().select(
            selectionAt(this->session().scene(), Stage::Weights, this->session().selection(), row, col));
    });
}

QWidget* HeadsInstrument::controls() { return m_controls; }

HeadsInstrument::Combination HeadsInstrument::combination() const { return static_cast<Combination>(m_combine->current()); }

std::pair<Index, Index> HeadsInstrument::differed() const {
    if (m_marked.size() == 2)
        return {m_marked[0], m_marked[1]};
    const Index heads = session().result().evaluation->dims.heads;
    if (m_before < heads && m_before != m_chosen)
        return {m_chosen, m_before};
    return {m_chosen, m_chosen == 0 ? heads - 1 : 0};
}

void HeadsInstrument::mark(Index head) {
    if (std::erase(m_marked, head) == 0)
        m_marked.push_back(head);
    refresh();
    emit wordsChanged();
}

std::vector<ui::Thumbnail> HeadsInstrument::shownHeads() const {
    const LiveResult& result = session().result();
    const Index batch = session().selection().batch;
    HeadFilter filter;
    if (const int most = m_filter->currentData().toInt(); most < 0)
        filter.only = m_marked;
    else
        filter.most = most;
    return filteredHeads(
        orderedHeads(thumbnailPictures(*result.scene, *result.evaluation, Stage::Weights, batch), *result.evaluation,
                     batch, static_cast<HeadOrder>(m_order->currentIndex())),
        filter);
}

void HeadsInstrument::sort(int order) {
    session().setMetricsWanted(order != 0);
    refresh();
    emit wordsChanged();
}

QString HeadsInstrument::subtitle() const {
    if (!session().hasResult())
        return {};
    if (combination() != One)
        return m_view->picture().subtitle;
    return session().result().evaluation->dims.batch > 1 ? tr("weights, batch item %1").arg(session().selection().batch) : tr("weights");
}

QString HeadsInstrument::note() const {
    QStringList sentences{headOrderWords(static_cast<HeadOrder>(m_order->currentIndex()))};
    switch (combination()) {
        case Mean: sentences << tr("A mean over heads is no head's weights: what single heads do may cancel in it."); break;
        case Largest: sentences << tr("The largest weight that any of these heads gives: rows may sum to more than 1."); break;
        case Difference: sentences << tr("Above zero the first head looks more, below zero the second."); break;
        case One:
            if (session().hasResult())
                sentences << silenceWords(*session().result().scene, *session().result().evaluation, session().selection());
            sentences << tr("A pattern describes where a head looks, not what it means.");
    }
    sentences.removeAll(QString());
    return sentences.join(u' ');
}

/// The heads that a mean or a maximum is of; empty: all.
std::vector<Index> HeadsInstrument::several() const { return m_marked.size() > 1 ? m_marked : std::vector<Index>(); }

ui::HeatmapPicture HeadsInstrument::largePicture() const {
    const LiveResult& result = session().result();
    const ui::Selection& selection = session().selection();
    switch (combination()) {
        case Mean: return meanPicture(*result.scene, *result.evaluation, selection.batch, {}, several());
        case Largest: return largestPicture(*result.scene, *result.evaluation, selection.batch, {}, several());
        case Difference: {
            const auto [head, other] = differed();
            return differencePicture(*result.scene, *result.evaluation, selection.batch, head, other);
        }
        case One: break;
    }
    return stagePicture(*result.scene, *result.evaluation, Stage::Weights, selection);
}

void HeadsInstrument::refresh() {
    if (!session().hasResult())
        return;
    const LiveResult& result = session().result();
    const ui::Selection& selection = session().selection();
    if (selection.head != m_chosen)
        m_before = std::exchange(m_chosen, selection.head);
    std::erase_if(m_marked, [&](Index head) { return head >= result.evaluation->dims.heads; });
    const auto& silenced = session().scene().silenced;
    m_silence->setChecked(std::binary_search(silenced.begin(), silenced.end(), selection.head));
    const bool isSeveral = result.evaluation->dims.heads > 1;
    for (const int word : {Mean, Largest, Difference})
        m_combine->setWordEnabled(word, isSeveral);
    if (!isSeveral)
        m_combine->setCurrent(One);
    m_grid->setTheme(ui::currentTheme().kind);
    m_view->setTheme(ui::currentTheme().kind);
    m_grid->setMarkable(isSeveral);
    m_grid->setThumbnails(shownHeads());
    m_grid->setMarked(m_marked);
    m_grid->setCurrent(selection.head);
    m_view->setPicture(largePicture());
    m_view->setSelection(selection.query, selection.key);
}

std::optional<SceneFigure> HeadsInstrument::figure() const {
    if (!session().hasResult())
        return {};
    if (combination() != One) {
        static constexpr const char* kNames[] = {"", "mean", "maximum", "difference"};
        return heatmapSceneFigure(QStringLiteral("heads-") + QLatin1String(kNames[combination()]), largePicture(),
                                  exportOptions());
    }
    const LiveResult& result = session().result();
    std::vector<ui::Thumbnail> heads = shownHeads();
    const QString caption = sheetCaption(*result.scene, *result.evaluation, Stage::Weights, session().selection().batch,
                                         heads, static_cast<HeadOrder>(m_order->currentIndex()));
    return headsSceneFigure(QStringLiteral("heads"), std::move(heads), caption);
}

}  // namespace attn::app
