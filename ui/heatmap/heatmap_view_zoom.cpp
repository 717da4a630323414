// How a heatmap is made larger and moved: wheel, drag and keys.
#include <QKeyEvent>
#include <QMouseEvent>
#include <QWheelEvent>
#include <algorithm>
#include <cmath>

#include "ui/heatmap/heatmap_view.h"

namespace attn::ui {
namespace {

constexpr double kWheelNotch = 120.0;
constexpr double kZoomStep = 1.25;  ///< Of a notch of the wheel, or of a key.

}  // namespace

void HeatmapView::setZoom(double factor, QPointF middle) {
    const HeatmapLayout& now = currentLayout();
    if (now.cell <= 0.0)
        return;
    HeatmapZoom zoom = m_zoom;
    zoom.factor = std::clamp(factor, 1.0, std::max(1.0, now.most / now.fitted));
    zoom.col = middle.x();
    zoom.row = middle.y();
    if (!zoom.isPart())
        zoom = {};
    else if (zoom.longestLabels.isEmpty())
        zoom.longestLabels = longestLabels(m_picture, m_options);
    const bool isOtherSize = zoom.factor != m_zoom.factor;
    m_zoom = zoom;
    if (isOtherSize)
        forget();
    m_layout.reset();
    if (const HeatmapLayout& next = currentLayout(); next.isPart) {
        // Kept within the cells, where the next move starts from; not rounded to pixels, which would add up.
        const auto within = [](double at, double length, double side, Index count) {
            const double half = std::min(length / side, static_cast<double>(count)) / 2;
            return std::clamp(at, half, static_cast<double>(count) - half);
        };
        m_zoom.col = within(m_zoom.col, next.map.width(), next.cell * next.wide, m_picture.cells.cols);
        m_zoom.row = within(m_zoom.row, next.map.height(), next.cell, m_picture.cells.rows);
    }
    update();
    emit zoomChanged();
}

void HeatmapView::zoomBy(double by, QPointF at) {
    const QPointF inside(std::clamp(at.x(), currentLayout().map.left(), currentLayout().map.right()),
                         std::clamp(at.y(), currentLayout().map.top(), currentLayout().map.bottom()));
    const QPointF place = exactPlace(inside);
    setZoom(m_zoom.factor * by, place);
    // Now that the place of the map is known: back beneath the pointer.
    if (m_zoom.isPart())
        setZoom(m_zoom.factor, QPointF(m_zoom.col, m_zoom.row) + place - exactPlace(inside));
}

QPointF HeatmapView::exactPlace(QPointF at) const {
    const HeatmapLayout& layout = currentLayout();
    if (!layout.isPart)
        return layout.placeAt(at);
    const QPointF away = at - layout.map.center();
    return QPointF(m_zoom.col + away.x() / (layout.cell * layout.wide), m_zoom.row + away.y() / layout.cell);
}

void HeatmapView::moveBy(QPointF pixels) {
    const HeatmapLayout& layout = currentLayout();
    if (!layout.isPart)
        return;
    const QPointF cells(pixels.x() / (layout.cell * layout.wide), pixels.y() / layout.cell);
    setZoom(m_zoom.factor, QPointF(m_zoom.col, m_zoom.row) - cells);
}

void HeatmapView::reveal(Index row, Index col) {
    if (!m_zoom.isPart() || m_isStroking || m_isPointing)
        return;
    const HeatmapLayout& layout = currentLayout();
    const QRectF cell = layout.cellRect(std::max<Index>(row, 0), std::max<Index>(col, 0));
    const auto beyond = [](double first, double last, double low, double high) {
        return first < low ? low - first : last > high ? high - last : 0.0;
    };
    const QPointF by(col < 0 ? 0.0 : beyond(cell.left(), cell.right(), layout.map.left(), layout.map.right()),
                     row < 0 ? 0.0 : beyond(cell.top(), cell.bottom(), layout.map.top(), layout.map.bottom()));
    if (!by.isNull())
        moveBy(by);
}

void HeatmapView::startMoving(QPointF at) {
    if (!m_zoom.isPart())
        return;
    m_movedFrom = at;
    setCursor(Qt::ClosedHandCursor);
}

void HeatmapView::stopMoving() {
    m_movedFrom.reset();
    if (m_isSpaceDown)
        setCursor(Qt::OpenHandCursor);
    else
        unsetCursor();
}

void HeatmapView::wheelEvent(QWheelEvent* event) {
    QPointF by = event->angleDelta();
    if (event->modifiers().testFlag(Qt::ControlModifier)) {
        const double notches = (by.y() != 0.0 ? by.y() : by.x()) / kWheelNotch;
        zoomBy(std::pow(kZoomStep, notches), event->position());
        return event->accept();
    }
    if (!m_zoom.isPart())
        return QWidget::wheelEvent(event);
    if (event->modifiers().testFlag(Qt::ShiftModifier) && by.x() == 0.0)
        by = by.transposed();
    moveBy(event->hasPixelDelta() ? QPointF(event->pixelDelta()) : by / 2.0);
    event->accept();
}

void HeatmapView::mouseDoubleClickEvent(QMouseEvent* event) {
    // Where cells are painted, two quick clicks are two strokes.
    if (event->button() != Qt::LeftButton || m_isPaintable || !m_zoom.isPart())
        return mousePressEvent(event);
    showAll();
}

bool HeatmapView::zoomByKey(const QKeyEvent& event) {
    if (event.modifiers() & (Qt::ControlModifier | Qt::AltModifier | Qt::MetaModifier))
        return false;
    const HeatmapLayout& layout = currentLayout();
    QPointF at = layout.map.center();
    if (m_marks.row >= 0 || m_marks.col >= 0) {
        const QPointF chosen = cellCentre(std::max<Index>(m_marks.row, 0), std::max<Index>(m_marks.col, 0));
        at = {m_marks.col < 0 ? at.x() : chosen.x(), m_marks.row < 0 ? at.y() : chosen.y()};
    }
    switch (event.key()) {
        case Qt::Key_Plus:
        case Qt::Key_Equal:
            zoomBy(kZoomStep, at);
            return true;
        case Qt::Key_Minus:
        case Qt::Key_Underscore:
            zoomBy(1.0 / kZoomStep, at);
            return true;
        case Qt::Key_0:
            showAll();
            return true;
        default:
            return false;
    }
}

void HeatmapView::keyReleaseEvent(QKeyEvent* event) {
    if (event->key() != Qt::Key_Space || event->isAutoRepeat() || !m_isSpaceDown)
        return QWidget::keyReleaseEvent(event);
    m_isSpaceDown = false;
    stopMoving();
}

void HeatmapView::focusOutEvent(QFocusEvent* event) {
    m_isSpaceDown = false;
    stopMoving();
    QWidget::focusOutEvent(event);
}

}  // namespace attn::ui
