#pragma once
#include <QCheckBox>
#include <QWidget>

#include "ui/mask/mask_rules_picture.h"

namespace attn::ui {

class IntBox;
class RunLabel;

/// The sliding window with its bounds, its dilation and where it stands.
class WindowRule : public QWidget {
    Q_OBJECT

  public:
    explicit WindowRule(QWidget* parent = nullptr);
    void show(const MaskRulesPicture& picture);

    QCheckBox* check;
    IntBox* back;
    IntBox* ahead;
    IntBox* dilation;
    QCheckBox* ownOffset;  ///< Else the window follows the causal alignment.
    IntBox* offset;
    RunLabel* words;

  signals:
    void changed(const attn::ui::WindowChoice& choice);
    void gestureBegan();
    void gestureEnded();

  private:
    QWidget* m_box;
};

}  // namespace attn::ui
