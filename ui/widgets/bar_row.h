#pragma once
#include <QColor>
#include <QWidget>

#include "ui/widgets/text_runs.h"

namespace attn::ui {

/// A label, a bar in a trough, a value at the right: one weight of a row.
class BarRow : public QWidget {
    Q_OBJECT

  public:
    explicit BarRow(QWidget* parent = nullptr);

    void setLabel(const TextRuns& runs);
    /// `fraction` of the trough, in [0, 1]; NaN and what lies outside draws the words only. `color` is a map's
    /// colour.
    void setBar(double fraction, const QColor& color, const QString& valueText);
    void setMasked(bool isMasked);                    ///< The trough is hatched; no bar.
    void setChosen(bool isChosen);                    ///< Accent frame and semibold value.
    void setColumns(int labelWidth, int valueWidth);  ///< At 100 %; the same for all rows of a list.

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

  signals:
    void clicked();

  protected:
    void paintEvent(QPaintEvent*) override;
    void mousePressEvent(QMouseEvent* event) override;
    void changeEvent(QEvent* event) override;

  private:
    void updateName();

    TextRuns m_label;
    QString m_valueText;
    double m_fraction = 0.0;
    QColor m_color;
    bool m_isMasked = false;
    bool m_isChosen = false;
    int m_labelWidth = 32;
    int m_valueWidth = 48;
};

}  // namespace attn::ui
