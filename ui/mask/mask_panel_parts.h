#pragma once
#include <QCheckBox>
#include <QLineEdit>
#include <QPushButton>
#include <QWidget>

#include "ui/mask/block_rule.h"
#include "ui/mask/logit_rules.h"
#include "ui/mask/mask_rules_picture.h"
#include "ui/mask/window_rule.h"
#include "ui/widgets/message_strip.h"
#include "ui/widgets/number_box.h"
#include "ui/widgets/run_label.h"
#include "ui/widgets/section.h"
#include "ui/widgets/segmented_control.h"

class QVBoxLayout;

namespace attn::ui {

/// A line for a list of indices with the reason of a refusal below it.
class IndexLine : public QWidget {
    Q_OBJECT

  public:
    explicit IndexLine(const QString& name, QWidget* parent = nullptr);

    /// `noun` names what is counted: "token".
    void setNumbers(const std::vector<Index>& numbers, Index count, const QString& noun);
    QLineEdit* edit() const { return m_edit; }
    QString refusal() const;

  signals:
    /// A person entered another list.
    void edited(const std::vector<attn::Index>& numbers);

  protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

  private:
    void commit();

    QLineEdit* m_edit;
    RunLabel* m_refusal;
    std::vector<Index> m_numbers;
    Index m_count = 0;
    QString m_noun;
};

/// A name, what is there, and a button that removes it.
class RemovableRow : public QWidget {
  public:
    RemovableRow(const QString& name, const QString& buttonName, QWidget* parent = nullptr);
    void setWords(const QString& words);   ///< Empty: hidden.
    QPushButton* button() const { return m_button; }

  private:
    QString m_name;
    RunLabel* m_words;
    QPushButton* m_button;
};

/// The widgets of the rules panel, from top to bottom.
class MaskPanelParts : public QWidget {
    Q_OBJECT

  public:
    explicit MaskPanelParts(QWidget* parent = nullptr);
    void show(const MaskRulesPicture& picture);

    MaskRulesPicture picture;

    QCheckBox* causal;
    SegmentedControl* align;
    IntBox* offset;
    RunLabel* causalNote;
    WindowRule* window;
    QCheckBox* global;
    IndexLine* globalLine;
    RunLabel* globalHint;
    QCheckBox* padding;
    IndexLine* paddingLine;
    RunLabel* paddingWords;
    BlockRule* block;
    RemovableRow* explicitRow;
    LogitRules* logits;
    SegmentedControl* paint;
    SegmentedControl* paintTarget;  ///< Every head, or the chosen one.
    RunLabel* paintHint;
    RunLabel* painted;
    QPushButton* clear;
    SegmentedControl* emptyRow;
    MessageStrip* emptyRows;
    RunLabel* emptyRowMeaning;
    RunLabel* together;
    IntBox* tileSide;
    Section* costs;

  private:
    QWidget* rulesSection();
    QWidget* paintSection();
    QWidget* emptyRowSection();
    void showCosts();

    QWidget* m_causalBox;
    QWidget* m_globalBox;
    QWidget* m_paddingBox;
    std::vector<RunLabel*> m_costLabels;
};

}  // namespace attn::ui
