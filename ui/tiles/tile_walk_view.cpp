#include "ui/tiles/tile_walk_view.h"

#include <QAccessible>
#include <QKeyEvent>
#include <QToolTip>
#include <algorithm>

#include "ui/figure/plain_tool_tip.h"

namespace attn::ui {

TileWalkView::TileWalkView(QWidget* parent) : QWidget(parent), m_theme(&theme(ThemeKind::Light)) {
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
    setAccessibleName(tr("Walk through the tiles"));
    m_motion.setStartValue(0.0);
    m_motion.setEndValue(1.0);
    m_motion.setEasingCurve(QEasingCurve::OutCubic);
    connect(&m_motion, &QVariantAnimation::valueChanged, this, [this] { update(); });
}

void TileWalkView::setPicture(TileWalkPicture picture) {
    m_motion.stop();
    m_picture = std::move(picture);
    m_layout.reset();
    setAccessibleDescription(m_picture.empty.isEmpty() ? m_picture.rowsTitle + u'\n' + m_picture.sentence
                                                       : m_picture.empty);
    updateGeometry();
    update();
}

void TileWalkView::move(int duration) {
    if (duration <= 0)
        return;
    m_motion.setDuration(duration);
    m_motion.start();
}

void TileWalkView::setTheme(const Theme& theme) {
    m_theme = &theme;
    update();
}

const TileWalkLayout& TileWalkView::currentLayout() const {
    const QSizeF units = QSizeF(size()) / fontScale();
    if (!m_layout || m_layout->size != units)
        m_layout = layoutTileWalk(m_picture, units);
    return *m_layout;
}

QPointF TileWalkView::tileCentre(Index row, Index col) const {
    return currentLayout().tileRect(m_picture, row, col).center() * fontScale();
}

QSize TileWalkView::sizeHint() const {
    return QSize(768, 470) * fontScale();
}

QSize TileWalkView::minimumSizeHint() const {
    return QSizeF(640.0, tileWalkHeight(m_picture, std::max(640.0, width() / fontScale()))).toSize() * fontScale();
}

void TileWalkView::resizeEvent(QResizeEvent*) {
    m_layout.reset();
    updateGeometry();
}

void TileWalkView::changeEvent(QEvent* event) {
    if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange) {
        m_layout.reset();
        updateGeometry();
    }
    QWidget::changeEvent(event);
}

void TileWalkView::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.fillRect(rect(), m_theme->surface);
    painter.scale(fontScale(), fontScale());
    paintTileWalk(painter, m_picture, currentLayout(), *m_theme,
                  isMoving() ? m_motion.currentValue().toDouble() : 1.0);
}

std::optional<std::pair<Index, Index>> TileWalkView::tileAt(QPointF at) const {
    return m_picture.empty.isEmpty() ? currentLayout().tileAt(m_picture, at / fontScale()) : std::nullopt;
}

QString TileWalkView::sentence(Index row, Index col) const {
    const Index i0 = row * m_picture.queryRows, j0 = col * m_picture.keyRows;
    const Index i1 = std::min(i0 + m_picture.queryRows, m_picture.queries) - 1,
                j1 = std::min(j0 + m_picture.keyRows, m_picture.keys) - 1;
    const auto range = [](Index from, Index to) {
        return from == to ? QString::number(from) : tr("%1 to %2").arg(from).arg(to);
    };
    const QString tile = tr("Queries %1, keys %2: ").arg(range(i0, i1), range(j0, j1));
    const int visit = m_picture.visitOf(row, col);
    return tile + (visit == 0 ? tr("skipped, the mask allows no cell")
                              : tr("tile %1 of %2").arg(visit).arg(m_picture.count));
}

QPointF TileWalkView::rowCentre(int row) const {
    return currentLayout().rowRect(row).center() * fontScale();
}

/// The row below or above the chosen one; without one, the first or the last.
void TileWalkView::chooseRow(int by) {
    const auto& rows = m_picture.rows;
    if (rows.empty())
        return;
    const auto chosen = std::find_if(rows.begin(), rows.end(), [](const TileRow& row) { return row.isChosen; });
    const auto last = static_cast<int>(rows.size()) - 1;
    const int at = chosen == rows.end() ? (by > 0 ? 0 : last) : static_cast<int>(chosen - rows.begin()) + by;
    emit queryChosen(rows[static_cast<std::size_t>(std::clamp(at, 0, last))].query);
}

void TileWalkView::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton)
        return QWidget::mousePressEvent(event);
    const auto tile = tileAt(event->position());
    if (tile && m_picture.visitOf(tile->first, tile->second) > 0)
        emit positionAsked(m_picture.visitOf(tile->first, tile->second));
    if (const auto row = currentLayout().rowAt(event->position() / fontScale()); row && m_picture.empty.isEmpty())
        emit queryChosen(m_picture.rows[static_cast<std::size_t>(*row)].query);
}

void TileWalkView::mouseMoveEvent(QMouseEvent* event) {
    if (const auto tile = tileAt(event->position()))
        QToolTip::showText(event->globalPosition().toPoint(), plainToolTip(sentence(tile->first, tile->second)),
                           this);
    else
        QToolTip::hideText();
}

void TileWalkView::keyPressEvent(QKeyEvent* event) {
    switch (event->key()) {
        case Qt::Key_Space:
            emit playToggled();
            break;
        case Qt::Key_Up:
            chooseRow(-1);
            break;
        case Qt::Key_Down:
            chooseRow(1);
            break;
        case Qt::Key_Left:
            emit stepAsked(-1);
            break;
        case Qt::Key_Right:
            emit stepAsked(1);
            break;
        case Qt::Key_Home:
            emit positionAsked(0);
            break;
        case Qt::Key_End:
            emit positionAsked(m_picture.count);
            break;
        default:
            QWidget::keyPressEvent(event);
    }
}

}  // namespace attn::ui
