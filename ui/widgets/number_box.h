#pragma once
#include <QDoubleSpinBox>
#include <QSpinBox>

namespace attn::ui {

/// A number with full precision: shows `decimals` places, and all digits while it has the focus.
///
/// Typing commits on Enter, on leaving, and on a step; Escape restores. "," and "." both separate decimals; the minus
/// is a true minus. The wheel works with focus only. One hold of a step button or an arrow key lies between
/// gestureStarted() and gestureEnded(): one undo step.
class NumberBox : public QDoubleSpinBox {
    Q_OBJECT

  public:
    /// `name` is what a screen reader says: "Temperature".
    explicit NumberBox(const QString& name, QWidget* parent = nullptr);

    void setShownDecimals(int decimals);  ///< 0 to 9; default 2.
    void setValue(double value);          ///< Never emits edited().

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
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void keyReleaseEvent(QKeyEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void hideEvent(QHideEvent* event) override;

  private:
    void setGesture(bool isOn);
    void showText();

    int m_shownDecimals = 2;
    bool m_isExact = false;  ///< All digits are shown.
    bool m_isSetting = false;
    bool m_isInGesture = false;
};

/// The same for whole numbers.
class IntBox : public QSpinBox {
    Q_OBJECT

  public:
    explicit IntBox(const QString& name, QWidget* parent = nullptr);

    void setValue(int value);  ///< Never emits edited().

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
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void keyReleaseEvent(QKeyEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void hideEvent(QHideEvent* event) override;

  private:
    void setGesture(bool isOn);

    bool m_isSetting = false;
    bool m_isInGesture = false;
};

}  // namespace attn::ui
