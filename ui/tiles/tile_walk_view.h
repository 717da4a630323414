#pragma once
#include <QVariantAnimation>
#include <QWidget>
#include <optional>

#include "ui/tiles/tile_walk_painter.h"

namespace attn::ui {

/// A walk through the tiles of one head. A click on a tile, Left, Right, Home and End ask for another place in the
/// walk; Space asks it to go on by itself or to stop. A click on a row, Up and Down choose a query of the tile.
class TileWalkView : public QWidget {
    Q_OBJECT

  public:
    explicit TileWalkView(QWidget* parent = nullptr);

    /// At once, wherever a movement was.
    void setPicture(TileWalkPicture picture);
    /// Shows the tiles of this step on their way for that long, in ms; 0: they are there.
    void move(int duration);
    const TileWalkPicture& picture() const { return m_picture; }
    void setTheme(const Theme& theme);

    const TileWalkLayout& currentLayout() const;
    /// Middle of a tile in the widget's coordinates.
    QPointF tileCentre(Index row, Index col) const;
    /// Middle of a row of the table, likewise.
    QPointF rowCentre(int row) const;
    bool isMoving() const { return m_motion.state() == QAbstractAnimation::Running; }

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

  signals:
    void positionAsked(int position);
    void stepAsked(int by);
    void playToggled();
    void queryChosen(attn::Index query);

  protected:
    void paintEvent(QPaintEvent*) override;
    void resizeEvent(QResizeEvent*) override;
    void changeEvent(QEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

  private:
    std::optional<std::pair<Index, Index>> tileAt(QPointF at) const;
    QString sentence(Index row, Index col) const;
    void chooseRow(int by);

    TileWalkPicture m_picture;
    const Theme* m_theme;
    QVariantAnimation m_motion;
    mutable std::optional<TileWalkLayout> m_layout;
};

}  // namespace attn::ui
