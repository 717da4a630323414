#include "src/window/instruments/mask_instrument.h"

#include <QHBoxLayout>
#include <QScrollArea>
#include <QStackedWidget>
#include <algorithm>

#include "core/flash/tile_order.h"
#include "core/mask/block_patterns.h"
#include "core/position/alibi.h"
#include "core/scene/edit.h"
#include "src/viewmodel/heatmap_pictures.h"
#include "src/viewmodel/mask_cost.h"
#include "src/viewmodel/mask_note.h"
#include "src/viewmodel/mask_panels.h"
#include "src/viewmodel/stage_selection.h"
#include "ui/heatmap/heatmap_panels.h"
#include "ui/heatmap/heatmap_view.h"
#include "ui/mask/mask_panel.h"
#include "ui/theme/style.h"
#include "ui/widgets/message_strip.h"
#include "ui/widgets/section.h"
#include "ui/widgets/segmented_control.h"

namespace attn::app {

MaskInstrument::MaskInstrument(Session& session, QObject* parent)
    : Instrument(session, parent), m_body(new QWidget), m_view(new ui::HeatmapView), m_panel(new ui::MaskPanel), m_warning(new ui::MessageStrip),
      m_shown(new ui::SegmentedControl(tr("What the grid shows"))), m_stack(new QStackedWidget), m_panels(new ui::HeatmapPanelsView) {
    m_view->setObjectName(QStringLiteral("mask"));
    m_view->setPaintable(true);
    m_panels->setObjectName(QStringLiteral("maskPanels"));
    m_shown->setEqualWidths(false);
    m_shown->setWords(QStringList{tr("Pattern"), tr("Weights"), tr("Alignments"), tr("Empty rows")});
    m_shown->setWordToolTip(Alignments, tr("The causal mask aligned at the start and at the end, side by side"));
    m_shown->setWordToolTip(EmptyRows, tr("Rows that may attend nothing, by each of the three conventions"));
    // A warning comes and goes while a person paints: its place above the grid is kept.
    m_warning->setPlaceKept(true);
    auto* scroll = new QScrollArea;
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setWidgetResizable(true);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setFocusPolicy(Qt::NoFocus);  // the view inside takes the keys
    scroll->setWidget(m_panels);
    m_stack->addWidget(m_view);
    m_stack->addWidget(scroll);
    auto* column = new QVBoxLayout;
    column->setSpacing(0);
    column->addWidget(m_warning);
    column->addWidget(m_stack, 1);
    auto* line = new QHBoxLayout(m_body);
    line->setContentsMargins(0, 0, 0, 0);
    line->setSpacing(0);
    line->addLayout(column, 1);
    line->addWidget(new ui::Hairline(Qt::Vertical));
    line->addWidget(m_panel);

    connect(m_shown, &ui::SegmentedControl::chosen, this, [this] {
        refresh();
        emit wordsChanged();
    });
    connect(m_panels, &ui::HeatmapPanelsView::panelChosen, this, &MaskInstrument::choosePanel);
    connectGrid();
    connectRules();
    connectLogits();
}

void MaskInstrument::connectGrid() {
    connect(m_view, &ui::HeatmapView::cellChosen, this, [this](Index row, Index col) {
        if (!session().hasResult())
            return;
        ui::Selection selection = session().selection();
        selection.query = row;
        selection.key = col;
        session().select(selection);
    });
    connect(m_view, &ui::HeatmapView::cellHovered, &session(), &Session::cellPointedAt);
    connect(m_view, &ui::HeatmapView::hoverLeft, this, [this] { emit session().cellPointedAt(-1, -1); });
    connect(&session(), &Session::tokenPointedAt, this, [this](Index token, bool isContext) {
        const auto [row, col] = pointedCell(session().scene(), Stage::Weights, token, isContext);
        m_view->setHover(row, col);
    });
    connect(m_view, &ui::HeatmapView::strokeStarted, this, [this](Index row, Index col) {
        m_isStroking = true;
        session().beginGesture();
        paint(row, col);
    });
    connect(m_view, &ui::HeatmapView::strokeMoved, this, &MaskInstrument::paint);
    connect(m_view, &ui::HeatmapView::strokeEnded, this, [this] {
        m_isStroking = false;
        session().endGesture();
        refresh();
        emit wordsChanged();
    });
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
    connect(m_panel, &MaskPanel::windowChanged, this, [this](const ui::WindowChoice& choice) {
        editMask(tr("Change the window"), [&](Mask& mask) {
            if (!choice.isOn)
                return mask.window.reset();
            const std::vector<Index> perItem = mask.window && mask.window->offset.size() > 1 ? mask.window->offset : std::vector<Index>();
            mask.window = Window{choice.back, choice.ahead, choice.dilation, perItem};
            if (perItem.empty() && choice.hasOffset)
                mask.window->offset = {choice.offset};
        });
    });
    connect(m_panel, &MaskPanel::blockChanged, this, [this](const ui::BlockChoice& choice) {
        if (!session().hasResult())
            return;
        m_state.blockRandom = choice.random;
        m_state.blockSeed = choice.seed;
        const Dimensions& dims = session().result().evaluation->dims;
        const Index rows = tileCount(dims.nq, choice.size), cols = tileCount(dims.nk, choice.size);
        Result<BoolTensor> pattern = diagonalBlocks(rows, cols);
        if (choice.isOn && choice.kind == ui::BlockKind::BigBird) {
            pattern = bigBirdBlocks(rows, choice.random, static_cast<std::uint64_t>(choice.seed));
            if (pattern && rows != cols)
                pattern = Error{ErrorCode::OutOfRange, "This pattern needs as many blocks of queries as of keys; there are " + std::to_string(rows) +
                                                           " and " + std::to_string(cols) + "."};
        }
        if (!pattern) {
            session().refuse(QString::fromStdString(pattern.error().message));
            return refresh();
        }
        editMask(tr("Change the blocks"), [&](Mask& mask) {
            if (!choice.isOn)
                return mask.block.reset();
            mask.block = BlockPattern{choice.size, std::make_shared<const BoolTensor>(*pattern)};
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
    connect(m_panel, &MaskPanel::paintModeChosen, this, [this](ui::PaintMode mode) { m_state.mode = mode; });
    connect(m_panel, &MaskPanel::paintTargetChosen, this, [this](bool isOneHead) {
        m_state.paintsOneHead = isOneHead;
        refresh();
    });
    connect(m_panel, &MaskPanel::tileSideChosen, this, [this](Index side) {
        m_state.tileSide = side;
        refresh();
    });
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

/// What is added to the scores of the chosen head.
void MaskInstrument::connectLogits() {
    using ui::MaskPanel;
    connect(m_panel, &MaskPanel::biasToggled, this, [this](bool isOn) {
        editMask(isOn ? tr("Add a bias") : tr("Remove the bias"), [&](Mask& mask) {
            mask.bias.reset();
            const Dimensions& dims = session().result().evaluation->dims;
            if (isOn)
                mask.bias = std::make_shared<const Tensor>(Shape{dims.nq, dims.nk}, 0.0);
        });
    });
    connect(m_panel, &MaskPanel::biasEdited, this, [this](double value) {
        if (!session().hasResult())
            return;
        const ui::Selection chosen = clamped(session().selection(), session().result().evaluation->dims);
        session().edit(Part::Mask, tr("Change the bias"), setBias(session().scene(), chosen.head, {chosen.query, chosen.key}, value));
        refresh();
    });
    connect(m_panel, &MaskPanel::alibiToggled, this, [this](bool isOn) {
        Scene next = session().scene();
        next.position.scheme = isOn ? Position::Scheme::Alibi : Position::Scheme::None;
        session().edit(Part::Scale, isOn ? tr("Add ALiBi") : tr("Remove ALiBi"), next);
        refresh();
    });
    connect(m_panel, &MaskPanel::slopeEdited, this, [this](double value) {
        Scene next = session().scene();
        if (next.position.slopes.empty())
            next.position.slopes = alibiSlopes(next.heads);
        next.position.slopes[static_cast<std::size_t>(std::clamp<Index>(session().selection().head, 0, next.heads - 1))] = value;
        session().edit(Part::Scale, tr("Change an ALiBi slope"), next);
        refresh();
    });
}

void MaskInstrument::paint(Index row, Index col) {
    if (!session().hasResult())
        return;
    const Scene& scene = session().scene();
    if (m_state.paintsOneHead && session().result().evaluation->dims.heads > 1) {
        const bool isOpen = m_state.mode != ui::PaintMode::Mask;
        session().edit(Part::Mask, tr("Paint the mask of a head"), setExplicit(scene, session().selection().head, {{row, col}}, isOpen));
        return;
    }
    const PaintMode mode = m_state.mode == ui::PaintMode::Mask    ? PaintMode::Forbid
                           : m_state.mode == ui::PaintMode::Allow ? PaintMode::Allow
                                                                  : PaintMode::Erase;
    session().edit(Part::Mask, tr("Paint the mask"), paintCells(scene, {{row, col}}, mode));
}

MaskInstrument::Page MaskInstrument::page() const { return static_cast<Page>(std::max(0, m_shown->current())); }

ui::HeatmapPanels MaskInstrument::panels() const {
    const LiveResult& result = session().result();
    return page() == Alignments ? alignmentPanels(*result.scene, *result.evaluation, session().selection())
                                : emptyRowPanels(*result.scene, *result.evaluation, session().selection());
}

/// The scene takes what a person chose among the patterns side by side.
void MaskInstrument::choosePanel(int panel) {
    if (page() == Alignments)
        return editMask(tr("Change the causal mask"),
                        [&](Mask& mask) { mask.causal = Causal{panel == 0 ? Causal::Align::TopLeft : Causal::Align::BottomRight, {}}; });
    Scene next = session().scene();
    next.emptyRow = static_cast<EmptyRow>(panel);
    session().edit(Part::Mask, tr("Change what an empty row becomes"), next);
}

QString MaskInstrument::subtitle() const {
    if (!session().hasResult())
        return {};
    const Dimensions& dims = session().result().evaluation->dims;
    return tr("head %1, %2 × %3").arg(session().selection().head).arg(dims.nq).arg(dims.nk);
}

QString MaskInstrument::note() const {
    switch (page()) {
        case Alignments: return tr("Both patterns have all other rules of the scene; a click on a title gives the scene that alignment.");
        case EmptyRows: return tr("Programs differ in what they make of a row without a key; a click on a title gives the scene that convention.");
        default: return QStringList{m_note, tr("Drag over cells to paint them.")}.join(u' ').trimmed();
    }
}

void MaskInstrument::refresh() {
    if (!session().hasResult())
        return;
    const LiveResult& result = session().result();
    const ui::Selection& selection = session().selection();
    const bool isGrid = page() == Pattern || page() == Weights;
    m_stack->setCurrentIndex(isGrid ? 0 : 1);
    if (isGrid) {
        m_view->setTheme(ui::currentTheme().kind);
        m_view->setPicture(page() == Weights ? stagePicture(*result.scene, *result.evaluation, Stage::Weights, selection)
                                             : maskPicture(*result.scene, *result.evaluation, selection));
        m_view->setSelection(selection.query, selection.key);
    } else {
        m_panels->setTheme(ui::currentTheme().kind);
        m_panels->setPicture(panels());
    }
    const QString warning = emptyRowsWarning(*result.scene, *result.evaluation, selection);
    if (warning.isEmpty())
        m_warning->clear();
    else
        m_warning->showMessage(ui::MessageStrip::Kind::Warning, warning);
    // A note that grows moves the cells: not while a person is painting them.
    if (!m_isStroking)
        m_note = maskNote(*result.scene, *result.evaluation, selection);
    // What was chosen last, also while its evaluation is on its way.
    m_panel->setPicture(maskRulesPicture(session().scene(), *result.evaluation, selection, m_state));
}

std::optional<SceneFigure> MaskInstrument::figure() const {
    if (!session().hasResult())
        return {};
    if (page() == Alignments || page() == EmptyRows)
        return panelsSceneFigure(QStringLiteral("mask"), panels());
    return heatmapSceneFigure(QStringLiteral("mask"), m_view->picture(), exportOptions(), m_view->marks());
}

}  // namespace attn::app
