#include "ui/widgets/buttons.h"

#include <QEvent>
#include <QPainter>
#include <cmath>

#include "ui/theme/icon.h"
#include "ui/theme/paint.h"
#include "ui/theme/style.h"

namespace attn::ui {
namespace {

double baselineIn(double height, const QFont& font) {
    return std::round((height + QFontMetricsF(font).capHeight()) / 2.0);
}

}  // namespace

PrimaryButton::PrimaryButton(const QString& text, const char* iconName, QWidget* parent)
    : QAbstractButton(parent), m_icon(iconName) {
    setText(text);
    setAccessibleName(text);
    setFocusPolicy(Qt::StrongFocus);
    setAttribute(Qt::WA_Hover);
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
}

QSize PrimaryButton::sizeHint() const {
    const QFont font = bodyFont(type::kBody, QFont::DemiBold);
    const int words = static_cast<int>(std::ceil(QFontMetricsF(font).horizontalAdvance(text())));
    return {words + 24 + (m_icon.isEmpty() ? 0 : scaled(20) + 6), scaled(32)};
}

void PrimaryButton::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const Theme& t = currentTheme();
    const QColor ground = !isEnabled()   ? t.raised
                          : isDown()     ? t.accent.darker(125)
                          : underMouse() ? t.accent.darker(112)
                                         : t.accent;
    const QColor ink = isEnabled() ? t.onAccent : t.disabledText;
    paintBox(painter, rect(), kControlRadius, ground, {});
    const QFont font = bodyFont(type::kBody, QFont::DemiBold);
    double x = (width() - sizeHint().width()) / 2.0 + 12;
    if (!m_icon.isEmpty()) {
        const int side = scaled(20);
        painter.drawPixmap(QPointF(std::round(x) - 1, (height() - side) / 2),
                           iconPixmap(m_icon.constData(), ink, side, devicePixelRatioF()));
        x += side + 6;
    }
    painter.setFont(font);
    painter.setPen(ink);
    painter.drawText(QPointF(x, baselineIn(height(), font)), text());
}

void PrimaryButton::changeEvent(QEvent* event) {
    QAbstractButton::changeEvent(event);
    if (event->type() == QEvent::StyleChange)
        updateGeometry();
}

IconButton::IconButton(const char* iconName, const QString& name, QWidget* parent, int side)
    : QToolButton(parent), m_side(side) {
    setAutoRaise(true);
    setFocusPolicy(Qt::StrongFocus);
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    setIconName(iconName);
    setName(name);
}

void IconButton::setIconName(const char* iconName) {
    // The small buttons of a dock's header stay behind its title.
    setIcon(ui::icon(iconName, m_side < 32 ? &Theme::secondText : &Theme::text));
}

void IconButton::setName(const QString& name) {
    setToolTip(name);
    setAccessibleName(name);
}

QSize IconButton::sizeHint() const {
    return {scaled(m_side), scaled(m_side)};
}

QPushButton* plainButton(const char* iconName, const QString& text, QWidget* parent) {
    auto* button = new QPushButton(text, parent);
    if (iconName)
        button->setIcon(ui::icon(iconName));
    button->setAutoDefault(false);
    return button;
}

QWidget* toolSpace(int width, QWidget* parent) {
    auto* space = new QWidget(parent);
    space->setFixedWidth(width);
    return space;
}

LinkButton::LinkButton(QWidget* parent) : QAbstractButton(parent) {
    setFocusPolicy(Qt::StrongFocus);
    setCursor(Qt::PointingHandCursor);
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
}

void LinkButton::setRuns(const TextRuns& runs) {
    m_runs = runs;
    setAccessibleName(plainText(runs));
    updateGeometry();
    update();
}

void LinkButton::setColor(const QColor& color) {
    m_color = color;
    update();
}

QSize LinkButton::sizeHint() const {
    const QFont font = bodyFont(type::kBody, QFont::DemiBold);
    return {static_cast<int>(std::ceil(runsWidth(m_runs, font))) + 8, scaled(28)};
}

void LinkButton::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const Theme& t = currentTheme();
    const QFont font = bodyFont(type::kBody, QFont::DemiBold);
    const QColor ink = !isEnabled() ? t.disabledText : m_color.isValid() ? m_color : t.accent;
    const double baseline = baselineIn(height(), font);
    drawRuns(painter, {4, baseline}, m_runs, font, t, ink);
    if (underMouse() && isEnabled())
        painter.fillRect(QRectF(4, baseline + 2, runsWidth(m_runs, font), 1), ink);
}

void LinkButton::enterEvent(QEnterEvent*) {
    update();
}
void LinkButton::leaveEvent(QEvent*) {
    update();
}

void LinkButton::changeEvent(QEvent* event) {
    QAbstractButton::changeEvent(event);
    if (event->type() == QEvent::StyleChange)
        updateGeometry();
}

}  // namespace attn::ui
