#pragma once
#include <QWidget>

class QBoxLayout;

namespace attn::ui {

/// Controls above a figure, in groups: side by side where they fit, else one group below another. A hairline below.
class OptionStrip : public QWidget {
    Q_OBJECT

  public:
    explicit OptionStrip(QWidget* parent = nullptr);

    /// A group of its own; controls stand in the order given.
    void addGroup(const QList<QWidget*>& controls);

    bool isStacked() const;
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;
    int heightForWidth(int width) const override;

  protected:
    void paintEvent(QPaintEvent*) override;
    void resizeEvent(QResizeEvent*) override;

  private:
    int needed() const;

    QBoxLayout* m_groups;
    QList<QWidget*> m_parts;
};

}  // namespace attn::ui
