// Frames, grounds and indicators.
#include <QPainter>
#include <QStyleOption>
#include <QWidget>

#include "ui/theme/flat_style.h"
#include "ui/theme/paint.h"
#include "ui/theme/style.h"

namespace attn::ui {
namespace {

void drawCheck(const QStyleOption& option, QPainter& painter) {
    const Theme& t = currentTheme();
    const bool isEnabled = option.state & QStyle::State_Enabled;
    const bool isMixed = option.state & QStyle::State_NoChange;
    const QColor mark = isEnabled ? t.onAccent : t.surface;
    if (!isMixed && !(option.state & QStyle::State_On)) {
        const bool isHovered = isEnabled && (option.state & QStyle::State_MouseOver);
        paintBox(painter, option.rect, 3.0, isHovered ? t.raised : t.surface, isEnabled ? t.strongLine : t.hairline);
        return;
    }
    paintBox(painter, option.rect, 3.0, isEnabled ? t.accent : t.disabledText, {});
    if (isMixed)
        painter.fillRect(
            QRectF(option.rect).adjusted(4, option.rect.height() / 2.0 - 1, -4, 1 - option.rect.height() / 2.0),
            mark);
    else
        paintTick(painter, option.rect, mark);
}

void drawRadio(const QStyleOption& option, QPainter& painter) {
    const Theme& t = currentTheme();
    const bool isEnabled = option.state & QStyle::State_Enabled;
    const bool isOn = option.state & QStyle::State_On;
    const double radius = option.rect.width() / 2.0;
    if (!isOn) {
        paintBox(painter, option.rect, radius, t.surface, isEnabled ? t.strongLine : t.hairline);
        return;
    }
    paintBox(painter, option.rect, radius, isEnabled ? t.accent : t.disabledText, {});
    const double dot = radius * 0.375;
    const QPointF middle = QRectF(option.rect).center();
    paintBox(painter, QRectF(middle.x() - dot, middle.y() - dot, 2 * dot, 2 * dot), dot,
             isEnabled ? t.onAccent : t.surface, {});
}

}  // namespace

void FlatStyle::drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                              const QWidget* widget) const {
    const Theme& t = currentTheme();
    const bool isEnabled = option->state & State_Enabled;
    const bool isHovered = isEnabled && (option->state & State_MouseOver);
    const QColor ink = isEnabled ? t.text : t.disabledText;
    const QRect& all = option->rect;
    switch (element) {
        case PE_PanelButtonCommand: {
            const auto* button = qstyleoption_cast<const QStyleOptionButton*>(option);
            if (button && (button->features & QStyleOptionButton::DefaultButton) && isEnabled) {
                paintBox(*painter, all, kControlRadius, t.accent, {});
                return;
            }
            if (button && (button->features & QStyleOptionButton::Flat) && !isHovered &&
                !(option->state & (State_On | State_Sunken)))
                return;
            const QColor ground = option->state & State_On       ? t.accentGround
                                  : option->state & State_Sunken ? t.hairline
                                  : isHovered                    ? t.raised
                                  : isEnabled                    ? t.surface
                                                                 : t.window;
            paintBox(*painter, all, kControlRadius, ground, t.hairline);
            return;
        }
        case PE_PanelButtonTool:
            if (isEnabled && (option->state & State_Sunken))
                paintBox(*painter, all, kControlRadius, t.hairline, {});
            else if (isHovered)
                paintBox(*painter, all, kControlRadius, t.raised, {});
            else if (option->state & State_On)
                paintBox(*painter, all, kControlRadius, t.accentGround, {});
            return;
        case PE_PanelLineEdit:
            // A line edit inside a spin box or a combo box stands on that control's own box.
            if (const auto* frame = qstyleoption_cast<const QStyleOptionFrame*>(option);
                frame && frame->lineWidth > 0)
                paintInput(*painter, all, isEnabled, option->state & State_HasFocus);
            else if (!widget || !widget->parentWidget() ||
                     !(widget->parentWidget()->inherits("QAbstractSpinBox") ||
                       widget->parentWidget()->inherits("QComboBox")))
                painter->fillRect(all, option->palette.base());
            return;
        case PE_FrameLineEdit:
        case PE_FrameFocusRect:  // FocusRing draws it, around the control.
        case PE_FrameStatusBarItem:
        case PE_FrameButtonBevel:
        case PE_FrameDefaultButton:
        case PE_PanelMenuBar:
        case PE_FrameWindow:
        case PE_FrameTabBarBase:
        case PE_PanelScrollAreaCorner:
            if (element == PE_PanelScrollAreaCorner)
                painter->fillRect(all, option->palette.base());
            return;
        case PE_FrameDockWidget:
            if (widget && widget->isWindow())
                paintBox(*painter, all, 0, {}, t.strongLine);
            return;
        case PE_IndicatorCheckBox:
        case PE_IndicatorItemViewItemCheck:
            drawCheck(*option, *painter);
            return;
        case PE_IndicatorRadioButton:
            drawRadio(*option, *painter);
            return;
        case PE_IndicatorArrowDown:
            paintChevron(*painter, all, Way::Down, 8, ink);
            return;
        case PE_IndicatorArrowUp:
            paintChevron(*painter, all, Way::Up, 8, ink);
            return;
        case PE_IndicatorArrowLeft:
            paintChevron(*painter, all, Way::Left, 8, ink);
            return;
        case PE_IndicatorArrowRight:
            paintChevron(*painter, all, Way::Right, 8, ink);
            return;
        case PE_IndicatorHeaderArrow:
            if (const auto* header = qstyleoption_cast<const QStyleOptionHeader*>(option))
                paintChevron(*painter, all, header->sortIndicator == QStyleOptionHeader::SortUp ? Way::Up : Way::Down,
                             8, t.secondText);
            return;
        case PE_PanelMenu:
            painter->fillRect(all, t.surface);
            return;
        case PE_FrameMenu:
            paintBox(*painter, all, 0, {}, t.strongLine);
            return;
        case PE_PanelTipLabel:
            paintBox(*painter, all, 0, t.surface, t.strongLine);
            return;
        case PE_Frame: {
            const bool isPopup = widget && widget->inherits("QComboBoxPrivateContainer");
            paintBox(*painter, all, 0, {}, isPopup ? t.strongLine : t.hairline);
            return;
        }
        case PE_FrameGroupBox:
            paintBox(*painter, all, kControlRadius, {}, t.hairline);
            return;
        case PE_FrameTabWidget:
            painter->fillRect(QRect(all.left(), all.top(), all.width(), 1), t.hairline);
            return;
        case PE_PanelStatusBar:
            painter->fillRect(all, t.surface);
            painter->fillRect(QRect(all.left(), all.top(), all.width(), 1), t.hairline);
            return;
        case PE_PanelToolBar:
            painter->fillRect(all, t.surface);
            return;
        case PE_IndicatorToolBarSeparator:
            if (option->state & State_Horizontal)
                painter->fillRect(QRect(all.center().x(), all.center().y() - 9, 1, 20), t.hairline);
            else
                painter->fillRect(QRect(all.center().x() - 9, all.center().y(), 20, 1), t.hairline);
            return;
        case PE_IndicatorToolBarHandle:
            paintChevron(*painter, all, Way::Right, 6, t.disabledText);
            return;
        case PE_IndicatorDockWidgetResizeHandle: {
            // State_Horizontal: between a dock above and one below.
            painter->fillRect(all, t.surface);
            if (option->state & State_Horizontal)
                painter->fillRect(QRect(all.left(), all.center().y(), all.width(), 1), t.hairline);
            else
                painter->fillRect(QRect(all.center().x(), all.top(), 1, all.height()), t.hairline);
            return;
        }
        case PE_PanelItemViewItem: {
            const auto* item = qstyleoption_cast<const QStyleOptionViewItem*>(option);
            if (item && item->backgroundBrush.style() != Qt::NoBrush)
                painter->fillRect(all, item->backgroundBrush);
            if (option->state & State_Selected)
                painter->fillRect(all, t.accentGround);
            else if (isHovered)
                painter->fillRect(all, t.raised);
            return;
        }
        case PE_PanelItemViewRow:
            if (const auto* item = qstyleoption_cast<const QStyleOptionViewItem*>(option);
                item && (item->features & QStyleOptionViewItem::Alternate))
                painter->fillRect(all, t.sunken);
            return;
        case PE_IndicatorBranch:
            if (option->state & State_Children)
                paintChevron(*painter, all, option->state & State_Open ? Way::Down : Way::Right, 8, t.secondText);
            return;
        case PE_IndicatorTabClose:
            paintChevron(*painter, all, Way::Down, 8, t.secondText);
            return;
        default:
            QProxyStyle::drawPrimitive(element, option, painter, widget);
    }
}

}  // namespace attn::ui
