#pragma once
#include <QWidget>

#include "ui/sharing/sharing_painter.h"

namespace attn::ui {

/// Query heads above, the KV heads that they read below, and what the cache takes. A click on a query head chooses
/// it, and so do the arrow keys, Home and End.
class SharingView : public QWidget {
    Q_OBJECT

  public:
    explicit SharingView(QWidget* parent = nullptr);

    void setPicture(SharingPicture picture);
    const SharingPicture& picture() const { return m_picture; }
    void setChosen(Index head);
    Index chosen() const { return m_chosen; }
    void setTheme(ThemeKind kind);
    const SharingLayout& currentLayout() const;

    QSize sizeHint() const override { return {768, 430}; }
    QSize minimumSizeHint() const override;

  signals:
    void headChosen(attn::Index head);

  protected:
    void paintEvent(QPaintEvent*) override;
    void resizeEvent(QResizeEvent*) override;
    void changeEvent(QEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent*) override;
    void keyPressEvent(QKeyEvent* event) override;

  private:
    void choose(Index head);
    void pointAt(Index head, const QPoint& global);
    QString sentence(Index head) const;
    void describe();
    void fit();

    SharingPicture m_picture;
    SharingStyle m_style;
    Index m_chosen = -1, m_hovered = -1;
    mutable std::optional<SharingLayout> m_layout;
};

}  // namespace attn::ui
