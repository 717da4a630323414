// Spin boxes, combo boxes, sliders, scroll bars, tool buttons.
#include <QPainter>
#include <QStyleOption>
#include <QWidget>

#include "ui/theme/flat_style.h"
#include "ui/theme/paint.h"
#include "ui/theme/style.h"

namespace attn::ui {
namespace {

void drawStep(const QStyleOptionSpinBox& spin, QPainter& painter, QStyle::SubControl part, const QRect& place) {
    const Theme& t = currentTheme();
    const bool isUp = part == QStyle::SC_SpinBoxUp;
    const bool canStep =
        (spin.state & QStyle::State_Enabled) &&
        (spin.stepEnabled & (isUp ? QAbstractSpinBox::StepUpEnabled : QAbstractSpinBox::StepDownEnabled));
    if (canStep && spin.activeSubControls == part) {
        const bool isPressed = spin.state & QStyle::State_Sunken;
        painter.fillRect(place.adjusted(1, isUp ? 2 : 0, -1, isUp ? 0 : -2), isPressed ? t.hairline : t.raised);
    }
    paintChevron(painter, QRectF(place).adjusted(0, isUp ? 1 : -1, 0, isUp ? 1 : -1), isUp ? Way::Up : Way::Down, 6,
                 canStep ? t.secondText : t.disabledText);
}

void drawSpinBox(const QStyle& style, const QStyleOptionSpinBox& spin, QPainter& painter, const QWidget* widget) {
    const Theme& t = currentTheme();
    if (spin.frame)
        paintInput(painter, spin.rect, spin.state & QStyle::State_Enabled, spin.state & QStyle::State_HasFocus);
    if (spin.buttonSymbols == QAbstractSpinBox::NoButtons)
        return;
    const QRect up = style.subControlRect(QStyle::CC_SpinBox, &spin, QStyle::SC_SpinBoxUp, widget);
    const QRect down = style.subControlRect(QStyle::CC_SpinBox, &spin, QStyle::SC_SpinBoxDown, widget);
    drawStep(spin, painter, QStyle::SC_SpinBoxUp, up);
    drawStep(spin, painter, QStyle::SC_SpinBoxDown, down);
    painter.fillRect(QRect(up.left(), spin.rect.top() + 1, 1, spin.rect.height() - 2), t.hairline);
}

void drawSlider(const QStyle& style, const QStyleOptionSlider& slider, QPainter& painter, const QWidget* widget) {
    const Theme& t = currentTheme();
    const bool isEnabled = slider.state & QStyle::State_Enabled;
    const bool isLying = slider.orientation == Qt::Horizontal;
    const QRectF all(slider.rect);
    const QRectF handle(style.subControlRect(QStyle::CC_Slider, &slider, QStyle::SC_SliderHandle, widget));
    const QPointF middle = handle.center();
    const QColor ink = isEnabled ? t.accent : t.disabledText;
    const QRectF groove = isLying ? QRectF(all.left(), middle.y() - 2, all.width(), 4)
                                  : QRectF(middle.x() - 2, all.top(), 4, all.height());
    paintBox(painter, groove, 2, t.raised, {});
    QRectF filled = groove;
    if (isLying)
        slider.upsideDown ? filled.setLeft(middle.x()) : filled.setRight(middle.x());
    else
        slider.upsideDown ? filled.setTop(middle.y()) : filled.setBottom(middle.y());
    paintBox(painter, filled, 2, ink, {});
    const double radius = scaled(16) / 2.0;
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(ink, 2));
    painter.setBrush(isEnabled && (slider.activeSubControls & QStyle::SC_SliderHandle) ? t.accentGround : t.surface);
    painter.drawEllipse(middle, radius - 1, radius - 1);
    painter.restore();
}

void drawScrollBar(const QStyle& style, const QStyleOptionSlider& bar, QPainter& painter, const QWidget* widget) {
    const Theme& t = currentTheme();
    painter.fillRect(bar.rect, t.surface);
    if (bar.minimum == bar.maximum)
        return;
    QRectF slider(style.subControlRect(QStyle::CC_ScrollBar, &bar, QStyle::SC_ScrollBarSlider, widget));
    slider = bar.orientation == Qt::Horizontal ? slider.adjusted(2, 3, -2, -3) : slider.adjusted(3, 2, -3, -2);
    const bool isHeld = (bar.activeSubControls & QStyle::SC_ScrollBarSlider) &&
                        (bar.state & (QStyle::State_Sunken | QStyle::State_MouseOver));
    paintBox(painter, slider, 3, isHeld ? t.secondText : t.strongLine, {});
}

void drawToolButton(const QStyle& style, const QStyleOptionToolButton& button, QPainter& painter,
                    const QWidget* widget) {
    const Theme& t = currentTheme();
    const bool isEnabled = button.state & QStyle::State_Enabled;
    // A word that opens a menu is framed as other buttons are; icons of a toolbar are not.
    if (!button.text.isEmpty() && (button.features & QStyleOptionToolButton::HasMenu) &&
        !(button.state & QStyle::State_AutoRaise)) {
        const bool isHot = isEnabled && (button.state & (QStyle::State_MouseOver | QStyle::State_Sunken));
        paintBox(painter, button.rect, kControlRadius, isHot ? t.raised : t.surface, t.hairline);
    } else {
        style.drawPrimitive(QStyle::PE_PanelButtonTool, &button, &painter, widget);
    }
    QRect room = button.rect;
    const QColor ink = !isEnabled ? t.disabledText : button.state & QStyle::State_On ? t.accent : t.text;
    if (button.features & QStyleOptionToolButton::HasMenu) {
        const int width = scaled(12);
        paintChevron(painter, QRect(room.right() - width - 4, room.top(), width, room.height()), Way::Down, 8, ink);
        room.adjust(0, 0, -width, 0);
    }
    if (button.features & QStyleOptionToolButton::Arrow) {
        paintChevron(painter, room,
                     button.arrowType == Qt::UpArrow      ? Way::Up
                     : button.arrowType == Qt::LeftArrow  ? Way::Left
                     : button.arrowType == Qt::RightArrow ? Way::Right
                                                          : Way::Down,
                     8, ink);
        return;
    }
    const bool hasIcon = !button.icon.isNull() && button.toolButtonStyle != Qt::ToolButtonTextOnly;
    const bool hasWords =
        !button.text.isEmpty() && (button.toolButtonStyle != Qt::ToolButtonIconOnly || button.icon.isNull());
    const int words = hasWords ? button.fontMetrics.size(Qt::TextShowMnemonic, button.text).width() : 0;
    const int picture = hasIcon ? button.iconSize.width() : 0;
    const int gap = hasIcon && hasWords ? 6 : 0;
    int left = room.left() + std::max(0, (room.width() - words - picture - gap) / 2);
    if (hasIcon) {
        const QRect place(left, room.top() + (room.height() - button.iconSize.height()) / 2, button.iconSize.width(),
                          button.iconSize.height());
        button.icon.paint(&painter, place, Qt::AlignCenter, isEnabled ? QIcon::Normal : QIcon::Disabled,
                          button.state & QStyle::State_On ? QIcon::On : QIcon::Off);
        left += picture + gap;
    }
    if (hasWords) {
        painter.setFont(button.font);
        painter.setPen(ink);
        painter.drawText(QRect(left, room.top(), words + 1, room.height()),
                         Qt::AlignVCenter | Qt::AlignLeft | Qt::TextShowMnemonic | Qt::TextSingleLine, button.text);
    }
}

}  // namespace

