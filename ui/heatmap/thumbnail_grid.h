#pragma once
#include <QAbstractScrollArea>
#include <QPixmap>
#include <vector>

#include "ui/heatmap/heatmap_painter.h"

namespace attn::ui {

/// One small heatmap of the grid.
struct Thumbnail {
    HeatmapPicture picture;
    Index id = 0;     ///< True index (of the head), also where some are left out.
    QString caption;  ///< After the index; may be empty.
};

/// Many small heatmaps painted by one widget; scrolls up and down inside itself. Where they can be marked, each has a
/// check box: a click on it, Ctrl and a click on the heatmap, or Space marks one or takes its mark away.
class ThumbnailGrid : public QAbstractScrollArea {
    Q_OBJECT

  public:
    explicit ThumbnailGrid(QWidget* parent = nullptr);

    void setThumbnails(std::vector<Thumbnail> thumbnails);
    /// Indices 0, 1, ... with `captions` beside them; missing captions are empty.
    void setPictures(std::vector<HeatmapPicture> pictures, const QStringList& captions = {});
    /// The id shown as chosen; -1 for none. Emits nothing, scrolls it into view.
    void setCurrent(Index id);
    Index current() const { return m_current; }
    /// Marked ones, by id. Emits nothing.
    void setMarkable(bool isMarkable);
    void setMarked(std::vector<Index> ids);
    const std::vector<Index>& marked() const { return m_marked; }
    void setTheme(ThemeKind kind);
    /// Side of a thumbnail in pixels at 100 %.
    void setThumbnailSize(int side);
    Index columns() const;
    /// Where thumbnail number `place` is drawn, in the viewport's coordinates.
    QRect placeRect(Index place) const;
    /// The check box of it.
    QRect markRect(Index place) const;

    QSize sizeHint() const override { return {216, 432}; }
    QSize minimumSizeHint() const override { return {128, 128}; }

  signals:
    void chosen(attn::Index id);
    /// A person wants it marked, or no longer.
    void markToggled(attn::Index id);

  protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    bool viewportEvent(QEvent* event) override;

  private:
    QRect pictureRect(Index place) const;
    Index placeAt(QPoint point) const;
    Index placeOf(Index id) const;
    int pitch() const;
    void arrange();
    void choosePlace(Index place);
    void paintMark(QPainter& painter, Index place) const;
    void describe();

    std::vector<Thumbnail> m_thumbnails;
    std::vector<QPixmap> m_painted;  ///< One per thumbnail; null: to be painted anew.
    ThemeKind m_kind = ThemeKind::Light;
    Index m_current = -1;
    std::vector<Index> m_marked;
    bool m_isMarkable = false;
    int m_side = 86;
};

}  // namespace attn::ui
