#include "ui/tokens/token_flow.h"

#include <QPainter>
#include <QPaintEvent>
#include <QPainterPath>
#include <QScrollBar>
#include <QStyle>
#include <cmath>

#include "ui/theme/style.h"
#include "ui/tokens/token_text.h"

namespace attn::ui {
namespace {

constexpr int kGap = 4, kPadding = 8, kIndexGap = 6, kCorner = 6, kRoleBar = 3;

int chipHeight() { return scaled(28); }
int maxLabelWidth() { return scaled(120); }

QString shownLabel(const QString& label, const QFontMetrics& metrics) {
    constexpr int kMostChars = 60;  // far more than fit
    return metrics.elidedText(chipText(label, kMostChars), Qt::ElideMiddle, maxLabelWidth());
}

}  // namespace

TokenFlow::TokenFlow(QWidget* parent) : QAbstractScrollArea(parent) {
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::StrongFocus);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    viewport()->setMouseTracking(true);
    viewport()->setAttribute(Qt::WA_OpaquePaintEvent);
    place();
}

TokenFlow::~TokenFlow() {
    if (m_editor)
        m_editor->removeEventFilter(this);
}

void TokenFlow::setPicture(const TokensPicture& picture) {
    if (picture == m_picture)
        return;
    const bool areSameChips = picture.labels == m_picture.labels;
    m_picture = picture;
    if (!areSameChips) {
        closeEditor();
        m_pressed = m_dropSlot = -1;
        m_current = std::clamp<Index>(m_current, 0, count());
        if (m_hovered > count())
            m_hovered = -1;
        measure();
        place();
    }
    viewport()->update();
    describe();
}

void TokenFlow::setPointed(Index query, Index key) {
    if (query == m_pointedQuery && key == m_pointedKey)
        return;
    m_pointedQuery = query;
    m_pointedKey = key;
    viewport()->update();
}

void TokenFlow::setMaxRows(int rows) {
    m_maxRows = std::max(rows, 1);
    place();
}

void TokenFlow::measure() {
    const QFontMetrics body(bodyFont()), small(bodyFont(type::kIndex));
    m_widths.clear();
    for (Index i = 0; i < count(); ++i)
        m_widths.push_back(2 * kPadding + small.horizontalAdvance(QString::number(i)) + kIndexGap +
                           body.horizontalAdvance(shownLabel(m_picture.labels[i], body)));
}

/// Puts the chips into rows of `width` pixels. Returns the number of rows.
int TokenFlow::placeIn(int width) {
    m_rects.clear();
    const int height = chipHeight();
    int x = 0, y = 0, rows = 1;
    for (Index i = 0; i <= count(); ++i) {
        const int wanted = i < count() ? m_widths[static_cast<std::size_t>(i)] : scaled(32);
        const int chip = std::min(wanted, std::max(width, height));
        if (x > 0 && x + chip > width) {
            x = 0;
            y += height + kGap;
            ++rows;
        }
        m_rects.emplace_back(x, y, chip, height);
        x += chip + kGap;
    }
    return rows;
}

// Whether there is a scroll bar is decided here and not by the scroll area, which would go back and forth: the bar takes
// width, and width makes rows.
void TokenFlow::place() {
    const int rows = placeIn(width());
    const bool scrolls = rows > m_maxRows;
    const int shown = scrolls ? m_maxRows * (chipHeight() + kGap) - kGap : rows * (chipHeight() + kGap) - kGap;
    setVerticalScrollBarPolicy(scrolls ? Qt::ScrollBarAlwaysOn : Qt::ScrollBarAlwaysOff);
    if (scrolls)
        placeIn(width() - verticalScrollBar()->sizeHint().width() - kGap);
    const int whole = m_rects.back().bottom() + 1;
    verticalScrollBar()->setRange(0, std::max(0, whole - shown));
    verticalScrollBar()->setPageStep(shown);
    verticalScrollBar()->setSingleStep(chipHeight() + kGap);
    if (height() != shown)
        setFixedHeight(shown);
    viewport()->update();
}

QSize TokenFlow::minimumSizeHint() const { return {scaled(120), height()}; }

QRect TokenFlow::chipRect(Index index) const {
    return m_rects[static_cast<std::size_t>(index)].translated(0, -verticalScrollBar()->value());
}

void TokenFlow::paintEvent(QPaintEvent* event) {
    QPainter painter(viewport());
    painter.fillRect(event->rect(), currentTheme().surface);
    painter.setRenderHint(QPainter::Antialiasing);
    for (Index i = 0; i <= count(); ++i) {
        const QRect chip = chipRect(i);
        if (chip.top() > event->rect().bottom())
            break;
        if (!chip.intersects(event->rect()))
            continue;
        if (i < count())
            paintChip(painter, i);
        else
            paintPlus(painter);
    }
    if (m_dropSlot >= 0)
        paintDropMark(painter);
}

