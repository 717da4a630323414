#include "ui/saturation/softmax_row_view.h"

#include <QAccessible>
#include <QCoreApplication>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QToolTip>
#include <algorithm>

#include "ui/figure/figure_text.h"
#include "ui/figure/plain_tool_tip.h"

namespace attn::ui {

QString rowSentence(const SoftmaxRowPicture& picture, Index place) {
    if (place < 0 || place >= picture.count())
        return {};
    const auto at = static_cast<std::size_t>(place);
    // Joined without arg(): a token may itself hold "%1".
    QString sentence = picture.names.value(place) + QStringLiteral(": ");
    if (picture.isMasked(place))
        return sentence + QCoreApplication::translate("SoftmaxRow", "masked");
    sentence += QCoreApplication::translate("SoftmaxRow", "weight %1, upstream %2, gradient of its score %3")
                    .arg(exactNumber(picture.weights[at]), exactNumber(picture.upstream[at]), exactNumber(picture.gradient[at]));
    return sentence;
}

SoftmaxRowView::SoftmaxRowView(QWidget* parent) : QWidget(parent) {
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setProperty("ownFocus", true);
    setAccessibleName(tr("Weights of a query, the Jacobian of their softmax, and the gradient through it"));
    m_style.theme = &theme(ThemeKind::Light);
}

void SoftmaxRowView::setPicture(SoftmaxRowPicture picture) {
    m_picture = std::move(picture);
    m_hover = {};
    m_layout.reset();
    fit();
    update();
    describe();
}

void SoftmaxRowView::setChosen(Index key) {
    if (key == m_key)
        return;
    m_key = key;
    update();
    describe();
}

Index SoftmaxRowView::chosenPlace() const {
    const auto found = std::find(m_picture.keys.begin(), m_picture.keys.end(), m_key);
    return found == m_picture.keys.end() ? -1 : found - m_picture.keys.begin();
}

void SoftmaxRowView::setTheme(ThemeKind kind) {
    m_style.theme = &theme(kind);
    m_layout.reset();
    update();
}

const SoftmaxRowLayout& SoftmaxRowView::currentLayout() const {
    if (!m_layout || m_layout->size != QSizeF(size()))
        m_layout = layoutSoftmaxRow(m_picture, m_style, size());
    return *m_layout;
}

QPointF SoftmaxRowView::cellCentre(Index row, Index col) const {
    const SoftmaxRowLayout& layout = currentLayout();
    return layout.heatmap.cellRect(row, col).center() + layout.corner;
}

QPointF SoftmaxRowView::barFoot(Index place) const {
    const QRectF column = currentLayout().columnOf(place);
    return {column.center().x(), column.bottom() - 2.0};
}

/// It keeps the height that it needs at this width; where that is more than the window has, it scrolls.
void SoftmaxRowView::fit() { setMinimumHeight(static_cast<int>(softmaxRowHeight(m_picture, m_style, width()))); }

void SoftmaxRowView::resizeEvent(QResizeEvent*) {
    m_layout.reset();
    fit();
}

void SoftmaxRowView::changeEvent(QEvent* event) {
    if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange) {
        m_layout.reset();
        fit();
        update();
    }
    QWidget::changeEvent(event);
}

void SoftmaxRowView::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.fillRect(rect(), m_style.theme->surface);
    if (m_style.pixelsPerUnit != devicePixelRatioF()) {
        m_style.pixelsPerUnit = devicePixelRatioF();
        m_layout.reset();
    }
    paintSoftmaxRow(painter, m_picture, m_style, currentLayout(), chosenPlace(), m_hover);
    if (hasFocus()) {
        painter.setPen(QPen(m_style.theme->accent, 2, Qt::SolidLine, Qt::SquareCap, Qt::MiterJoin));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(QRectF(rect()).adjusted(3, 3, -3, -3));
    }
}

void SoftmaxRowView::pointAt(const HeatmapCell& cell, const QString& words, const QPoint& global) {
    if (cell != m_hover) {
        m_hover = cell;
        update();
    }
    if (words.isEmpty())
        QToolTip::hideText();
    else
        QToolTip::showText(global, plainToolTip(words), this);
}

void SoftmaxRowView::mouseMoveEvent(QMouseEvent* event) {
    const SoftmaxRowLayout& layout = currentLayout();
    if (const auto cell = layout.cellAt(event->position(), m_picture))
        return pointAt(*cell, cellSentence(m_picture.jacobian, cell->row, cell->col), event->globalPosition().toPoint());
    const auto place = layout.placeAt(event->position(), m_picture);
    pointAt({}, place ? rowSentence(m_picture, *place) : QString(), event->globalPosition().toPoint());
}

void SoftmaxRowView::leaveEvent(QEvent*) { pointAt({}, {}, {}); }

void SoftmaxRowView::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton)
        return QWidget::mousePressEvent(event);
    const SoftmaxRowLayout& layout = currentLayout();
    if (const auto cell = layout.cellAt(event->position(), m_picture))
        choose(cell->col);
    else if (const auto place = layout.placeAt(event->position(), m_picture))
        choose(*place);
}

void SoftmaxRowView::choose(Index place) {
    const Index key = m_picture.keys[static_cast<std::size_t>(place)];
    setChosen(key);
    emit keyChosen(key);
}

void SoftmaxRowView::keyPressEvent(QKeyEvent* event) {
    Index place = chosenPlace();
    switch (event->key()) {
        case Qt::Key_Left:
        case Qt::Key_Up: --place; break;
        case Qt::Key_Right:
        case Qt::Key_Down: ++place; break;
        case Qt::Key_Home: place = 0; break;
        case Qt::Key_End: place = m_picture.count() - 1; break;
        default: return QWidget::keyPressEvent(event);
    }
    if (m_picture.count() > 0)
        choose(std::clamp<Index>(place, 0, m_picture.count() - 1));
}

void SoftmaxRowView::describe() {
    QStringList parts;
    if (!m_picture.empty.isEmpty())
        parts << m_picture.empty;
    if (const Index place = chosenPlace(); place >= 0)
        parts << rowSentence(m_picture, place);
    for (const SoftmaxRowPicture::Fact& fact : m_picture.facts)
        parts << fact.name + u' ' + fact.value;
    parts << m_picture.sentences;
    const QString words = parts.join(u'\n');
    if (words == accessibleDescription())
        return;
    setAccessibleDescription(words);
    QAccessibleEvent changed(this, QAccessible::DescriptionChanged);
    QAccessible::updateAccessibility(&changed);
}

}  // namespace attn::ui
