#pragma once
#include <QPixmap>
#include <QWidget>
#include <memory>
#include <optional>

#include "ui/heatmap/heatmap_painter.h"
#include "ui/heatmap/heatmap_pyramid.h"

namespace attn::ui {

/// One heatmap on the screen: shows a picture, reports what a person points at, chooses and paints.
class HeatmapView : public QWidget {
    Q_OBJECT

  public:
    explicit HeatmapView(QWidget* parent = nullptr);

    void setPicture(HeatmapPicture picture);
    const HeatmapPicture& picture() const { return m_picture; }
    /// Shown as chosen; -1 chooses no row or no column. Emits nothing.
    void setSelection(Index row, Index col);
    /// A cell pointed at elsewhere (a token strip), or a row or a column alone; -1 for none. Emits nothing.
    void setHover(Index row, Index col);
    void setTheme(ThemeKind kind);
    void setOptions(const HeatmapOptions& options);
    const HeatmapOptions& options() const { return m_options; }
    const HeatmapMarks& marks() const { return m_marks; }
    /// When on, a press with the left button starts a stroke as well as a choice.
    void setPaintable(bool isPaintable) { m_isPaintable = isPaintable; }
    /// Shows a part, larger; a factor of 1 shows all. The part keeps within the cells.
    void setZoom(double factor, QPointF middle);
    const HeatmapZoom& zoom() const { return m_zoom; }
    /// `by` times larger; the cell at `at`, a point of the widget, stays there.
    void zoomBy(double by, QPointF at);
    void showAll() { setZoom(1.0, {}); }
    /// The figure dimmed to 60 %: a newer one is being computed.
    void setDimmed(bool isDimmed);

    const HeatmapLayout& currentLayout() const;
    /// Middle of a cell in the widget's coordinates.
    QPointF cellCentre(Index row, Index col) const;
    QSize sizeHint() const override { return {560, 460}; }
    QSize minimumSizeHint() const override { return {160, 140}; }

  signals:
    void cellChosen(attn::Index row, attn::Index col);
    void cellHovered(attn::Index row, attn::Index col);
    void hoverLeft();
    void strokeStarted(attn::Index row, attn::Index col);
    void strokeMoved(attn::Index row, attn::Index col);
    void strokeEnded();
    void zoomChanged();

  protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void keyReleaseEvent(QKeyEvent* event) override;
    void changeEvent(QEvent* event) override;

  private:
    void forget();
    void choose(Index row, Index col);
    void describeChoice();
    /// A quick pointer leaves cells out between two events: they are stroked as well.
    void strokeTo(HeatmapCell from, HeatmapCell to);
    void pointAt(std::optional<HeatmapCell> cell, const QPoint& global);
    void paintCellsOnce(double density);
    void paintPart(const QRect& pixels, double density);
    /// Another part at the same size: what has been painted is moved.
    void moveBy(QPointF pixels);
    /// Column (x) and row (y) under a point, in cells; not rounded to pixels where a part is shown.
    QPointF exactPlace(QPointF at) const;
    /// Brings a cell, or a row or a column alone, wholly onto the map.
    void reveal(Index row, Index col);
    bool zoomByKey(const QKeyEvent& event);
    void startMoving(QPointF at);
    void stopMoving();

    HeatmapPicture m_picture;
    HeatmapSurvey m_survey;
    HeatmapOptions m_options;
    HeatmapMarks m_marks;
    HeatmapPyramid m_pyramid;
    HeatmapZoom m_zoom;
    mutable std::optional<HeatmapLayout> m_layout;  ///< None: to be made anew.
    QPixmap m_cells;                                ///< The painted cells; null: to be painted anew.
    QPoint m_cellsCorner;                           ///< Of the part in m_cells, in pixels from the first cell.
    std::optional<QPointF> m_movedFrom;             ///< The pointer takes the cells along.
    bool m_isSpaceDown = false;
    bool m_isPointing = false;  ///< A cell is being chosen by a click: it stays under the pointer.
    bool m_isPaintable = false;
    bool m_isStroking = false;
    bool m_isDimmed = false;
};

}  // namespace attn::ui
