#include "src/window/instruments/heads_instrument.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QPushButton>
#include <algorithm>
#include <utility>

#include "core/scene/edit.h"
#include "src/viewmodel/head_order.h"
#include "src/viewmodel/stage_selection.h"
#include "ui/heatmap/heatmap_view.h"
#include "ui/heatmap/thumbnail_grid.h"
#include "ui/theme/style.h"
#include "ui/widgets/section.h"
#include "ui/widgets/segmented_control.h"

namespace attn::app {

HeadsInstrument::HeadsInstrument(Session& session, QObject* parent)
    : Instrument(session, parent), m_body(new QWidget), m_controls(new QWidget), m_order(new QComboBox),
      m_silence(new QPushButton(tr("Silence"))), m_grid(new ui::ThumbnailGrid), m_view(new ui::HeatmapView),
      m_combine(new ui::SegmentedControl(tr("What the large map shows"))) {
    m_grid->setObjectName(QStringLiteral("heads"));
    m_combine->setWords(QStringList{tr("One"), tr("Mean"), tr("Largest"), tr("Difference")});
    m_combine->setWordToolTip(One, tr("The chosen head"));
    m_combine->setWordToolTip(Mean, tr("The mean of the weights over all heads"));
    m_combine->setWordToolTip(Largest, tr("The largest weight that any head gives"));
    m_combine->setWordToolTip(Difference, tr("The chosen head less the one chosen before it"));
    m_combine->setEqualWidths(false);
    m_order->setAccessibleName(tr("Order of the heads"));
    m_order->addItems(headOrderNames());
    m_silence->setCheckable(true);
    m_silence->setToolTip(tr("Count the output of the chosen head as zero"));
    auto* controls = new QHBoxLayout(m_controls);
    controls->setContentsMargins(0, 0, 0, 0);
    controls->setSpacing(8);
    for (QWidget* control : std::initializer_list<QWidget*>{m_order, m_silence, m_combine})
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

Index HeadsInstrument::otherHead() const {
    const Index heads = session().result().evaluation->dims.heads;
    if (m_before < heads && m_before != m_chosen)
        return m_before;
    return m_chosen == 0 ? heads - 1 : 0;
}

void HeadsInstrument::sort(int order) {
    session().setMetricsWanted(order != 0);
    refresh();
    emit wordsChanged();
}

QString HeadsInstrument::subtitle() const {
    if (!session().hasResult())
        return {};
    return session().result().evaluation->dims.batch > 1 ? tr("weights, batch item %1").arg(session().selection().batch) : tr("weights");
}

QString HeadsInstrument::note() const {
    QStringList sentences{headOrderWords(static_cast<HeadOrder>(m_order->currentIndex()))};
    switch (combination()) {
        case Mean: sentences << tr("The mean over all heads is no head's weights: what single heads do may cancel in it."); break;
        case Largest: sentences << tr("The largest weight of any head: rows may sum to more than 1."); break;
        case Difference: sentences << tr("Where the chosen head looks more, and where the one chosen before it does."); break;
        case One:
            if (session().hasResult())
                sentences << silenceWords(*session().result().scene, *session().result().evaluation, session().selection());
            sentences << tr("A pattern describes where a head looks, not what it means.");
    }
    sentences.removeAll(QString());
    return sentences.join(u' ');
}

ui::HeatmapPicture HeadsInstrument::largePicture() const {
    const LiveResult& result = session().result();
    const ui::Selection& selection = session().selection();
    switch (combination()) {
        case Mean: return meanPicture(*result.scene, *result.evaluation, selection.batch);
        case Largest: return largestPicture(*result.scene, *result.evaluation, selection.batch);
        case Difference: return differencePicture(*result.scene, *result.evaluation, selection.batch, m_chosen, otherHead());
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
    const auto& silenced = session().scene().silenced;
    m_silence->setChecked(std::binary_search(silenced.begin(), silenced.end(), selection.head));
    const bool isSeveral = result.evaluation->dims.heads > 1;
    for (const int word : {Mean, Largest, Difference})
        m_combine->setWordEnabled(word, isSeveral);
    if (!isSeveral)
        m_combine->setCurrent(One);
    m_grid->setTheme(ui::currentTheme().kind);
    m_view->setTheme(ui::currentTheme().kind);
    m_grid->setThumbnails(orderedHeads(thumbnailPictures(*result.scene, *result.evaluation, Stage::Weights, selection.batch),
                                       *result.evaluation, selection.batch, static_cast<HeadOrder>(m_order->currentIndex())));
    m_grid->setCurrent(selection.head);
    m_view->setPicture(largePicture());
    m_view->setSelection(selection.query, selection.key);
}

std::optional<SceneFigure> HeadsInstrument::figure() const {
    if (!session().hasResult())
        return {};
    const LiveResult& result = session().result();
    return headsSceneFigure(QStringLiteral("heads"),
                            numberedHeads(thumbnailPictures(*result.scene, *result.evaluation, Stage::Weights,
                                                            session().selection().batch)),
                            headsCaption(*result.scene, *result.evaluation, Stage::Weights, session().selection().batch));
}

}  // namespace attn::app
