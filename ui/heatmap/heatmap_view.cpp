#include "ui/heatmap/heatmap_view.h"

#include <QAccessible>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QToolTip>
#include <algorithm>
#include <cmath>

#include "ui/figure/plain_tool_tip.h"
#include "ui/heatmap/cell_keys.h"
#include "ui/theme/style.h"

namespace attn::ui {

HeatmapView::HeatmapView(QWidget* parent) : QWidget(parent) {
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setProperty("ownFocus", true);
    setAccessibleName(tr("Heatmap"));
    m_options.theme = &theme(ThemeKind::Light);
}

void HeatmapView::setPicture(HeatmapPicture picture) {
    const bool isSameShape = m_picture.cells.rows == picture.cells.rows && m_picture.cells.cols == picture.cells.cols;
    m_picture = std::move(picture);
    m_pyramid = HeatmapPyramid(m_picture, &m_survey);
    if (!isSameShape)
        m_zoom = {};
    if (m_zoom.isPart())
        m_zoom.longestLabels = longestLabels(m_picture, m_options);
    if (m_marks.hover.row >= m_picture.cells.rows || m_marks.hover.col >= m_picture.cells.cols)
        m_marks.hover = {};
    const std::optional<HeatmapLayout> old = std::move(m_layout);
    forget();
    if (m_isStroking && isSameShape && old) {
        // A legend that grows must not move the cells beneath the pointer that paints them.
        m_layout = old;
        m_layout->survey = m_survey;
    }
    describeChoice();
}

void HeatmapView::setSelection(Index row, Index col) {
    if (row == m_marks.row && col == m_marks.col)
        return;
    m_marks.row = row;
    m_marks.col = col;
    reveal(row, col);
    update();
    describeChoice();
}

void HeatmapView::setHover(Index row, Index col) {
    const HeatmapCell cell{std::max<Index>(row, -1), std::max<Index>(col, -1)};
    if (cell == m_marks.hover)
        return;
    m_marks.hover = cell;
    update();
}

void HeatmapView::setTheme(ThemeKind kind) {
    if (std::exchange(m_options.theme, &theme(kind)) != &theme(kind))
        forget();
}

void HeatmapView::setOptions(const HeatmapOptions& options) {
    const Theme* kept = m_options.theme;
    m_options = options;
    if (m_options.theme == nullptr)
        m_options.theme = kept;
    forget();
}

void HeatmapView::setDimmed(bool isDimmed) {
    if (m_isDimmed == isDimmed)
        return;
    m_isDimmed = isDimmed;
    update();
}

void HeatmapView::forget() {
    m_layout.reset();
    m_cells = {};
    update();
}

const HeatmapLayout& HeatmapView::currentLayout() const {
    if (!m_layout || m_layout->size != QSizeF(size())) {
        HeatmapOptions options = m_options;
        options.pixelsPerUnit = devicePixelRatioF();
        options.largestCell *= screenUnit();
        m_layout = layoutHeatmap(m_picture, m_survey, options, size(), m_zoom);
    }
    return *m_layout;
}

QPointF HeatmapView::cellCentre(Index row, Index col) const {
    return currentLayout().cellRect(row, col).center();
}

void HeatmapView::paintCellsOnce(double density) {
    const HeatmapLayout& layout = currentLayout();
    const QRect pixels(0, 0, std::max(1, qRound(layout.map.width() * density)),
                       std::max(1, qRound(layout.map.height() * density)));
    const QPoint corner = (layout.offset * density).toPoint();
    const QPoint moved = m_cellsCorner - corner;
    m_cellsCorner = corner;
    if (m_cells.size() != pixels.size() || m_cells.devicePixelRatio() != density) {
        m_cells = QPixmap(pixels.size());
        m_cells.setDevicePixelRatio(density);
        return paintPart(pixels, density);
    }
    if (moved.isNull())
        return;
    const QRect kept = pixels & pixels.translated(moved);
    if (kept.isEmpty())
        return paintPart(pixels, density);
    m_cells.scroll(moved.x(), moved.y(), pixels);
    // What has come into view: a strip above or below, and one beside what is kept.
    const QRect across(0, moved.y() > 0 ? 0 : kept.bottom() + 1, pixels.width(), pixels.height() - kept.height());
    const QRect beside(moved.x() > 0 ? 0 : kept.right() + 1, kept.top(), pixels.width() - kept.width(),
                       kept.height());
    for (const QRect& strip : {across, beside})
        if (!strip.isEmpty())
            paintPart(strip, density);
}

void HeatmapView::paintPart(const QRect& pixels, double density) {
    HeatmapLayout part = currentLayout();
    if (part.isPart) {
        const QPointF from = QPointF(pixels.topLeft()) / density;
        part.map = QRectF(part.map.topLeft() + from, QSizeF(pixels.size()) / density);
        part.offset += from;
    }
    HeatmapOptions options = m_options;
    options.pixelsPerUnit = density;
    QPainter painter(&m_cells);
    painter.translate(-currentLayout().map.topLeft());
    paintHeatmapCells(painter, m_picture, options, part, &m_pyramid);
}

void HeatmapView::paintEvent(QPaintEvent*) {
    const double density = devicePixelRatioF();
    const HeatmapLayout& layout = currentLayout();
    QPainter painter(this);
    painter.fillRect(rect(), m_options.colors().surface);
    // At a fractional density the widget itself may start between two device pixels: the figure does not.
    const QTransform device = painter.deviceTransform();
    painter.translate((std::round(device.dx()) - device.dx()) / density,
                      (std::round(device.dy()) - device.dy()) / density);
    if (m_isDimmed)
        painter.setOpacity(0.6);
    if (layout.cell > 0.0) {
        paintCellsOnce(density);
        painter.drawPixmap(layout.map.topLeft(), m_cells);
    }
    HeatmapOptions options = m_options;
    options.pixelsPerUnit = density;
    paintHeatmapFurniture(painter, m_picture, options, layout, m_marks);
    paintHeatmapMarks(painter, m_picture, options, layout, m_marks);
    if (hasFocus()) {
        painter.setOpacity(1.0);
        painter.setPen(QPen(m_options.colors().accent, 2, Qt::SolidLine, Qt::SquareCap, Qt::MiterJoin));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(QRectF(rect()).adjusted(3, 3, -3, -3));
    }
}

void HeatmapView::resizeEvent(QResizeEvent*) {
    forget();
}

void HeatmapView::changeEvent(QEvent* event) {
    if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange)
        forget();
    QWidget::changeEvent(event);
}

