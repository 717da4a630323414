#pragma once
#include <QWidget>

#include "ui/widgets/text_runs.h"

namespace attn::ui {

class LinkButton;
class RunLabel;

/// A dashed frame in the place of a missing thing: one sentence and one link.
class EmptyState : public QWidget {
    Q_OBJECT

  public:
    explicit EmptyState(QWidget* parent = nullptr);

    void setSentence(const TextRuns& runs);
    /// The action alone, for a narrow place; the sentence is then its tooltip.
    void setCompact(bool isCompact);
    void setAction(const TextRuns& runs);  ///< No link when empty.

  signals:
    void actionTriggered();

  protected:
    void paintEvent(QPaintEvent*) override;

  private:
    RunLabel* m_sentence;
    LinkButton* m_action;
};

}  // namespace attn::ui
