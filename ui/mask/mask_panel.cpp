#include "ui/mask/mask_panel.h"

#include "ui/mask/mask_panel_parts.h"
#include "ui/theme/style.h"

namespace attn::ui {

MaskPanel::MaskPanel(QWidget* parent) : QScrollArea(parent), m_parts(new MaskPanelParts) {
    setFrameShape(QFrame::NoFrame);
    setWidgetResizable(true);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setFocusPolicy(Qt::NoFocus);
    setAccessibleName(tr("Mask rules"));
    setWidget(m_parts);
    MaskPanelParts& p = *m_parts;

    const auto tellCausal = [this] {
        const auto align = static_cast<CausalAlign>(m_parts->align->current());
        // Choosing "Offset" starts from what is in force, so that nothing jumps.
        emit causalChanged(m_parts->causal->isChecked(), align, m_parts->offset->value());
    };
    connect(p.causal, &QCheckBox::clicked, this, tellCausal);
    connect(p.align, &SegmentedControl::chosen, this, tellCausal);
    connect(p.offset, &IntBox::edited, this, tellCausal);

    connect(p.window, &WindowRule::changed, this, &MaskPanel::windowChanged);
    connect(p.block, &BlockRule::changed, this, &MaskPanel::blockChanged);
    connect(p.logits, &LogitRules::biasToggled, this, &MaskPanel::biasToggled);
    connect(p.logits, &LogitRules::biasEdited, this, &MaskPanel::biasEdited);
    connect(p.logits, &LogitRules::alibiToggled, this, &MaskPanel::alibiToggled);
    connect(p.logits, &LogitRules::slopeEdited, this, &MaskPanel::slopeEdited);
    connect(p.tileSide, &IntBox::edited, this, [this](int side) { emit tileSideChosen(side); });

    connect(p.global, &QCheckBox::clicked, this, [this](bool isOn) {
        emit globalTokensChanged(isOn ? std::vector<Index>{0} : std::vector<Index>());
    });
    connect(p.globalLine, &IndexLine::edited, this, &MaskPanel::globalTokensChanged);
    connect(p.padding, &QCheckBox::clicked, this, [this](bool isOn) { emit paddingChanged(isOn, {}); });
    connect(p.paddingLine, &IndexLine::edited, this,
            [this](const std::vector<Index>& keys) { emit paddingChanged(true, keys); });

    connect(p.explicitRow->button(), &QPushButton::clicked, this, &MaskPanel::explicitMaskRemoved);
    connect(p.paint, &SegmentedControl::chosen, this,
            [this](int mode) { emit paintModeChosen(static_cast<PaintMode>(mode)); });
    connect(p.paintTarget, &SegmentedControl::chosen, this, [this](int target) { emit paintTargetChosen(target == 1); });
    connect(p.clear, &QPushButton::clicked, this, &MaskPanel::paintCleared);
    connect(p.emptyRow, &SegmentedControl::chosen, this,
            [this](int choice) { emit emptyRowChosen(static_cast<EmptyRowChoice>(choice)); });

    const auto tellGestures = [this](auto* part) {
        using Part = std::remove_pointer_t<decltype(part)>;
        connect(part, &Part::gestureBegan, this, &MaskPanel::gestureBegan);
        connect(part, &Part::gestureEnded, this, &MaskPanel::gestureEnded);
    };
    tellGestures(p.window);
    tellGestures(p.block);
    tellGestures(p.logits);
    connect(p.offset, &IntBox::gestureStarted, this, &MaskPanel::gestureBegan);
    connect(p.offset, &IntBox::gestureEnded, this, &MaskPanel::gestureEnded);
    setPicture({});
}

MaskPanel::~MaskPanel() = default;

void MaskPanel::setPicture(const MaskRulesPicture& picture) { m_parts->show(picture); }

QSize MaskPanel::sizeHint() const { return {scaled(252), 560}; }

}  // namespace attn::ui
