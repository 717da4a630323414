#pragma once
#include <QDoubleSpinBox>
#include <QSpinBox>

#include "ui/widgets/calm_spin.h"

namespace attn::ui {

/// A number with full precision: shows `decimals` places, and all digits while it has the focus.
/// "," and "." both separate decimals; the minus is a true minus.
class NumberBox : public CalmSpin<QDoubleSpinBox> {
    Q_OBJECT

  public:
    /// `name` is what a screen reader says: "Temperature".
    explicit NumberBox(const QString& name, QWidget* parent = nullptr);

    void setShownDecimals(int decimals);  ///< 0 to 9; default 2.
    void setValue(double value);          ///< Never emits edited().
    void setRange(double least, double most);  ///< Never emits edited(), though it may change the value.

    QString textFromValue(double value) const override;
    double valueFromText(const QString& text) const override;
    void fixup(QString& text) const override;
    void stepBy(int steps) override;
    QValidator::State validate(QString& text, int& position) const override;
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

  signals:
    void edited(double value);  ///< A person changed it.
    void gestureStarted();
    void gestureEnded();

  protected:
    void gestureChanged(bool isOn) override;
    QString restingText() const override { return textFromValue(value()); }
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

  private:
    int m_shownDecimals = 2;
    bool m_isExact = false;  ///< All digits are shown.
    bool m_isSetting = false;
};

/// The same for whole numbers.
class IntBox : public CalmSpin<QSpinBox> {
    Q_OBJECT

  public:
    explicit IntBox(const QString& name, QWidget* parent = nullptr);

    void setValue(int value);            ///< Never emits edited().
    void setRange(int least, int most);  ///< Never emits edited(), though it may change the value.

    QString textFromValue(int value) const override;
    int valueFromText(const QString& text) const override;
    void fixup(QString& text) const override;
    QValidator::State validate(QString& text, int& position) const override;
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

  signals:
    void edited(int value);  ///< A person changed it.
    void gestureStarted();
    void gestureEnded();

  protected:
    void gestureChanged(bool isOn) override;
    QString restingText() const override { return textFromValue(value()); }

  private:
    bool m_isSetting = false;
};

}  // namespace attn::ui
