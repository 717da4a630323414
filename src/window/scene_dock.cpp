#include "src/window/scene_dock.h"

#include <QComboBox>
#include <QEvent>
#include <QHBoxLayout>
#include <QVBoxLayout>
#include <limits>

#include "core/scene/edit.h"
#include "core/scene/tokenize.h"
#include "core/scene/validate.h"
#include "src/viewmodel/panel_pictures.h"
#include "src/viewmodel/words.h"
#include "src/window/labelled_row.h"
#include "src/window/modifier_section.h"
#include "ui/theme/style.h"
#include "ui/tokens/token_strip.h"
#include "ui/widgets/message_strip.h"
#include "ui/widgets/number_box.h"
#include "ui/widgets/run_label.h"
#include "ui/widgets/section.h"
#include "ui/widgets/segmented_control.h"

namespace attn::app {
namespace {

constexpr int kMostHeads = 1024;
constexpr int kMostWidth = 4096;
constexpr int kBoxWidth = 72;
constexpr int kPairedBoxWidth = 52;

// What a scene file may hold, the boxes can show: a box would show its own limit instead.
constexpr double kLargest = std::numeric_limits<double>::max();
constexpr double kLeastTemperature = 1e-322;

enum MaskChoice { NoMask, CausalStart, CausalEnd, OtherMask };

Side sideOf(bool isContext) { return isContext ? Side::Context : Side::Tokens; }

/// Which line of the short list of masks says what `mask` is.
MaskChoice maskChoice(const Mask& mask) {
    const bool isCausalOnly = !mask.window && !mask.block && mask.globalTokens.empty() && !mask.keyPadding && !mask.explicitAllow && !mask.bias &&
                              mask.paint == Paint{};
    if (!isCausalOnly)
        return OtherMask;
    if (!mask.causal)
        return NoMask;
    switch (mask.causal->align) {
        case Causal::Align::TopLeft: return CausalStart;
        case Causal::Align::BottomRight: return CausalEnd;
        default: return OtherMask;
    }
}

QString tokenCount(Index count) { return count == 1 ? SceneDock::tr("1 token") : SceneDock::tr("%1 tokens").arg(count); }

ui::TextRuns second(const QString& text) { return {{text, ui::TextRun::Second}}; }

}  // namespace

SceneDock::SceneDock(Session& session, QWidget* parent) : QScrollArea(parent), m_session(session) {
    setFrameShape(QFrame::NoFrame);
    setWidgetResizable(true);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    auto* content = new QWidget;
    content->setObjectName(QStringLiteral("dockContent"));
    auto* column = new QVBoxLayout(content);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    setWidget(content);

    makeTokens();
    makeContext();
    makeHeads();
    makeScale();
    makeMask();
    m_modifiers = new ModifierSection(session);
    m_modifiers->setLineVisible(false);
    column->addWidget(m_modifiers);
    column->addStretch();
    sizeBoxes();

    connect(&session, &Session::sceneChanged, this, [this] {
        m_headMessage->clear();
        m_modifiers->clearMessage();
        showScene();
    });
    connect(&session, &Session::cellPointedAt, this, [this](Index query, Index key) {
        const bool isCross = m_session.scene().Xkv != nullptr;
        m_tokens->setPointed(query, isCross ? -1 : key);
        m_context->setPointed(-1, isCross ? key : -1);
    });
    connect(&session, &Session::selectionChanged, this, &SceneDock::showSelection);
    connect(&session, &Session::resultChanged, this, [this] {
        if (m_session.hasResult())
            m_scaleSection->setSecondText(second(QStringLiteral("× ") + factorText(m_session.result().evaluation->effectiveScale, 4)));
    });
}

void SceneDock::connectStrip(ui::TokenStrip* strip, bool isContext) {
    using ui::TokenStrip;
    connect(strip, &TokenStrip::tokenChosen, this, [this, isContext](Index index, bool asKey) {
        ui::Selection selection = m_session.selection();
        (asKey || isContext ? selection.key : selection.query) = index;
        m_session.select(selection);
    });
    connect(strip, &TokenStrip::tokenHovered, this, [this, isContext](Index index) { emit tokenHovered(index, isContext); });
    connect(strip, &TokenStrip::renameRequested, this, [this, isContext](Index index, const QString& label) {
        m_session.edit(Part::Tokens, tr("Rename token"), renameToken(m_session.scene(), sideOf(isContext), index, label.toStdString()));
    });
    connect(strip, &TokenStrip::removeRequested, this, [this, isContext](Index index) {
        m_session.edit(Part::Everything, tr("Remove token"), removeToken(m_session.scene(), sideOf(isContext), index));
    });
    connect(strip, &TokenStrip::moveRequested, this, [this, isContext](Index from, Index to) {
        m_session.edit(Part::Everything, tr("Move token"), moveToken(m_session.scene(), sideOf(isContext), from, to));
    });
    connect(strip, &TokenStrip::insertRequested, this, [this, isContext](Index at, const QString& label) {
        m_session.edit(Part::Everything, tr("Add token"), insertToken(m_session.scene(), sideOf(isContext), at, label.toStdString()));
    });
    connect(strip, &TokenStrip::sentenceEntered, this, [this, isContext](const QString& sentence) {
        const auto words = tokenize(sentence.toStdString());
        if (!words)
            return m_session.refuse(QString::fromStdString(words.error().message));
        auto changed = setSentence(m_session.scene(), sideOf(isContext), *words);
        if (!changed)
            return m_session.refuse(QString::fromStdString(changed.error().message));
        m_session.edit(Part::Everything, tr("Change sentence"), changed->scene);
        if (!changed->note.empty())
            m_session.tell(QString::fromStdString(changed->note));
    });
    connect(strip, &TokenStrip::message, this, [this](const QString& text, bool isFault) {
        if (isFault)
            m_session.refuse(text);
    });
}

void SceneDock::makeTokens() {
    m_tokenSection = new ui::Section(tr("Tokens"));
    m_tokens = new ui::TokenStrip;
    m_tokenSection->addRow(m_tokens);
    connectStrip(m_tokens, false);
    widget()->layout()->addWidget(m_tokenSection);
}

void SceneDock::makeContext() {
    m_contextSection = new ui::Section(tr("Context"));
    m_context = new ui::TokenStrip;
    m_contextSection->addRow(m_context);
    connectStrip(m_context, true);
    widget()->layout()->addWidget(m_contextSection);
}

ui::IntBox* SceneDock::makeWidthBox(const QString& name, Result<Scene> (*change)(const Scene&, Index)) {
    auto* box = new ui::IntBox(name);
    box->setRange(1, kMostWidth);
    connect(box, &ui::IntBox::gestureStarted, &m_session, &Session::beginGesture);
    connect(box, &ui::IntBox::gestureEnded, &m_session, &Session::endGesture);
    connect(box, &ui::IntBox::edited, this, [this, name, change](int value) {
        const QString reason = m_session.edit(Part::Everything, tr("Change %1").arg(name), change(m_session.scene(), value));
        showScene();
        if (!reason.isEmpty())
            m_headMessage->showMessage(ui::MessageStrip::Kind::Warning, reason);
    });
    return box;
}

void SceneDock::makeHeads() {
    m_headSection = new ui::Section(tr("Heads and widths"));
    m_heads = makeWidthBox(tr("heads"), setHeads);
    m_heads->setRange(1, kMostHeads);
    m_kvHeads = makeWidthBox(tr("KV heads"), setKvHeads);
    m_kvHeads->setRange(1, kMostHeads);
    m_modelWidth = makeWidthBox(tr("d_model"), setModelWidth);
    m_contextWidth = makeWidthBox(tr("d_kv, the context width"), setContextWidth);
    m_keyWidth = makeWidthBox(tr("d_k"), setKeyWidth);
    m_valueWidth = makeWidthBox(tr("d_v"), setValueWidth);
    m_batch = new ui::IntBox(tr("Batch item"));
    connect(m_batch, &ui::IntBox::edited, this, [this](int value) {
        ui::Selection selection = m_session.selection();
        selection.batch = value;
        m_session.select(selection);
    });

    QVBoxLayout* rows = m_headSection->body();
    rows->addWidget(labelledRow(second(tr("Heads")), {m_heads}));
    rows->addWidget(labelledRow(second(tr("KV heads")), {m_kvHeads}));
    rows->addWidget(labelledRow(ui::nameRuns(QStringLiteral("d_model"), ui::TextRun::Second), {m_modelWidth}));
    m_contextWidthRow = labelledRow(ui::nameRuns(QStringLiteral("d_kv"), ui::TextRun::Second), {m_contextWidth});
    rows->addWidget(m_contextWidthRow);
    ui::TextRuns widths = ui::nameRuns(QStringLiteral("d_k"), ui::TextRun::Second);
    widths.push_back({QStringLiteral(", d"), ui::TextRun::Second});
    widths.push_back({QStringLiteral("v"), ui::TextRun::Subscript});
    rows->addWidget(labelledRow(widths, {m_keyWidth, m_valueWidth}));
    m_batchRow = labelledRow(second(tr("Batch item")), {m_batch});
    rows->addWidget(m_batchRow);
    m_headMessage = new ui::MessageStrip;
    rows->addWidget(m_headMessage);
    widget()->layout()->addWidget(m_headSection);
}

void SceneDock::makeScale() {
    m_scaleSection = new ui::Section(tr("Scale"));
    m_scale = new ui::SegmentedControl(tr("Scale"));
    ui::TextRuns root{{QStringLiteral("1/√d")}, {QStringLiteral("k"), ui::TextRun::Subscript}};
    m_scale->setWords({root, ui::TextRuns{{tr("Off")}}, ui::TextRuns{{tr("Custom")}}});
    m_customScale = new ui::NumberBox(tr("Custom scale"));
    m_customScale->setRange(-kLargest, kLargest);
    m_customScale->setShownDecimals(4);
    m_customScale->setSingleStep(0.05);
    m_temperature = new ui::NumberBox(tr("Temperature"));
    m_temperature->setRange(kLeastTemperature, kLargest);
    m_temperature->setSingleStep(0.1);

    const auto change = [this](const QString& text, auto&& assign) {
        Scene next = m_session.scene();
        assign(next);
        m_session.edit(Part::Scale, text, next);
    };
    connect(m_scale, &ui::SegmentedControl::chosen, this, [change](int index) {
        change(tr("Change scale"), [index](Scene& s) { s.scale.mode = static_cast<ScaleMode>(index); });
    });
    connect(m_customScale, &ui::NumberBox::edited, this, [change](double value) {
        change(tr("Change scale"), [value](Scene& s) { s.scale.value = value; });
    });
    connect(m_temperature, &ui::NumberBox::edited, this, [change](double value) {
        change(tr("Change temperature"), [value](Scene& s) { s.temperature = value; });
    });
    for (ui::NumberBox* box : {m_customScale, m_temperature}) {
        connect(box, &ui::NumberBox::gestureStarted, &m_session, &Session::beginGesture);
        connect(box, &ui::NumberBox::gestureEnded, &m_session, &Session::endGesture);
    }
    m_scaleSection->addRow(m_scale);
    m_customRow = labelledRow(second(tr("Factor")), {m_customScale});
    m_scaleSection->body()->addWidget(m_customRow);
    m_scaleSection->body()->addWidget(labelledRow(second(tr("Temperature")), {m_temperature}));
    widget()->layout()->addWidget(m_scaleSection);
}

void SceneDock::makeMask() {
    auto* section = new ui::Section(tr("Mask and precision"));
    m_mask = new QComboBox;
    m_mask->setAccessibleName(tr("Mask"));
    m_mask->addItems({tr("None"), tr("Causal"), tr("Causal (end)"), tr("Combined…")});
    m_mask->setItemData(CausalStart, tr("Key j is open to query i when j ≤ i (aligned at the start)"), Qt::ToolTipRole);
    m_mask->setItemData(CausalEnd, tr("Key j is open to query i when j ≤ i + n_k − n_q (aligned at the end)"), Qt::ToolTipRole);
    connect(m_mask, &QComboBox::activated, this, &SceneDock::chooseMask);
    m_precision = new QComboBox;
    m_precision->setAccessibleName(tr("Precision"));
    m_precision->addItems({tr("float64"), tr("float32"), tr("float16"), tr("bfloat16")});
    connect(m_precision, &QComboBox::activated, this, [this](int index) {
        Scene next = m_session.scene();
        next.precision = static_cast<Precision>(index);
        m_session.edit(Part::Precision, tr("Change precision"), next);
    });
    section->body()->addWidget(labelledRow(second(tr("Mask")), {m_mask}));
    section->body()->addWidget(labelledRow(second(tr("Precision")), {m_precision}));
    widget()->layout()->addWidget(section);
}

void SceneDock::chooseMask(int index) {
    if (index == OtherMask) {
        emit maskBenchWanted();
        showScene();
        return;
    }
    Scene next = m_session.scene();
    if (index != NoMask)
        next.mask.causal = Causal{index == CausalStart ? Causal::Align::TopLeft : Causal::Align::BottomRight, {}};
    else
        next.mask = Mask{};
    m_session.edit(Part::Mask, tr("Change mask"), next);
}

void SceneDock::showScene() {
    const Scene& scene = m_session.scene();
    const auto valid = validate(scene);
    if (!valid)
        return;
    const Dimensions& dims = *valid;
    m_tokenSection->setSecondText(second(tokenCount(dims.nq)));
    m_contextSection->setVisible(dims.isCross);
    m_contextSection->setSecondText(second(tokenCount(dims.nk)));
    m_heads->setValue(static_cast<int>(dims.heads));
    m_kvHeads->setValue(static_cast<int>(dims.kvHeads));
    m_modelWidth->setValue(static_cast<int>(dims.dModel));
    m_contextWidth->setValue(static_cast<int>(dims.dKv));
    m_contextWidthRow->setVisible(dims.isCross);
    m_keyWidth->setValue(static_cast<int>(dims.dk));
    m_valueWidth->setValue(static_cast<int>(dims.dv));
    m_batch->setRange(0, static_cast<int>(dims.batch) - 1);
    m_batchRow->setVisible(dims.batch > 1);
    m_scale->setCurrent(static_cast<int>(scene.scale.mode));
    m_customScale->setValue(scene.scale.value);
    m_customRow->setVisible(scene.scale.mode == ScaleMode::Custom);
    m_temperature->setValue(scene.temperature);
    m_modifiers->showScene();
    m_mask->setCurrentIndex(maskChoice(scene.mask));
    m_precision->setCurrentIndex(static_cast<int>(scene.precision));
    showSelection();
}

void SceneDock::showSelection() {
    m_tokens->setPicture(tokensPicture(m_session.scene(), m_session.selection()));
    if (m_session.scene().Xkv)
        m_context->setPicture(contextPicture(m_session.scene(), m_session.selection()));
    m_batch->setValue(static_cast<int>(m_session.selection().batch));
}

/// Widths follow the size of the type.
void SceneDock::sizeBoxes() {
    for (ui::IntBox* box : {m_heads, m_kvHeads, m_modelWidth, m_contextWidth})
        box->setFixedWidth(ui::scaled(kBoxWidth));
    for (ui::IntBox* box : {m_keyWidth, m_valueWidth})
        box->setFixedWidth(ui::scaled(kPairedBoxWidth));
    for (QComboBox* box : {m_mask, m_precision})
        sizeList(box);
    m_modifiers->sizeBoxes();
    for (ui::RunLabel* label : findChildren<ui::RunLabel*>())
        if (const QVariant width = label->property(kColumnWidth); width.isValid())
            label->setMinimumWidth(ui::scaled(width.toInt()));
}

void SceneDock::changeEvent(QEvent* event) {
    QScrollArea::changeEvent(event);
    if (event->type() == QEvent::StyleChange && m_precision)  // the last that is made
        sizeBoxes();
}

void SceneDock::resizeEvent(QResizeEvent* event) {
    QScrollArea::resizeEvent(event);
    widget()->setFixedWidth(viewport()->width());
}

}  // namespace attn::app
