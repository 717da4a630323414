#pragma once
#include <QStringList>
#include <QWidget>

namespace attn::ui {

/// The steps of a walk as bars with their names below, filled up to the current one. A click or an arrow key asks for
/// another.
class StepStrip : public QWidget {
    Q_OBJECT

  public:
    explicit StepStrip(QWidget* parent = nullptr);

    void setSteps(const QStringList& names, int current);
    int current() const { return m_current; }
    const QStringList& names() const { return m_names; }
    QRectF barRect(int step) const;

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

  signals:
    void asked(int step);

  protected:
    void paintEvent(QPaintEvent*) override;
    void mousePressEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void changeEvent(QEvent* event) override;

  private:
    QRectF place(int step) const;

    QStringList m_names;
    int m_current = -1;
};

}  // namespace attn::ui
