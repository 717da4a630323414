#pragma once
#include <QScrollArea>

#include "ui/mask/mask_rules_picture.h"

namespace attn::ui {

class MaskPanelParts;

/// The rules of the mask: what holds, with its numbers, and what they add up to. It changes nothing by itself: it
/// reports what a person asked for and shows what setPicture() says.
class MaskPanel : public QScrollArea {
    Q_OBJECT

  public:
    explicit MaskPanel(QWidget* parent = nullptr);
    ~MaskPanel() override;

    void setPicture(const MaskRulesPicture& picture);
    QSize sizeHint() const override;

  signals:
    void causalChanged(bool isOn, attn::ui::CausalAlign align, attn::Index offset);
    void windowChanged(const attn::ui::WindowChoice& choice);
    /// Sorted, without repeats, each a token of the scene.
    void globalTokensChanged(const std::vector<attn::Index>& tokens);
    /// Sorted, without repeats; not on: every key is real.
    void paddingChanged(bool isOn, const std::vector<attn::Index>& paddedKeys);
    void blockChanged(const attn::ui::BlockChoice& choice);
    void explicitMaskRemoved();
    void biasToggled(bool isOn);
    void biasEdited(double value);
    void alibiToggled(bool isOn);
    void slopeEdited(double value);
    void paintModeChosen(attn::ui::PaintMode mode);
    void paintTargetChosen(bool isOneHead);
    void paintCleared();
    void tileSideChosen(attn::Index side);
    void emptyRowChosen(attn::ui::EmptyRowChoice choice);
    /// Around a drag or a held key: what lies between is one step of undo.
    void gestureBegan();
    void gestureEnded();

  private:
    MaskPanelParts* m_parts;
};

}  // namespace attn::ui
