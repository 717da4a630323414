#include "ui/lines/lines_view.h"

#include <QAccessible>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QScrollBar>
#include <QToolTip>
#include <algorithm>
#include <cmath>

#include "ui/figure/plain_tool_tip.h"

namespace attn::ui {

LinesView::LinesView(QWidget* parent) : QAbstractScrollArea(parent) {
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setFocusPolicy(Qt::StrongFocus);
    setProperty("ownFocus", true);
    viewport()->setMouseTracking(true);
    m_style.theme = &theme(ThemeKind::Light);
    describe();
}

void LinesView::setPicture(LinesPicture picture) {
    m_picture = std::move(picture);
    const auto isThere = [this](const LinesToken& token) {
        return token.index < (token.isKey ? m_picture.keyCount : m_picture.queryCount);
    };
    if (m_hover && !isThere(*m_hover))
        m_hover.reset();
    forget();
    describe();
}

void LinesView::setSelection(Index query, Index key) {
    if (query == m_query && key == m_key)
        return;
    m_query = query;
    m_key = key;
    viewport()->update();
    describe();
}

void LinesView::setHover(std::optional<LinesToken> token) {
    if (token == m_hover)
        return;
    m_hover = token;
    viewport()->update();
}

void LinesView::setTheme(ThemeKind kind) {
    m_style.theme = &theme(kind);
    viewport()->update();
}

LinesMarks LinesView::marks() const {
    LinesMarks marks{m_query, m_key, m_hover};
    if (!m_hover && m_isIsolating && current().index >= 0)
        marks.isolated = current();
    return marks;
}

void LinesView::forget() {
    m_layout.reset();
    arrange();
    viewport()->update();
}

/// The scroll bar takes width, and with it the legend may take another line: once more with what is then there.
void LinesView::arrange() {
    for (int pass = 0; pass < 2; ++pass) {
        m_layout.reset();
        const LinesLayout& layout = currentLayout();
        const int spare = static_cast<int>(std::ceil(layout.contentHeight - layout.rows.height() - 0.5));
        verticalScrollBar()->setRange(0, std::max(0, spare));
        verticalScrollBar()->setPageStep(std::max(1, static_cast<int>(layout.rows.height())));
        verticalScrollBar()->setSingleStep(std::max(1, static_cast<int>(layout.rowHeight)));
    }
}

const LinesLayout& LinesView::currentLayout() const {
    if (!m_layout || m_layout->size != QSizeF(viewport()->size()))
        m_layout = layoutLines(m_picture, m_style, viewport()->size());
    return *m_layout;
}

QPointF LinesView::tokenCentre(const LinesToken& token) const {
    const LinesLayout& layout = currentLayout();
    const double x = token.isKey ? (layout.right + layout.size.width()) / 2.0 : layout.left / 2.0;
    return {x, layout.rows.top() + layout.rowMiddle(m_picture, token) - verticalScrollBar()->value()};
}

std::optional<LinesToken> LinesView::tokenUnder(QPointF point) const {
    const LinesLayout& layout = currentLayout();
    if (!layout.rows.contains(point))
        return {};
    return layout.tokenAt(m_picture, point - QPointF(0.0, layout.rows.top() - verticalScrollBar()->value()));
}

void LinesView::paintEvent(QPaintEvent*) {
    QPainter painter(viewport());
    painter.fillRect(viewport()->rect(), m_style.theme->surface);
    paintLines(painter, m_picture, m_style, currentLayout(), marks(), verticalScrollBar()->value());
    if (hasFocus()) {
        painter.setPen(QPen(m_style.theme->accent, 2, Qt::SolidLine, Qt::SquareCap, Qt::MiterJoin));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(QRectF(viewport()->rect()).adjusted(3, 3, -3, -3));
    }
}

void LinesView::resizeEvent(QResizeEvent*) {
    forget();
}

void LinesView::changeEvent(QEvent* event) {
    if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange)
        forget();
    QAbstractScrollArea::changeEvent(event);
}

bool LinesView::viewportEvent(QEvent* event) {
    if (event->type() == QEvent::Leave)
        pointAt({}, {});
    return QAbstractScrollArea::viewportEvent(event);
}

