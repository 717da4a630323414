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

    const auto tellWindow = [this] {
        emit windowChanged(m_parts->window->isChecked(), m_parts->back->value(), m_parts->ahead->value());
    };
    connect(p.window, &QCheckBox::clicked, this, tellWindow);
    connect(p.back, &IntBox::edited, this, tellWindow);
    connect(p.ahead, &IntBox::edited, this, tellWindow);

    connect(p.global, &QCheckBox::clicked, this, [this](bool isOn) {
        emit globalTokensChanged(isOn ? std::vector<Index>{0} : std::vector<Index>());
    });
    connect(p.globalLine, &IndexLine::edited, this, &MaskPanel::globalTokensChanged);
    connect(p.padding, &QCheckBox::clicked, this, [this](bool isOn) { emit paddingChanged(isOn, {}); });
    connect(p.paddingLine, &IndexLine::edited, this,
            [this](const std::vector<Index>& keys) { emit paddingChanged(true, keys); });

    const auto tellBlock = [this] { emit blockChanged(m_parts->block->isChecked(), m_parts->blockSize->value()); };
    connect(p.block, &QCheckBox::clicked, this, tellBlock);
    connect(p.blockSize, &IntBox::edited, this, tellBlock);
    connect(p.explicitRow->button(), &QPushButton::clicked, this, &MaskPanel::explicitMaskRemoved);
    connect(p.biasRow->button(), &QPushButton::clicked, this, &MaskPanel::biasRemoved);
    connect(p.paint, &SegmentedControl::chosen, this,
            [this](int mode) { emit paintModeChosen(static_cast<PaintMode>(mode)); });
    connect(p.clear, &QPushButton::clicked, this, &MaskPanel::paintCleared);
    connect(p.emptyRow, &SegmentedControl::chosen, this,
            [this](int choice) { emit emptyRowChosen(static_cast<EmptyRowChoice>(choice)); });

    for (IntBox* box : {p.offset, p.back, p.ahead, p.blockSize}) {
        connect(box, &IntBox::gestureStarted, this, &MaskPanel::gestureBegan);
        connect(box, &IntBox::gestureEnded, this, &MaskPanel::gestureEnded);
    }
    p.back->setValue(3);
    p.blockSize->setValue(2);
    setPicture({});
}

MaskPanel::~MaskPanel() = default;

void MaskPanel::setPicture(const MaskRulesPicture& picture) { m_parts->show(picture); }

QSize MaskPanel::sizeHint() const { return {scaled(248), 560}; }

}  // namespace attn::ui
