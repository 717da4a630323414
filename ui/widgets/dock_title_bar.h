#pragma once
#include <QWidget>

class QDockWidget;

namespace attn::ui {

class RunLabel;
class IconButton;

/// The header of a dock, 36 tall: its title, and buttons that float and close it. Sets itself on `dock`.
class DockTitleBar : public QWidget {
    Q_OBJECT

  public:
    explicit DockTitleBar(QDockWidget* dock);

    void addControl(QWidget* control);  ///< Right of the title, before the buttons.
    void addStart(QWidget* control);    ///< Directly after the title.
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

  protected:
    void paintEvent(QPaintEvent*) override;
    void changeEvent(QEvent* event) override;

  private:
    void refresh();

    QDockWidget* m_dock;
    RunLabel* m_title;
    IconButton* m_float;
    IconButton* m_close;
    class QHBoxLayout* m_start;
    class QHBoxLayout* m_controls;
};

}  // namespace attn::ui
