#include "ui/widgets/bar_row.h"

#include <QEvent>
#include <QFontMetricsF>
#include <QMouseEvent>
#include <QPainter>
#include <cmath>

#include "ui/theme/paint.h"
#include "ui/theme/style.h"

namespace attn::ui {

BarRow::BarRow(QWidget* parent) : QWidget(parent) {
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
}

void BarRow::setLabel(const TextRuns& runs) {
    m_label = runs;
    updateName();
}

void BarRow::setBar(double fraction, const QColor& color, const QString& valueText) {
    m_fraction = fraction;
    m_color = color;
    m_valueText = valueText;
    updateName();
}

void BarRow::setMasked(bool isMasked) {
    m_isMasked = isMasked;
    updateName();
}

void BarRow::setChosen(bool isChosen) {
    m_isChosen = isChosen;
    update();
}

void BarRow::setColumns(int labelWidth, int valueWidth) {
    m_labelWidth = labelWidth;
    m_valueWidth = valueWidth;
    update();
}

void BarRow::updateName() {
    setAccessibleName(m_isMasked ? tr("%1, masked").arg(plainText(m_label))
                                 : QStringLiteral("%1, %2").arg(plainText(m_label), m_valueText));
    update();
}

QSize BarRow::sizeHint() const {
    return {scaled(m_labelWidth + m_valueWidth + 120) + 16, scaled(26)};
}

QSize BarRow::minimumSizeHint() const {
    return {scaled(m_labelWidth + m_valueWidth + 32) + 16, scaled(26)};
}

void BarRow::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const Theme& t = currentTheme();
    const QFont font = bodyFont();
    const double baseline = std::round((height() + QFontMetricsF(font).capHeight()) / 2.0);
    painter.save();
    painter.setClipRect(QRectF(0, 0, scaled(m_labelWidth), height()));
    drawRuns(painter, {0, baseline}, m_label, font, t);
    painter.restore();

    const double left = scaled(m_labelWidth) + 8;
    const double right = width() - scaled(m_valueWidth) - 8;
    const double tall = scaled(16);
    const QRectF trough(left, std::round((height() - tall) / 2.0), std::max(0.0, right - left), tall);
    if (m_isMasked)
        paintHatch(painter, trough, t.maskGround, t.maskLine);
    else
        painter.fillRect(trough, t.raised);
    if (!m_isMasked && m_fraction > 0.0 && m_fraction <= 1.0) {
        // The line at the end keeps a bar of a dark colour visible on a dark ground.
        const double length = std::max(1.0, std::round(trough.width() * m_fraction));
        painter.fillRect(QRectF(trough.left(), trough.top(), length, tall), m_color);
        painter.fillRect(QRectF(trough.left() + length - 1, trough.top(), 1, tall), t.strongLine);
    }
    if (m_isChosen) {
        painter.setPen(QPen(t.accent, 2));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(trough);
    }
    const TextRuns value{{m_valueText, m_isChosen ? TextRun::Semibold : TextRun::Normal}};
    drawRuns(painter, {width() - runsWidth(value, font), baseline}, value, font, t);
}

void BarRow::mousePressEvent(QMouseEvent* event) {
    if (event->button() == Qt::LeftButton)
        emit clicked();
}

void BarRow::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::StyleChange)
        updateGeometry();
}

}  // namespace attn::ui
