#include "ui/sharing/sharing_view.h"

#include <QAccessible>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QRegularExpression>
#include <QToolTip>
#include <algorithm>

#include "ui/figure/plain_tool_tip.h"

namespace attn::ui {

SharingView::SharingView(QWidget* parent) : QWidget(parent) {
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setProperty("ownFocus", true);
    setAccessibleName(tr("Query heads and the KV heads they read"));
    m_style.theme = &theme(ThemeKind::Light);
}

void SharingView::setPicture(SharingPicture picture) {
    m_picture = std::move(picture);
    m_hovered = std::min(m_hovered, m_picture.queryHeads() - 1);
    m_layout.reset();
    fit();
    update();
    describe();
}

void SharingView::setChosen(Index head) {
    if (head == m_chosen)
        return;
    m_chosen = head;
    update();
    describe();
}

void SharingView::setTheme(ThemeKind kind) {
    m_style.theme = &theme(kind);
    update();
}

const SharingLayout& SharingView::currentLayout() const {
    if (!m_layout || m_layout->size != QSizeF(size()))
        m_layout = layoutSharing(m_picture, m_style, size());
    return *m_layout;
}

QSize SharingView::minimumSizeHint() const {
    return {240, 200};
}

/// It keeps the height that its words need at this width; where that is more than the window has, it scrolls.
void SharingView::fit() {
    setMinimumHeight(static_cast<int>(sharingHeight(m_picture, m_style, width())));
}

void SharingView::resizeEvent(QResizeEvent*) {
    m_layout.reset();
    fit();
}

void SharingView::changeEvent(QEvent* event) {
    if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange) {
        m_layout.reset();
        fit();
        update();
    }
    QWidget::changeEvent(event);
}

void SharingView::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.fillRect(rect(), m_style.theme->surface);
    m_style.pixelsPerUnit = devicePixelRatioF();
    paintSharing(painter, m_picture, m_style, currentLayout(), m_chosen, m_hovered);
    if (hasFocus()) {
        painter.setPen(QPen(m_style.theme->accent, 2, Qt::SolidLine, Qt::SquareCap, Qt::MiterJoin));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(QRectF(rect()).adjusted(3, 3, -3, -3));
    }
}

QString SharingView::sentence(Index head) const {
    if (head < 0 || head >= m_picture.queryHeads())
        return {};
    return tr("Query head %1 reads KV head %2").arg(head).arg(m_picture.reads[static_cast<std::size_t>(head)]);
}

void SharingView::pointAt(Index head, const QPoint& global) {
    if (head == m_hovered)
        return;
    m_hovered = head;
    update();
    if (head < 0)
        QToolTip::hideText();
    else
        QToolTip::showText(global, plainToolTip(sentence(head)), this);
}

void SharingView::mouseMoveEvent(QMouseEvent* event) {
    pointAt(currentLayout().headAt(event->position()).value_or(-1), event->globalPosition().toPoint());
}

void SharingView::leaveEvent(QEvent*) {
    pointAt(-1, {});
}

void SharingView::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton)
        return QWidget::mousePressEvent(event);
    if (const auto head = currentLayout().headAt(event->position()))
        choose(*head);
}

void SharingView::choose(Index head) {
    setChosen(head);
    emit headChosen(head);
}

void SharingView::keyPressEvent(QKeyEvent* event) {
    const Index count = m_picture.queryHeads();
    Index head = m_chosen;
    switch (event->key()) {
        case Qt::Key_Left:
            --head;
            break;
        case Qt::Key_Right:
            ++head;
            break;
        case Qt::Key_Home:
            head = 0;
            break;
        case Qt::Key_End:
            head = count - 1;
            break;
        default:
            return QWidget::keyPressEvent(event);
    }
    if (count > 0)
        choose(std::clamp<Index>(head, 0, count - 1));
}

void SharingView::describe() {
    QStringList parts{sentence(m_chosen)};
    for (const SharingBars& group : m_picture.groups) {
        QStringList bars;
        for (const SharingBar& bar : group.bars)
            bars << QStringList{bar.name, bar.remark, bar.text, bar.factor}
                        .filter(QRegularExpression(QStringLiteral(".")))
                        .join(QStringLiteral(", "));
        parts << group.title + QStringLiteral(": ") + bars.join(QStringLiteral("; "));
    }
    parts << m_picture.sentences;
    const QString text = parts.join(u'\n').trimmed();
    if (text == accessibleDescription())
        return;
    setAccessibleDescription(text);
    QAccessibleEvent event(this, QAccessible::DescriptionChanged);
    QAccessible::updateAccessibility(&event);
}

}  // namespace attn::ui