void LinesView::pointAt(std::optional<LinesToken> token, const QPoint& global) {
    if (token == m_hover)
        return;
    setHover(token);
    if (!token) {
        QToolTip::hideText();
        emit hoverLeft();
        return;
    }
    QToolTip::showText(global, plainToolTip(tokenSentence(m_picture, *token)), viewport());
    emit tokenHovered(*token);
}

void LinesView::mouseMoveEvent(QMouseEvent* event) {
    pointAt(tokenUnder(event->position()), event->globalPosition().toPoint());
}

void LinesView::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton)
        return QAbstractScrollArea::mousePressEvent(event);
    m_isIsolating = false;  // what is under the mouse does, until it leaves
    if (const auto token = tokenUnder(event->position()))
        choose(*token);
    else
        viewport()->update();
}

void LinesView::choose(const LinesToken& token) {
    m_isOnKeys = token.isKey;
    if (token.isKey)
        setSelection(m_query, token.index);
    else
        setSelection(token.index, m_key);
    bringIntoView(token);
    viewport()->update();
    describe();
    emit tokenChosen(token);
}

void LinesView::bringIntoView(const LinesToken& token) {
    const LinesLayout& layout = currentLayout();
    const double middle = layout.rowMiddle(m_picture, token), half = layout.rowHeight / 2.0;
    QScrollBar* bar = verticalScrollBar();
    if (middle - half < bar->value())
        bar->setValue(static_cast<int>(std::floor(middle - half)));
    else if (middle + half > bar->value() + layout.rows.height())
        bar->setValue(static_cast<int>(std::ceil(middle + half - layout.rows.height())));
}

void LinesView::keyPressEvent(QKeyEvent* event) {
    const Index counts[] = {m_picture.queryCount, m_picture.keyCount};
    LinesToken next = current();
    const Index page = std::max<Index>(1, counts[next.isKey ? 1 : 0] / 8);
    switch (event->key()) {
        case Qt::Key_Up:
            --next.index;
            break;
        case Qt::Key_Down:
            ++next.index;
            break;
        case Qt::Key_PageUp:
            next.index -= page;
            break;
        case Qt::Key_PageDown:
            next.index += page;
            break;
        case Qt::Key_Home:
            next.index = 0;
            break;
        case Qt::Key_End:
            next.index = counts[next.isKey ? 1 : 0] - 1;
            break;
        case Qt::Key_Left:
            next = {false, m_query};
            break;
        case Qt::Key_Right:
            next = {true, m_key};
            break;
        case Qt::Key_Escape:
            if (!m_isIsolating)
                return QAbstractScrollArea::keyPressEvent(event);
            m_isIsolating = false;
            viewport()->update();
            return;
        default:
            return QAbstractScrollArea::keyPressEvent(event);
    }
    const Index count = counts[next.isKey ? 1 : 0];
    if (count == 0)
        return;
    next.index = std::clamp<Index>(next.index, 0, count - 1);
    m_isIsolating = true;
    setHover({});  // the keyboard takes over from a mouse that rests
    choose(next);
}

void LinesView::focusInEvent(QFocusEvent* event) {
    QAbstractScrollArea::focusInEvent(event);
    m_isIsolating = event->reason() == Qt::TabFocusReason || event->reason() == Qt::BacktabFocusReason;
    viewport()->update();
    describe();
}

void LinesView::focusOutEvent(QFocusEvent* event) {
    QAbstractScrollArea::focusOutEvent(event);
    if (event->reason() != Qt::PopupFocusReason && event->reason() != Qt::ActiveWindowFocusReason)
        m_isIsolating = false;
    viewport()->update();
}

void LinesView::describe() {
    QString text = tokenSentence(m_picture, current());
    if (text.isEmpty())
        text = tr("%1 queries, %2 keys; arrow keys choose a token").arg(m_picture.queryCount).arg(m_picture.keyCount);
    const QString name = m_picture.title.isEmpty() ? tr("Lines") : tr("Lines: ") + m_picture.title;
    text += u'\n' + m_picture.caption;
    if (text == accessibleDescription() && name == accessibleName())
        return;
    setAccessibleName(name);
    setAccessibleDescription(text);
    QAccessibleEvent event(this, QAccessible::DescriptionChanged);
    QAccessible::updateAccessibility(&event);
}

}  // namespace attn::ui