void FlatStyle::drawComplexControl(ComplexControl control, const QStyleOptionComplex* option, QPainter* painter,
                                   const QWidget* widget) const {
    const Theme& t = currentTheme();
    if (const auto* spin = qstyleoption_cast<const QStyleOptionSpinBox*>(option); control == CC_SpinBox && spin) {
        drawSpinBox(*this, *spin, *painter, widget);
    } else if (const auto* combo = qstyleoption_cast<const QStyleOptionComboBox*>(option);
               control == CC_ComboBox && combo) {
        const bool isEnabled = combo->state & State_Enabled;
        if (combo->frame)
            paintInput(*painter, combo->rect, isEnabled, combo->state & State_HasFocus);
        paintChevron(*painter, subControlRect(CC_ComboBox, combo, SC_ComboBoxArrow, widget), Way::Down, 8,
                     isEnabled ? t.text : t.disabledText);
    } else if (const auto* slider = qstyleoption_cast<const QStyleOptionSlider*>(option);
               slider && control == CC_Slider) {
        drawSlider(*this, *slider, *painter, widget);
    } else if (slider && control == CC_ScrollBar) {
        drawScrollBar(*this, *slider, *painter, widget);
    } else if (const auto* button = qstyleoption_cast<const QStyleOptionToolButton*>(option);
               control == CC_ToolButton && button) {
        drawToolButton(*this, *button, *painter, widget);
    } else {
        QProxyStyle::drawComplexControl(control, option, painter, widget);
    }
}

}  // namespace attn::ui
