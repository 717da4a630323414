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
    /// back, ahead: below zero for no bound.
    void windowChanged(bool isOn, attn::Index back, attn::Index ahead);
    /// Sorted, without repeats, each a token of the scene.
    void globalTokensChanged(const std::vector<attn::Index>& tokens);
    /// Sorted, without repeats; not on: every key is real.
    void paddingChanged(bool isOn, const std::vector<attn::Index>& paddedKeys);
    /// A new size makes every block attend itself only.
    void blockChanged(bool isOn, attn::Index size);
    void explicitMaskRemoved();
    void biasRemoved();
    void paintModeChosen(attn::ui::PaintMode mode);
    void paintCleared();
    void emptyRowChosen(attn::ui::EmptyRowChoice choice);
    /// Around a drag or a held key: what lies between is one step of undo.
    void gestureBegan();
    void gestureEnded();

  private:
    MaskPanelParts* m_parts;
};

}  // namespace attn::ui
