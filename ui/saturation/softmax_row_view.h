#pragma once
#include <QWidget>

#include "ui/saturation/softmax_row_painter.h"

namespace attn::ui {

/// The weights of one query, their Jacobian and the gradient through it. A click on a bar, a row or a column chooses its
/// key, and so do Left, Right, Up, Down, Home and End.
class SoftmaxRowView : public QWidget {
    Q_OBJECT

  public:
    explicit SoftmaxRowView(QWidget* parent = nullptr);

    void setPicture(SoftmaxRowPicture picture);
    const SoftmaxRowPicture& picture() const { return m_picture; }
    /// A key of the scene; one that is not shown, or -1, marks nothing. Emits nothing.
    void setChosen(Index key);
    /// Its place among the keys that are shown, or -1.
    Index chosenPlace() const;
    void setTheme(ThemeKind kind);
    const SoftmaxRowLayout& currentLayout() const;
    QPointF cellCentre(Index row, Index col) const;
    QPointF barFoot(Index place) const;  ///< A point inside the column of a bar.

    QSize sizeHint() const override { return {768, 440}; }
    QSize minimumSizeHint() const override { return {240, 200}; }

  signals:
    void keyChosen(attn::Index key);

  protected:
    void paintEvent(QPaintEvent*) override;
    void resizeEvent(QResizeEvent*) override;
    void changeEvent(QEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent*) override;
    void keyPressEvent(QKeyEvent* event) override;

  private:
    void choose(Index place);
    void pointAt(const HeatmapCell& cell, const QString& words, const QPoint& global);
    void describe();
    void fit();

    SoftmaxRowPicture m_picture;
    SoftmaxRowStyle m_style;
    Index m_key = -1;
    HeatmapCell m_hover;
    mutable std::optional<SoftmaxRowLayout> m_layout;
};

}  // namespace attn::ui
