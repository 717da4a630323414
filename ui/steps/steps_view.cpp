#include "ui/steps/steps_view.h"

#include <QAccessible>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QToolTip>
#include <algorithm>

#include "ui/figure/plain_tool_tip.h"
#include "ui/heatmap/cell_keys.h"
#include "ui/theme/style.h"

namespace attn::ui {

StepsView::StepsView(QWidget* parent) : QWidget(parent), m_theme(&theme(ThemeKind::Light)) {
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setProperty("ownFocus", true);
    setAccessibleName(tr("Steps"));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
}

void StepsView::setPicture(StepsPicture picture) {
    m_picture = std::move(picture);
    m_survey = surveySteps(m_picture, false);
    m_marks = {};
    m_hover = {};
    m_pointed.clear();
    forget();
    describe();
}

void StepsView::setMarks(StepMarks marks) {
    if (marks == m_marks)
        return;
    m_marks = std::move(marks);
    update();
    describe();
}

void StepsView::setPointed(std::vector<HeatmapCell> cells) {
    if (cells == m_pointed)
        return;
    m_pointed = std::move(cells);
    update();
}

void StepsView::setCentred(bool isCentred) {
    if (std::exchange(m_isCentred, isCentred) != isCentred)
        forget();
}

void StepsView::setTheme(ThemeKind kind) {
    if (std::exchange(m_theme, &theme(kind)) != &theme(kind))
        forget();
}

void StepsView::setLargestCell(double height) {
    if (std::exchange(m_largestCell, height) != height)
        forget();
}

void StepsView::forget() {
    m_layout.reset();
    m_painted = {};
    update();
}

HeatmapOptions StepsView::options() const {
    HeatmapOptions options;
    options.theme = m_theme;
    options.pixelsPerUnit = devicePixelRatioF();
    options.largestCell = m_largestCell * screenUnit();
    return options;
}

const StepsLayout& StepsView::currentLayout() const {
    if (!m_layout || m_layout->size != QSizeF(size()))
        m_layout = layoutSteps(m_picture, m_survey, options(), size(), m_isCentred);
    return *m_layout;
}

QPointF StepsView::cellCentre(int matrix, Index row, Index col) const {
    return currentLayout().places[static_cast<std::size_t>(matrix)].cells.cellRect(row, col).center();
}

void StepsView::paintEvent(QPaintEvent*) {
    const double density = devicePixelRatioF();
    const StepsLayout& layout = currentLayout();
    if (m_painted.isNull() || m_painted.devicePixelRatio() != density) {
        m_painted = QPixmap(size() * density);
        m_painted.setDevicePixelRatio(density);
        m_painted.fill(m_theme->surface);
        QPainter painter(&m_painted);
        paintSteps(painter, m_picture, options(), layout);
    }
    QPainter painter(this);
    painter.drawPixmap(0, 0, m_painted);
    paintStepMarks(painter, m_picture, options(), layout, m_marks, m_hover, m_pointed);
    if (hasFocus()) {
        painter.setPen(QPen(m_theme->accent, 2, Qt::SolidLine, Qt::SquareCap, Qt::MiterJoin));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(QRectF(rect()).adjusted(3, 3, -3, -3));
    }
}

void StepsView::resizeEvent(QResizeEvent*) {
    forget();
}

void StepsView::changeEvent(QEvent* event) {
    if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange) {
        m_survey = surveySteps(m_picture, false);
        forget();
    }
    QWidget::changeEvent(event);
}

void StepsView::describe() {
    QString text = m_picture.empty;
    if (m_marks.matrix >= 0 && m_marks.matrix < static_cast<int>(m_picture.matrices.size())) {
        const StepMatrix& matrix = m_picture.matrices[static_cast<std::size_t>(m_marks.matrix)];
        text = QStringLiteral("%1, %2: %3")
                   .arg(matrix.name, matrix.shape, cellSentence(matrix.picture, m_marks.cell.row, m_marks.cell.col));
    } else if (text.isEmpty()) {
        text =
            tr("%1 matrices; Tab goes from one to the next, arrow keys choose a cell").arg(m_picture.matrices.size());
    }
    if (text == accessibleDescription())
        return;
    setAccessibleDescription(text);
    QAccessibleEvent event(this, QAccessible::DescriptionChanged);
    QAccessible::updateAccessibility(&event);
}

void StepsView::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton)
        return QWidget::mousePressEvent(event);
    if (const auto at = stepCellAt(m_picture, currentLayout(), event->position()))
        emit cellChosen(at->matrix, at->cell.row, at->cell.col);
}

void StepsView::mouseMoveEvent(QMouseEvent* event) {
    pointAt(stepCellAt(m_picture, currentLayout(), event->position()).value_or(StepCell{}),
            event->globalPosition().toPoint());
}

void StepsView::leaveEvent(QEvent*) {
    pointAt({}, {});
}

void StepsView::pointAt(const StepCell& cell, const QPoint& global) {
    if (cell == m_hover)
        return;
    m_hover = cell;
    update();
    if (cell.matrix < 0) {
        QToolTip::hideText();
        emit hoverLeft();
        return;
    }
    const StepMatrix& matrix = m_picture.matrices[static_cast<std::size_t>(cell.matrix)];
    QToolTip::showText(global, plainToolTip(cellSentence(matrix.picture, cell.cell.row, cell.cell.col)), this);
    emit cellHovered(cell.matrix, cell.cell.row, cell.cell.col);
}

void StepsView::keyPressEvent(QKeyEvent* event) {
    switch (event->key()) {
        case Qt::Key_Space:
            emit walkToggled();
            return;
        case Qt::Key_PageUp:
            emit stepAsked(-1);
            return;
        case Qt::Key_PageDown:
            emit stepAsked(1);
            return;
        default:
            break;
    }
    if (m_marks.matrix < 0 || m_marks.matrix >= static_cast<int>(m_picture.matrices.size()))
        return QWidget::keyPressEvent(event);
    const Matrix& cells = m_picture.matrices[static_cast<std::size_t>(m_marks.matrix)].picture.cells;
    const auto moved = movedByKey(*event, m_marks.cell, cells.rows, cells.cols);
    if (!moved)
        return QWidget::keyPressEvent(event);
    const Index row = std::clamp<Index>(moved->row, 0, std::max<Index>(0, cells.rows - 1));
    const Index col = std::clamp<Index>(moved->col, 0, std::max<Index>(0, cells.cols - 1));
    if (HeatmapCell{row, col} != m_marks.cell)
        emit cellChosen(m_marks.matrix, row, col);
}

bool StepsView::focusNextPrevChild(bool next) {
    const int to = m_marks.matrix + (next ? 1 : -1);
    if (m_marks.matrix < 0 || to < 0 || to >= static_cast<int>(m_picture.matrices.size()))
        return QWidget::focusNextPrevChild(next);
    emit matrixChosen(to);
    return true;
}

}  // namespace attn::ui
