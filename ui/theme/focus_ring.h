#pragma once
#include <QObject>
#include <QPointer>

class QFocusFrame;
class QWidget;

namespace attn::ui {

/// Draws the frame around the control that the keyboard has reached; the mouse takes it away. A view that fills its
/// place and shows its own cursor sets the property "ownFocus" to true.
class FocusRing : public QObject {
    Q_OBJECT

  public:
    explicit FocusRing(QObject* parent);

  protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

  private:
    void follow(QWidget* widget);

    QPointer<QFocusFrame> m_frame;  ///< Owned by the window it is in.
    bool m_isKeyboard = false;
};

}  // namespace attn::ui
