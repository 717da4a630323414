#pragma once
#include <QMouseEvent>
#include <QSlider>
#include <QWheelEvent>

namespace attn::ui {

/// A slider that the wheel turns only where it has the focus, as the boxes for numbers do. A press beside the handle
/// moves it, and that move is already part of the gesture: sliderPressed() comes first.
class CalmSlider : public QSlider {
  public:
    using QSlider::QSlider;

  protected:
    void wheelEvent(QWheelEvent* event) override {
        if (hasFocus())
            QSlider::wheelEvent(event);
        else
            event->ignore();
    }
    void mousePressEvent(QMouseEvent* event) override {
        if (event->button() == Qt::LeftButton)
            setSliderDown(true);
        QSlider::mousePressEvent(event);
    }
    void mouseReleaseEvent(QMouseEvent* event) override {
        QSlider::mouseReleaseEvent(event);
        if (event->button() == Qt::LeftButton)
            setSliderDown(false);
    }
};

}  // namespace attn::ui
