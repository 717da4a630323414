#pragma once
#include <QCheckBox>
#include <QWidget>

#include "ui/mask/mask_rules_picture.h"

namespace attn::ui {

class NumberBox;
class RunLabel;

/// What is added to the scores instead of masking them: a bias, number by number, and ALiBi with the slope of a head.
class LogitRules : public QWidget {
    Q_OBJECT

  public:
    explicit LogitRules(QWidget* parent = nullptr);
    void show(const MaskRulesPicture& picture);

    QCheckBox* bias;
    RunLabel* biasName;  ///< Of the chosen pair.
    NumberBox* biasValue;
    RunLabel* biasWords;
    QCheckBox* alibi;
    RunLabel* slopeName;
    NumberBox* slope;
    RunLabel* alibiWords;

  signals:
    void biasToggled(bool isOn);
    /// Of the chosen pair and head.
    void biasEdited(double value);
    void alibiToggled(bool isOn);
    /// Of the chosen head.
    void slopeEdited(double value);
    void gestureBegan();
    void gestureEnded();

  private:
    QWidget* m_biasBox;
    QWidget* m_alibiBox;
};

}  // namespace attn::ui
