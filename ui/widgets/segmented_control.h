#pragma once
#include <QWidget>
#include <vector>

#include "ui/widgets/text_runs.h"

class QButtonGroup;
class QHBoxLayout;

namespace attn::ui {

/// Two to six words of which one is chosen. Tab reaches the chosen word, the arrow keys choose another.
class SegmentedControl : public QWidget {
    Q_OBJECT

  public:
    /// `name` is what a screen reader says for the whole: "Scale".
    explicit SegmentedControl(const QString& name, QWidget* parent = nullptr);

    void setWords(const QStringList& words);
    void setWords(const std::vector<TextRuns>& words);  ///< The first word becomes the current one.
    int count() const;
    void setWordEnabled(int index, bool isEnabled);
    void setWordToolTip(int index, const QString& text);
    void setEqualWidths(bool areEqual);  ///< Default true; false: as wide as each word needs.

    int current() const { return m_current; }  ///< -1: none.
    void setCurrent(int index);                ///< Never emits chosen().

  signals:
    void chosen(int index);  ///< A person chose another word.

  private:
    QHBoxLayout* m_row;
    QButtonGroup* m_group;
    int m_current = -1;
    bool m_areEqual = true;
};

}  // namespace attn::ui
