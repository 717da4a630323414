#include "ui/compare/compare_view.h"

#include <QAccessible>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QToolTip>
#include <algorithm>

#include "ui/figure/plain_tool_tip.h"
#include "ui/heatmap/cell_keys.h"
#include "ui/theme/style.h"

namespace attn::ui {

CompareView::CompareView(QWidget* parent) : QWidget(parent), m_theme(&theme(ThemeKind::Light)) {
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setProperty("ownFocus", true);
    setAccessibleName(tr("Compare"));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
}

void CompareView::setPicture(ComparePicture picture, CompareSurvey survey) {
    m_picture = std::move(picture);
    m_survey = std::move(survey);
    m_marks.hover = {};
    forget();
    describe();
}

void CompareView::setSelection(Index row, Index col) {
    if (row == m_marks.row && col == m_marks.col)
        return;
    m_marks.row = row;
    m_marks.col = col;
    update();
    describe();
}

void CompareView::setHover(Index row, Index col) {
    const HeatmapCell cell{std::max<Index>(row, -1), std::max<Index>(col, -1)};
    if (cell == m_marks.hover)
        return;
    m_marks.hover = cell;
    update();
}

void CompareView::setTheme(ThemeKind kind) {
    if (std::exchange(m_theme, &theme(kind)) != &theme(kind))
        forget();
}

void CompareView::setDimmed(bool isDimmed) {
    if (std::exchange(m_isDimmed, isDimmed) != isDimmed)
        update();
}

void CompareView::forget() {
    m_layout.reset();
    m_cells = {};
    update();
}

HeatmapOptions CompareView::options() const {
    HeatmapOptions options;
    options.theme = m_theme;
    options.pixelsPerUnit = devicePixelRatioF();
    options.largestCell *= screenUnit();
    return options;
}

const CompareLayout& CompareView::currentLayout() const {
    if (!m_layout || m_layout->size != QSizeF(size()))
        m_layout = layoutCompare(m_picture, m_survey, options(), size());
    return *m_layout;
}

QPointF CompareView::cellCentre(int panel, Index row, Index col) const {
    return currentLayout().panels[static_cast<std::size_t>(panel)].cellRect(row, col).center();
}

void CompareView::paintEvent(QPaintEvent*) {
    const double density = devicePixelRatioF();
    const CompareLayout& layout = currentLayout();
    if (m_cells.isNull() || m_cells.devicePixelRatio() != density) {
        m_cells = QPixmap(size() * density);
        m_cells.setDevicePixelRatio(density);
        m_cells.fill(m_theme->surface);
        QPainter painter(&m_cells);
        paintCompareCells(painter, m_picture, options(), layout);
    }
    QPainter painter(this);
    painter.fillRect(rect(), m_theme->surface);
    if (m_isDimmed)
        painter.setOpacity(0.6);
    painter.drawPixmap(0, 0, m_cells);
    paintCompareFurniture(painter, m_picture, options(), layout, m_marks);
    paintCompareMarks(painter, m_picture, options(), layout, m_marks);
    if (hasFocus()) {
        painter.setOpacity(1.0);
        painter.setPen(QPen(m_theme->accent, 2, Qt::SolidLine, Qt::SquareCap, Qt::MiterJoin));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(QRectF(rect()).adjusted(3, 3, -3, -3));
    }
}

void CompareView::resizeEvent(QResizeEvent*) {
    forget();
}

void CompareView::changeEvent(QEvent* event) {
    if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange)
        forget();
    QWidget::changeEvent(event);
}

void CompareView::describe() {
    QString text = compareSentence(m_picture, m_marks.row, m_marks.col);
    if (text.isEmpty())
        text = tr("A “%1” and B “%2”; arrow keys choose a cell").arg(m_picture.aName, m_picture.bName);
    if (text == accessibleDescription())
        return;
    setAccessibleDescription(text);
    QAccessibleEvent event(this, QAccessible::DescriptionChanged);
    QAccessible::updateAccessibility(&event);
}

void CompareView::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton)
        return QWidget::mousePressEvent(event);
    if (const auto at = compareCellAt(m_picture, currentLayout(), event->position())) {
        setSelection(at->cell.row, at->cell.col);
        emit cellChosen(at->cell.row, at->cell.col);
    }
}

void CompareView::mouseMoveEvent(QMouseEvent* event) {
    const auto at = compareCellAt(m_picture, currentLayout(), event->position());
    pointAt(at ? at->cell : HeatmapCell{}, event->globalPosition().toPoint());
}

void CompareView::leaveEvent(QEvent*) {
    pointAt({}, {});
}

void CompareView::pointAt(const HeatmapCell& cell, const QPoint& global) {
    if (cell == m_marks.hover)
        return;
    setHover(cell.row, cell.col);
    if (cell.row < 0) {
        QToolTip::hideText();
        emit hoverLeft();
        return;
    }
    QToolTip::showText(global, plainToolTip(compareSentence(m_picture, cell.row, cell.col)), this);
    emit cellHovered(cell.row, cell.col);
}

void CompareView::keyPressEvent(QKeyEvent* event) {
    const Index rows = std::max(m_picture.a.cells.rows, m_picture.b.cells.rows);
    const Index cols = std::max(m_picture.a.cells.cols, m_picture.b.cells.cols);
    const bool isFirst = m_marks.row < 0 && m_marks.col < 0;
    const auto moved =
        rows > 0 && cols > 0 ? movedByKey(*event, {m_marks.row, m_marks.col}, rows, cols) : std::nullopt;
    if (!moved)
        return QWidget::keyPressEvent(event);
    const Index row = isFirst ? 0 : std::clamp<Index>(moved->row, 0, rows - 1);
    const Index col = isFirst ? 0 : std::clamp<Index>(moved->col, 0, cols - 1);
    setSelection(row, col);
    emit cellChosen(row, col);
}

}  // namespace attn::ui
