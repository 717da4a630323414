#pragma once
#include <QFocusEvent>
#include <QString>

class QDoubleSpinBox;
class QSpinBox;

namespace attn::ui {

/// What the boxes for numbers have in common, over Qt's box for whole numbers or for others.
///
/// Typing commits on Enter, on leaving and on a step; Escape restores. The wheel works with focus only. Coming by
/// keyboard or mouse selects all. One hold of a step button or of an arrow key is one gesture.
template <class Spin>
class CalmSpin : public Spin {
  protected:
    /// `name` is what a screen reader says: "Temperature".
    CalmSpin(const QString& name, QWidget* parent);

    virtual void gestureChanged(bool isOn) = 0;
    /// What stands in the box when nobody has typed.
    virtual QString restingText() const = 0;
    /// Puts restingText() into the box.
    void showText();

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

    bool m_isInGesture = false;
};

extern template class CalmSpin<QSpinBox>;
extern template class CalmSpin<QDoubleSpinBox>;

}  // namespace attn::ui
