#include "src/window/instruments/mask_instrument.h"

#include <QHBoxLayout>
#include <algorithm>

#include "core/flash/tile_order.h"
#include "core/mask/block_patterns.h"
#include "core/scene/edit.h"
#include "src/viewmodel/heatmap_pictures.h"
#include "src/viewmodel/mask_note.h"
#include "src/viewmodel/mask_picture.h"
#include "src/viewmodel/stage_selection.h"
#include "ui/heatmap/heatmap_view.h"
#include "ui/mask/mask_panel.h"
#include "ui/theme/style.h"
#include "ui/widgets/message_strip.h"
#include "ui/widgets/section.h"
#include "ui/widgets/segmented_control.h"

namespace attn::app {

MaskInstrument::MaskInstrument(Session& session, QObject* parent)
    : Instrument(session, parent), m_body(new QWidget), m_view(new ui::HeatmapView), m_panel(new ui::MaskPanel), m_warning(new ui::MessageStrip),
      m_shown(new ui::SegmentedControl(tr("What the grid shows"))) {
    m_view->setObjectName(QStringLiteral("mask"));
    m_view->setPaintable(true);
    m_shown->setWords(QStringList{tr("Pattern"), tr("Weights")});
    // A warning comes and goes while a person paints: its place above the grid is kept.
    m_warning->setPlaceKept(true);
    auto* column = new QVBoxLayout;
    column->setSpacing(0);
    column->addWidget(m_warning);
    column->addWidget(m_view, 1);
    auto* line = new QHBoxLayout(m_body);
    line->setContentsMargins(0, 0, 0, 0);
    line->setSpacing(0);
    line->addLayout(column, 1);
    line->addWidget(new ui::Hairline(Qt::Vertical));
    line->addWidget(m_panel);

    connect(m_shown, &ui::SegmentedControl::chosen, this, &MaskInstrument::refresh);
    connect(m_view, &ui::HeatmapView::cellChosen, this, [this](Index row, Index col) {
        if (!this->session().hasResult())
            return;
        ui::Selection selection = this->session().selection();
        selection.query = row;
        selection.key = col;
        this->session().select(selection);
    });
    connect(m_view, &ui::HeatmapView::cellHovered, &session, &Session::cellPointedAt);
    connect(m_view, &ui::HeatmapView::hoverLeft, &session, [&session] { emit session.cellPointedAt(-1, -1); });
    connect(&session, &Session::tokenPointedAt, this, [this](Index token, bool isContext) {
        const auto [row, col] = pointedCell(this->session().scene(), Stage::Weights, token, isContext);
        m_view->setHover(row, col);
    });
    connect(m_view, &ui::HeatmapView::strokeStarted, this, [this](Index row, Index col) {
        m_isStroking = true;
        this->session().beginGesture();
        paint(row, col);
    });
    connect(m_view, &ui::HeatmapView::strokeMoved, this, &MaskInstrument::paint);
    connect(m_view, &ui::HeatmapView::strokeEnded, this, [this] {
        m_isStroking = false;
        this->session().endGesture();
        refresh();
        emit wordsChanged();
    });
    connectRules();
}

QWidget* MaskInstrument::controls() { return m_shown; }

void MaskInstrument::editMask(const QString& text, const std::function<void(Mask&)>& change) {
    if (!session().hasResult())  // what is shown belongs to another scene
        return;
    Scene next = session().scene();
    change(next.mask);
    session().edit(Part::Mask, text, next);
    refresh();  // also after a refusal: the panel shows what holds
}

void MaskInstrument::connectRules() {
    using ui::MaskPanel;
    connect(m_panel, &MaskPanel::causalChanged, this, [this](bool isOn, ui::CausalAlign align, Index offset) {
        editMask(tr("Change the causal mask"), [&](Mask& mask) {
            mask.causal.reset();
            if (!isOn)
                return;
            mask.causal = Causal{static_cast<Causal::Align>(align), {}};
            if (align == ui::CausalAlign::Offset)
                mask.causal->offset = {offset};
        });
    });
    connect(m_panel, &MaskPanel::windowChanged, this, [this](bool isOn, Index back, Index ahead) {
        editMask(tr("Change the window"), [&](Mask& mask) {
            if (!isOn)
                return mask.window.reset();
            if (!mask.window)
                mask.window = Window{};
            mask.window->left = back;
            mask.window->right = ahead;
        });
    });
    connect(m_panel, &MaskPanel::blockChanged, this, [this](bool isOn, Index size) {
        editMask(tr("Change the blocks"), [&](Mask& mask) {
            if (!isOn)
                return mask.block.reset();
            const Dimensions& dims = session().result().evaluation->dims;
            const auto pattern = diagonalBlocks(tileCount(dims.nq, size), tileCount(dims.nk, size));
            mask.block = BlockPattern{size, std::make_shared<const BoolTensor>(pattern)};
        });
    });
    connect(m_panel, &MaskPanel::globalTokensChanged, this, [this](const std::vector<Index>& tokens) {
        editMask(tr("Change global tokens"), [&](Mask& mask) { mask.globalTokens = tokens; });
    });
    connect(m_panel, &MaskPanel::paddingChanged, this, [this](bool isOn, const std::vector<Index>& padded) {
        editMask(tr("Change padding"), [&](Mask& mask) {
            if (!isOn)
                return mask.keyPadding.reset();
            const Scene& scene = session().scene();
            const Index nk = (scene.Xkv ? scene.Xkv : scene.X)->dim(1);
            BoolTensor isReal = mask.keyPadding ? *mask.keyPadding : BoolTensor({scene.X->dim(0), nk}, 1);
            for (Index key = 0; key < nk; ++key)
                isReal[session().selection().batch * nk + key] = std::binary_search(padded.begin(), padded.end(), key) ? 0 : 1;
            mask.keyPadding = std::make_shared<const BoolTensor>(std::move(isReal));
        });
    });
    connect(m_panel, &MaskPanel::explicitMaskRemoved, this, [this] {
        editMask(tr("Remove the explicit mask"), [](Mask& mask) { mask.explicitAllow.reset(); });
    });
    connect(m_panel, &MaskPanel::biasRemoved, this, [this] {
        editMask(tr("Remove the bias"), [](Mask& mask) { mask.bias.reset(); });
    });
    connect(m_panel, &MaskPanel::paintModeChosen, this, [this](ui::PaintMode mode) { m_mode = mode; });
    connect(m_panel, &MaskPanel::paintCleared, this, [this] {
        session().edit(Part::Mask, tr("Clear the paint"), clearPaint(session().scene()));
    });
    connect(m_panel, &MaskPanel::emptyRowChosen, this, [this](ui::EmptyRowChoice choice) {
        Scene next = session().scene();
        next.emptyRow = static_cast<EmptyRow>(choice);
        session().edit(Part::Mask, tr("Change what an empty row becomes"), next);
    });
    connect(m_panel, &MaskPanel::gestureBegan, &session(), &Session::beginGesture);
    connect(m_panel, &MaskPanel::gestureEnded, &session(), &Session::endGesture);
}

void MaskInstrument::paint(Index row, Index col) {
    if (!session().hasResult())
        return;
    const PaintMode mode = m_mode == ui::PaintMode::Mask    ? PaintMode::Forbid
                           : m_mode == ui::PaintMode::Allow ? PaintMode::Allow
                                                            : PaintMode::Erase;
    session().edit(Part::Mask, tr("Paint the mask"), paintCells(session().scene(), {{row, col}}, mode));
}

bool MaskInstrument::showsWeights() const { return m_shown->current() == 1; }

QString MaskInstrument::subtitle() const {
    if (!session().hasResult())
        return {};
    const Dimensions& dims = session().result().evaluation->dims;
    return tr("head %1, %2 × %3").arg(session().selection().head).arg(dims.nq).arg(dims.nk);
}

QString MaskInstrument::note() const {
    return QStringList{m_note, tr("Drag over cells to paint them.")}.join(u' ').trimmed();
}

void MaskInstrument::refresh() {
    if (!session().hasResult())
        return;
    const LiveResult& result = session().result();
    const ui::Selection& selection = session().selection();
    m_view->setTheme(ui::currentTheme().kind);
    m_view->setPicture(showsWeights() ? stagePicture(*result.scene, *result.evaluation, Stage::Weights, selection)
                                      : maskPicture(*result.scene, *result.evaluation, selection));
    m_view->setSelection(selection.query, selection.key);
    const QString warning = emptyRowsWarning(*result.scene, *result.evaluation, selection);
    if (warning.isEmpty())
        m_warning->clear();
    else
        m_warning->showMessage(ui::MessageStrip::Kind::Warning, warning);
    // A note that grows moves the cells: not while a person is painting them.
    if (!m_isStroking)
        m_note = maskNote(*result.scene, *result.evaluation, selection);
    m_panel->setPicture(maskRulesPicture(*result.scene, *result.evaluation, selection, m_mode));
}

std::optional<SceneFigure> MaskInstrument::figure() const {
    if (!session().hasResult())
        return {};
    return heatmapSceneFigure(QStringLiteral("mask"), m_view->picture(), exportOptions());
}

}  // namespace attn::app
