#pragma once
#include <QWidget>

class QDockWidget;

namespace attn::ui {

/// What a dock whose content has a header of its own is moved by: dots at its left, as high as that header. Sets
/// itself on `dock`.
class DockGrip : public QWidget {
    Q_OBJECT

  public:
    static constexpr int kWidth = 16;

    explicit DockGrip(QDockWidget* dock);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

  protected:
    void paintEvent(QPaintEvent*) override;
    void changeEvent(QEvent* event) override;
};

}  // namespace attn::ui
