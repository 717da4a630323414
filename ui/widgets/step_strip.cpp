#include "ui/widgets/step_strip.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <algorithm>
#include <cmath>

#include "ui/theme/style.h"
#include "ui/widgets/text_runs.h"

namespace attn::ui {

StepStrip::StepStrip(QWidget* parent) : QWidget(parent) {
    setObjectName(QStringLiteral("step strip"));
    setAccessibleName(tr("Steps"));
    setFocusPolicy(Qt::StrongFocus);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void StepStrip::setSteps(const QStringList& names, int current) {
    if (names == m_names && current == m_current)
        return;
    m_names = names;
    m_current = current;
    setAccessibleDescription(names.value(current));
    update();
}

QSize StepStrip::sizeHint() const {
    return {scaled(320), scaled(28)};
}
QSize StepStrip::minimumSizeHint() const {
    return {scaled(160), scaled(28)};
}

QRectF StepStrip::place(int step) const {
    const auto count = static_cast<double>(std::max<qsizetype>(m_names.size(), 1));
    const double gap = scaled(6), wide = (width() + gap) / count;
    const double left = std::round(step * wide);
    return {left, 0.0, std::round((step + 1) * wide) - gap - left, static_cast<double>(height())};
}

QRectF StepStrip::barRect(int step) const {
    QRectF bar = place(step);
    bar.setHeight(scaled(3));
    return bar;
}

void StepStrip::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const Theme& t = currentTheme();
    for (int step = 0; step < static_cast<int>(m_names.size()); ++step) {
        painter.fillRect(barRect(step), step <= m_current ? t.accent : t.raised);
        const bool isCurrent = step == m_current;
        const QFont font = bodyFont(type::kIndex, isCurrent ? QFont::DemiBold : QFont::Normal);
        const QFontMetricsF metrics(font);
        const QRectF room = place(step);
        double baseline = std::round(scaled(9) + metrics.ascent());
        TextRuns name = nameRuns(m_names[step], isCurrent ? TextRun::Semibold : TextRun::Second);
        if (runsWidth(name, font) > room.width())
            name = {{metrics.elidedText(m_names[step], Qt::ElideRight, room.width()),
                     isCurrent ? TextRun::Semibold : TextRun::Second}};
        drawRuns(painter, {room.left(), baseline}, name, font, t);
    }
}

void StepStrip::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton)
        return QWidget::mousePressEvent(event);
    for (int step = 0; step < static_cast<int>(m_names.size()); ++step)
        if (place(step).contains(event->position()) && step != m_current)
            emit asked(step);
}

void StepStrip::keyPressEvent(QKeyEvent* event) {
    const bool isBack = event->key() == Qt::Key_Left, isOn = event->key() == Qt::Key_Right;
    if (!isBack && !isOn)
        return QWidget::keyPressEvent(event);
    const int step = m_current + (isOn ? 1 : -1);
    if (step >= 0 && step < static_cast<int>(m_names.size()))
        emit asked(step);
}

void StepStrip::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::StyleChange)
        updateGeometry();
}

}  // namespace attn::ui