void TokenFlow::paintChip(QPainter& painter, Index index) const {
    const Theme& t = currentTheme();
    const QRect chip = chipRect(index);
    const bool isQuery = m_picture.mayBeQuery && index == m_picture.queryIndex;
    const bool isKey = m_picture.mayBeKey && index == m_picture.keyIndex;
    const bool isPadding = static_cast<std::size_t>(index) < m_picture.isPadding.size() &&
                           m_picture.isPadding[static_cast<std::size_t>(index)];
    const bool isFocused = hasFocus() && index == m_current;
    const QRectF frame = QRectF(chip).adjusted(0.5, 0.5, -0.5, -0.5);
    QPainterPath outline;
    outline.addRoundedRect(frame, kCorner, kCorner);

    painter.setOpacity(m_dropSlot >= 0 && index == m_pressed ? 0.5 : 1.0);
    const bool isPointed = index == m_hovered || index == m_pointedQuery || index == m_pointedKey;
    painter.fillPath(outline, isPointed ? t.raised : isPadding ? t.maskGround : t.surface);
    if (isQuery || isKey) {  // bars that follow the rounded corners
        painter.save();
        painter.setClipPath(outline, Qt::IntersectClip);
        if (isKey)
            painter.fillRect(QRect(chip.left(), chip.bottom() + 1 - kRoleBar, chip.width(), kRoleBar), t.key);
        if (isQuery)
            painter.fillRect(QRect(chip.left(), chip.top(), kRoleBar, chip.height()), t.query);
        painter.restore();
    }
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(isQuery ? t.query : isKey ? t.key : t.hairline, 1, isPadding ? Qt::DashLine : Qt::SolidLine));
    painter.drawPath(outline);
    if (isFocused) {
        painter.setPen(QPen(t.accent, 2));
        painter.drawRoundedRect(QRectF(chip).adjusted(1, 1, -1, -1), kCorner - 1, kCorner - 1);
    }

    const QFont small = bodyFont(type::kIndex), body = bodyFont();
    const QString number = QString::number(index);
    painter.setFont(small);
    painter.setPen(t.secondText);
    const int indexWidth = painter.fontMetrics().horizontalAdvance(number);
    const double baseline = std::round(chip.top() + (chip.height() + QFontMetricsF(body).capHeight()) / 2);
    painter.drawText(QPointF(chip.left() + kPadding, baseline), number);
    painter.setFont(body);
    painter.setPen(isPadding ? t.secondText : t.text);
    const int left = chip.left() + kPadding + indexWidth + kIndexGap;
    const QString label = shownLabel(m_picture.labels[index], painter.fontMetrics());
    painter.drawText(QPointF(left, baseline),
                     painter.fontMetrics().elidedText(label, Qt::ElideMiddle, chip.right() + 1 - kPadding - left + 1));
    painter.setOpacity(1.0);
}

void TokenFlow::paintPlus(QPainter& painter) const {
    const Theme& t = currentTheme();
    const QRect chip = chipRect(count());
    const bool isFocused = hasFocus() && m_current == count();
    QPen dashed(isFocused ? t.accent : t.strongLine, isFocused ? 2 : 1);
    dashed.setDashPattern(isFocused ? QList<qreal>{2, 1.5} : QList<qreal>{4, 3});
    painter.setPen(dashed);
    painter.setBrush(m_hovered == count() ? QBrush(t.raised) : QBrush(Qt::NoBrush));
    painter.drawRoundedRect(QRectF(chip).adjusted(0.5, 0.5, -0.5, -0.5), kCorner, kCorner);
    painter.setPen(QPen(t.text, 1.5 * fontScale(), Qt::SolidLine, Qt::RoundCap));
    const QPointF middle = QRectF(chip).center();
    const double arm = 5.5 * fontScale();
    painter.drawLine(middle - QPointF(arm, 0), middle + QPointF(arm, 0));
    painter.drawLine(middle - QPointF(0, arm), middle + QPointF(0, arm));
}

void TokenFlow::paintDropMark(QPainter& painter) const {
    // Before the chip where it lands; at the end of a row that chip is on the next one.
    const QRect chip = chipRect(m_dropSlot);
    const int x = std::max(chip.left() - kGap / 2 - 1, 0);
    painter.fillRect(QRect(x, chip.top(), 2, chip.height()), currentTheme().accent);
}

void TokenFlow::resizeEvent(QResizeEvent* event) {
    QAbstractScrollArea::resizeEvent(event);
    closeEditor();
    place();
}

void TokenFlow::scrollContentsBy(int, int) {
    closeEditor();
    viewport()->update();
}

void TokenFlow::changeEvent(QEvent* event) {
    QAbstractScrollArea::changeEvent(event);
    if (event->type() == QEvent::StyleChange || event->type() == QEvent::FontChange) {
        measure();
        place();
    }
}

}  // namespace attn::ui
