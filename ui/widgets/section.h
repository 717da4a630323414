#pragma once
#include <QWidget>

#include "ui/widgets/text_runs.h"

class QVBoxLayout;

namespace attn::ui {

class RunLabel;

/// A 1 px line across its whole width or height, in the hairline colour.
class Hairline : public QWidget {
    Q_OBJECT

  public:
    explicit Hairline(Qt::Orientation orientation = Qt::Horizontal, QWidget* parent = nullptr);
    QSize sizeHint() const override { return {1, 1}; }

  protected:
    void paintEvent(QPaintEvent*) override;
};

/// One section of a dock: a heading with second text at the right, then rows, then a hairline below (not after the
/// last section of a dock).
class Section : public QWidget {
    Q_OBJECT

  public:
    explicit Section(const QString& heading, QWidget* parent = nullptr);

    void setHeading(const TextRuns& runs);
    void setSecondText(const TextRuns& runs);
    void setLineVisible(bool isVisible);

    void addRow(QWidget* widget);                         ///< As wide as the dock.
    void addRow(const TextRuns& label, QWidget* widget);  ///< Label column 76 wide, then the control.
    void addRow(const TextRuns& label, const QList<QWidget*>& widgets);
    QVBoxLayout* body() { return m_body; }  ///< For rows of another kind; spacing 6.

  private:
    RunLabel* m_heading;
    RunLabel* m_second;
    QVBoxLayout* m_body;
    Hairline* m_line;
};

}  // namespace attn::ui
