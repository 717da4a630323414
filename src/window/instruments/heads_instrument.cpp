#include "src/window/instruments/heads_instrument.h"

#include <QHBoxLayout>

#include "src/viewmodel/stage_selection.h"
#include "ui/heatmap/heatmap_view.h"
#include "ui/heatmap/thumbnail_grid.h"
#include "ui/theme/style.h"
#include "ui/widgets/section.h"
#include "ui/widgets/segmented_control.h"

namespace attn::app {

HeadsInstrument::HeadsInstrument(Session& session, QObject* parent)
    : Instrument(session, parent), m_body(new QWidget), m_grid(new ui::ThumbnailGrid), m_view(new ui::HeatmapView),
      m_combine(new ui::SegmentedControl(tr("What the large map shows"))) {
    m_grid->setObjectName(QStringLiteral("heads"));
    m_combine->setWords(QStringList{tr("One"), tr("Mean")});
    m_combine->setWordToolTip(0, tr("The chosen head"));
    m_combine->setWordToolTip(1, tr("The mean of the weights over all heads"));
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

QWidget* HeadsInstrument::controls() { return m_combine; }

bool HeadsInstrument::isMean() const { return m_combine->current() == 1; }

QString HeadsInstrument::subtitle() const {
    if (!session().hasResult())
        return {};
    return session().result().evaluation->dims.batch > 1 ? tr("weights, batch item %1").arg(session().selection().batch) : tr("weights");
}

QString HeadsInstrument::note() const {
    if (isMean())
        return tr("The mean over all heads is no head's weights: what single heads do may cancel in it.");
    return tr("Each head has its own queries, keys and values. A pattern describes where a head looks, not what it means.");
}

void HeadsInstrument::refresh() {
    if (!session().hasResult())
        return;
    const LiveResult& result = session().result();
    const ui::Selection& selection = session().selection();
    m_grid->setTheme(ui::currentTheme().kind);
    m_view->setTheme(ui::currentTheme().kind);
    m_grid->setPictures(thumbnailPictures(*result.scene, *result.evaluation, Stage::Weights, selection.batch));
    m_grid->setCurrent(selection.head);
    m_view->setPicture(isMean() ? meanPicture(*result.scene, *result.evaluation, selection.batch)
                                : stagePicture(*result.scene, *result.evaluation, Stage::Weights, selection));
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