void HeatmapView::choose(Index row, Index col) {
    if (row < 0 || col < 0 || row >= m_picture.cells.rows || col >= m_picture.cells.cols)
        return;
    setSelection(row, col);
    emit cellChosen(row, col);
}

void HeatmapView::describeChoice() {
    QString text = cellSentence(m_picture, m_marks.row, m_marks.col);
    if (text.isEmpty())
        text =
            tr("%1 rows, %2 columns; arrow keys choose a cell").arg(m_picture.cells.rows).arg(m_picture.cells.cols);
    const QString name = m_picture.title.isEmpty() ? tr("Heatmap") : tr("Heatmap: ") + m_picture.title;
    if (text == accessibleDescription() && name == accessibleName())
        return;
    setAccessibleName(name);
    setAccessibleDescription(text);
    QAccessibleEvent event(this, QAccessible::DescriptionChanged);
    QAccessible::updateAccessibility(&event);
}

void HeatmapView::mousePressEvent(QMouseEvent* event) {
    if (event->button() == Qt::MiddleButton || (event->button() == Qt::LeftButton && m_isSpaceDown))
        return startMoving(event->position());
    if (event->button() != Qt::LeftButton)
        return QWidget::mousePressEvent(event);
    const auto cell = currentLayout().cellAt(event->position(), m_picture);
    if (!cell)
        return;
    m_isPointing = true;
    choose(cell->row, cell->col);
    m_isPointing = false;
    if (!m_isPaintable)
        return;
    m_isStroking = true;
    m_marks.hover = *cell;
    emit strokeStarted(cell->row, cell->col);
}

void HeatmapView::mouseMoveEvent(QMouseEvent* event) {
    if (m_movedFrom) {
        const QPointF from = std::exchange(*m_movedFrom, event->position());
        return moveBy(event->position() - from);
    }
    pointAt(currentLayout().cellAt(event->position(), m_picture), event->globalPosition().toPoint());
}

void HeatmapView::pointAt(std::optional<HeatmapCell> cell, const QPoint& global) {
    if (!cell) {
        if (m_marks.hover == HeatmapCell{})
            return;
        setHover(-1, -1);
        QToolTip::hideText();
        emit hoverLeft();
        return;
    }
    if (*cell == m_marks.hover)
        return;
    const HeatmapCell before = m_marks.hover;
    setHover(cell->row, cell->col);
    QToolTip::showText(global, plainToolTip(cellSentence(m_picture, cell->row, cell->col)), this);
    emit cellHovered(cell->row, cell->col);
    if (m_isStroking)
        strokeTo(before.row < 0 || before.col < 0 ? *cell : before, *cell);
}

void HeatmapView::strokeTo(HeatmapCell from, HeatmapCell to) {
    const Index steps = std::max({Index(1), std::abs(to.row - from.row), std::abs(to.col - from.col)});
    for (Index step = 1; step <= steps; ++step)
        emit strokeMoved(from.row + (to.row - from.row) * step / steps,
                         from.col + (to.col - from.col) * step / steps);
}

void HeatmapView::mouseReleaseEvent(QMouseEvent* event) {
    if (m_movedFrom && !(event->buttons() & (Qt::LeftButton | Qt::MiddleButton)))
        return stopMoving();
    if (event->button() == Qt::LeftButton && m_isStroking) {
        m_isStroking = false;
        forget();
        emit strokeEnded();
    }
}

void HeatmapView::leaveEvent(QEvent*) {
    if (!m_isStroking)
        pointAt(std::nullopt, {});
}

void HeatmapView::keyPressEvent(QKeyEvent* event) {
    const Index rows = m_picture.cells.rows, cols = m_picture.cells.cols;
    if (rows <= 0 || cols <= 0)
        return QWidget::keyPressEvent(event);
    const bool isFirst = m_marks.row < 0 && m_marks.col < 0;
    if (event->key() == Qt::Key_Space && m_isPaintable && !isFirst) {
        // One cell painted by the keyboard is a stroke of one cell.
        emit strokeStarted(std::max<Index>(0, m_marks.row), std::max<Index>(0, m_marks.col));
        emit strokeEnded();
        return;
    }
    if (zoomByKey(*event))
        return;
    if (event->key() == Qt::Key_Space && !m_isPaintable && m_zoom.isPart()) {
        if (!event->isAutoRepeat()) {
            m_isSpaceDown = true;
            setCursor(Qt::OpenHandCursor);
        }
        return;
    }
    const auto moved = movedByKey(*event, {m_marks.row, m_marks.col}, rows, cols);
    if (!moved)
        return QWidget::keyPressEvent(event);
    choose(isFirst ? 0 : std::clamp<Index>(moved->row, 0, rows - 1),
           isFirst ? 0 : std::clamp<Index>(moved->col, 0, cols - 1));
}

}  // namespace attn::ui
