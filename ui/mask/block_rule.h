#pragma once
#include <QCheckBox>
#include <QWidget>

#include "ui/mask/mask_rules_picture.h"

class QComboBox;

namespace attn::ui {

class IntBox;
class RunLabel;

/// Blocks of queries and keys: which pattern, how large, and for the random one how many and which.
class BlockRule : public QWidget {
    Q_OBJECT

  public:
    explicit BlockRule(QWidget* parent = nullptr);
    void show(const MaskRulesPicture& picture);

    QCheckBox* check;
    IntBox* size;
    QComboBox* pattern;
    IntBox* random;
    IntBox* seed;
    RunLabel* words;

  signals:
    /// A pattern other than Given was asked for, or none.
    void changed(const attn::ui::BlockChoice& choice);
    void gestureBegan();
    void gestureEnded();

  private:
    QWidget* m_box;
    QWidget* m_randomRow;
    QWidget* m_seedRow;
};

}  // namespace attn::ui
