#include <QKeyEvent>
#include <QMouseEvent>
#include <QToolTip>
#include <algorithm>

#include "ui/figure/plain_tool_tip.h"
#include "ui/heatmap/heatmap_panels.h"

namespace attn::ui {

HeatmapPanelsView::HeatmapPanelsView(QWidget* parent) : QWidget(parent) {
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setProperty("ownFocus", true);
    m_style.theme = &theme(ThemeKind::Light);
}

void HeatmapPanelsView::setPicture(HeatmapPanels picture) {
    m_picture = std::move(picture);
    QStringList words{m_picture.empty};
    for (const HeatmapPanel& panel : m_picture.panels)
        words << panel.title + QStringLiteral(": ") + panel.words;
    setAccessibleName(tr("Patterns side by side"));
    setAccessibleDescription(words.join(u'\n').trimmed());
    m_focused = std::clamp(m_focused, 0, std::max(0, static_cast<int>(m_picture.panels.size()) - 1));
    forget();
}

void HeatmapPanelsView::setTheme(ThemeKind kind) {
    m_style.theme = &theme(kind);
    forget();
}

void HeatmapPanelsView::forget() {
    m_layout.reset();
    setMinimumHeight(static_cast<int>(panelsHeight(m_picture, m_style, width())));
    update();
}

const PanelsLayout& HeatmapPanelsView::currentLayout() const {
    if (!m_layout || m_layout->size != QSizeF(size()))
        m_layout = layoutPanels(m_picture, m_style, size());
    return *m_layout;
}

QPointF HeatmapPanelsView::cellCentre(int panel, Index row, Index col) const {
    const PanelsLayout::Place& place = currentLayout().places[static_cast<std::size_t>(panel)];
    return place.map.cellRect(row, col).center() + place.corner;
}

void HeatmapPanelsView::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.fillRect(rect(), m_style.theme->surface);
    if (m_style.pixelsPerUnit != devicePixelRatioF()) {
        m_style.pixelsPerUnit = devicePixelRatioF();
        m_layout.reset();
    }
    paintPanels(painter, m_picture, m_style, currentLayout(), hasFocus() ? m_focused : -1);
}

void HeatmapPanelsView::resizeEvent(QResizeEvent*) { forget(); }

void HeatmapPanelsView::changeEvent(QEvent* event) {
    if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange)
        forget();
    QWidget::changeEvent(event);
}

void HeatmapPanelsView::mousePressEvent(QMouseEvent* event) {
    const auto& places = currentLayout().places;
    for (std::size_t i = 0; i < places.size(); ++i)
        if (event->button() == Qt::LeftButton && places[i].title.contains(event->position())) {
            m_focused = static_cast<int>(i);
            update();
            emit panelChosen(m_focused);
            return;
        }
    QWidget::mousePressEvent(event);
}

void HeatmapPanelsView::mouseMoveEvent(QMouseEvent* event) {
    const auto& places = currentLayout().places;
    for (std::size_t i = 0; i < places.size(); ++i) {
        const HeatmapPicture& picture = m_picture.panels[i].picture;
        if (const auto cell = places[i].map.cellAt(event->position() - places[i].corner, picture)) {
            const QString words = m_picture.panels[i].title + QStringLiteral(": ") + cellSentence(picture, cell->row, cell->col);
            QToolTip::showText(event->globalPosition().toPoint(), plainToolTip(words), this);
            return;
        }
    }
    QToolTip::hideText();
}

void HeatmapPanelsView::keyPressEvent(QKeyEvent* event) {
    const int last = static_cast<int>(m_picture.panels.size()) - 1;
    switch (event->key()) {
        case Qt::Key_Left: m_focused = std::max(0, m_focused - 1); break;
        case Qt::Key_Right: m_focused = std::min(std::max(0, last), m_focused + 1); break;
        case Qt::Key_Return:
        case Qt::Key_Enter:
        case Qt::Key_Space:
            if (last >= 0)
                emit panelChosen(m_focused);
            break;
        default: return QWidget::keyPressEvent(event);
    }
    update();
}

void HeatmapPanelsView::focusInEvent(QFocusEvent* event) {
    update();
    QWidget::focusInEvent(event);
}

void HeatmapPanelsView::focusOutEvent(QFocusEvent* event) {
    update();
    QWidget::focusOutEvent(event);
}

}  // namespace attn::ui
