// Measures of the standard controls.
#include <QStatusBar>
#include <QStyleFactory>
#include <QStyleOption>
#include <QToolBar>
#include <QWidget>

#include "ui/theme/flat_style.h"
#include "ui/theme/icon.h"
#include "ui/theme/style.h"

namespace attn::ui {

FlatStyle::FlatStyle() : QProxyStyle(QStyleFactory::create(QStringLiteral("Fusion"))) {}

void FlatStyle::polish(QWidget* widget) {
    QProxyStyle::polish(widget);
    if (auto* status = qobject_cast<QStatusBar*>(widget)) {
        status->setMinimumHeight(scaled(28));
        status->setContentsMargins(14, 1, 14, 0);
    } else if (auto* bar = qobject_cast<QToolBar*>(widget)) {
        bar->setMinimumHeight(scaled(44));
    } else if (widget->inherits("QMenuBar")) {
        widget->setMinimumHeight(scaled(28));
    }
    // Hover is drawn, but only what takes part in it needs the events.
    if (widget->inherits("QAbstractButton") || widget->inherits("QComboBox") || widget->inherits("QScrollBar") ||
        widget->inherits("QAbstractSpinBox") || widget->inherits("QSlider"))
        widget->setAttribute(Qt::WA_Hover);
}

int FlatStyle::pixelMetric(PixelMetric metric, const QStyleOption* option, const QWidget* widget) const {
    switch (metric) {
        case PM_SmallIconSize:
        case PM_ButtonIconSize:
        case PM_ToolBarIconSize:
            return scaled(20);
        case PM_IndicatorWidth:
        case PM_IndicatorHeight:
        case PM_ExclusiveIndicatorWidth:
        case PM_ExclusiveIndicatorHeight:
            return scaled(16);
        case PM_CheckBoxLabelSpacing:
        case PM_RadioButtonLabelSpacing:
            return 8;
        case PM_ButtonShiftHorizontal:
        case PM_ButtonShiftVertical:
        case PM_ButtonDefaultIndicator:
            return 0;
        case PM_MenuButtonIndicator:
            return scaled(20);
        case PM_DefaultFrameWidth:
            return 1;
        case PM_SpinBoxFrameWidth:
            return 1;
        case PM_ComboBoxFrameWidth:
            return 1;
        case PM_MenuBarPanelWidth:
        case PM_MenuBarVMargin:
        case PM_MenuBarItemSpacing:
            return 0;
        case PM_MenuBarHMargin:
            return 8;
        case PM_MenuPanelWidth:
            return 1;
        case PM_MenuHMargin:
        case PM_MenuVMargin:
            return 4;
        case PM_SubMenuOverlap:
            return -2;
        case PM_ToolBarFrameWidth:
        case PM_ToolBarItemMargin:
            return 0;
        case PM_ToolBarItemSpacing:
            return 4;
        case PM_ToolBarSeparatorExtent:
            return 17;
        case PM_ToolBarHandleExtent:
            return 12;
        case PM_ToolBarExtensionExtent:
            return scaled(28);
        case PM_DockWidgetFrameWidth:
            return widget && widget->isWindow() ? 1 : 0;
        case PM_DockWidgetSeparatorExtent:
        case PM_SplitterWidth:
            return 3;
        case PM_ScrollBarExtent:
            return 12;
        case PM_ScrollBarSliderMin:
            return 28;
        case PM_ScrollView_ScrollBarSpacing:
        case PM_ScrollView_ScrollBarOverlap:
            return 0;
        case PM_SliderThickness:
        case PM_SliderControlThickness:
        case PM_SliderLength:
            return scaled(16);
        case PM_SliderTickmarkOffset:
            return 4;
        case PM_ToolTipLabelFrameWidth:
            return 7;
        case PM_FocusFrameHMargin:
        case PM_FocusFrameVMargin:
            return 4;
        case PM_HeaderMargin:
            return 6;
        case PM_HeaderMarkSize:
            return 12;
        case PM_TabBarTabHSpace:
            return 26;
        case PM_TabBarTabVSpace:
            return 12;
        case PM_TabBarTabOverlap:
        case PM_TabBarBaseOverlap:
        case PM_TabBarTabShiftVertical:
        case PM_TabBarTabShiftHorizontal:
            return 0;
        case PM_LayoutLeftMargin:
        case PM_LayoutTopMargin:
        case PM_LayoutRightMargin:
        case PM_LayoutBottomMargin:
            return 16;
        case PM_LayoutHorizontalSpacing:
            return 8;
        case PM_LayoutVerticalSpacing:
            return 6;
        case PM_MessageBoxIconSize:
            return scaled(32);
        default:
            return QProxyStyle::pixelMetric(metric, option, widget);
    }
}

int FlatStyle::styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget,
                         QStyleHintReturn* data) const {
    switch (hint) {
        case SH_ToolTip_WakeUpDelay:
            return 400;
        case SH_ToolTipLabel_Opacity:
            return 255;
        case SH_ComboBox_Popup:
            return 0;
        case SH_ComboBox_ListMouseTracking:
            return 1;
        case SH_ScrollBar_Transient:
            return 0;
        case SH_EtchDisabledText:
        case SH_DitherDisabledText:
            return 0;
        case SH_FocusFrame_AboveWidget:
            return 1;
        case SH_UnderlineShortcut:
            return widget && widget->inherits("QMenuBar") ? 0 : 1;
        case SH_MainWindow_SpaceBelowMenuBar:
            return 0;
        case SH_DockWidget_ButtonsHaveFrame:
            return 0;
        case SH_Slider_AbsoluteSetButtons:
            return Qt::LeftButton;
        case SH_Widget_Animation_Duration:
            return 0;
        case SH_Menu_SubMenuPopupDelay:
            return 150;
        case SH_Table_GridLineColor:
            return static_cast<int>(currentTheme().hairline.rgba());
        case SH_MessageBox_CenterButtons:
            return 0;
        case SH_DialogButtonBox_ButtonsHaveIcons:
            return 0;
        case SH_SpinControls_DisableOnBounds:
            return 1;
        default:
            return QProxyStyle::styleHint(hint, option, widget, data);
    }
}

QSize FlatStyle::sizeFromContents(ContentsType type, const QStyleOption* option, const QSize& size,
                                  const QWidget* widget) const {
    const int control = scaled(28);
    switch (type) {
        case CT_PushButton: {
            const auto* button = qstyleoption_cast<const QStyleOptionButton*>(option);
            if (!button)
                break;
            int width = button->fontMetrics.horizontalAdvance(button->text) + 24;
            if (!button->icon.isNull())
                width += button->iconSize.width() + (button->text.isEmpty() ? 0 : 6);
            if (button->features & QStyleOptionButton::HasMenu)
                width += scaled(20);
            return {std::max(width, control), control};
        }
        case CT_ToolButton: {
            const auto* button = qstyleoption_cast<const QStyleOptionToolButton*>(option);
            const bool isIconOnly =
                button && (button->toolButtonStyle == Qt::ToolButtonIconOnly || button->text.isEmpty());
            QSize wanted = isIconOnly ? QSize(scaled(32), scaled(32)) : QSize(size.width() + 16, control);
            if (button && (button->features & QStyleOptionToolButton::HasMenu))
                wanted.rwidth() += scaled(12);
            return wanted;
        }
        case CT_ComboBox:
            return {size.width() + scaled(20) + 20, control};
        case CT_LineEdit:
            return {size.width() + 16, control};
        case CT_SpinBox:
            return {size.width() + scaled(20) + 10, control};
        case CT_CheckBox:
        case CT_RadioButton: {
            const QSize base = QProxyStyle::sizeFromContents(type, option, size, widget);
            return {base.width(), std::max(base.height(), control)};
        }
        case CT_Slider: {
            const auto* slider = qstyleoption_cast<const QStyleOptionSlider*>(option);
            const QSize base = QProxyStyle::sizeFromContents(type, option, size, widget);
            if (!slider)
                return base;
            return slider->orientation == Qt::Horizontal ? QSize(base.width(), std::max(base.height(), control))
                                                         : QSize(std::max(base.width(), control), base.height());
        }
        case CT_MenuBarItem:
            return {size.width() + 16, control};
        case CT_MenuItem: {
            const auto* item = qstyleoption_cast<const QStyleOptionMenuItem*>(option);
            if (item && item->menuItemType == QStyleOptionMenuItem::Separator)
                return {size.width(), 9};
            const int room = item && item->text.contains(QLatin1Char('\t')) ? 24 : 0;
            return {size.width() + scaled(32) + scaled(28) + room, control};
        }
        case CT_ItemViewItem: {
            const QSize base = QProxyStyle::sizeFromContents(type, option, size, widget);
            return {base.width() + 8, std::max(base.height(), control)};
        }
        case CT_HeaderSection: {
            const QSize base = QProxyStyle::sizeFromContents(type, option, size, widget);
            return {base.width(), std::max(base.height(), control)};
        }
        case CT_TabBarTab:
            return {size.width(), std::max(size.height(), scaled(32))};
        case CT_ProgressBar:
            return {size.width(), control};
        default:
            break;
    }
    return QProxyStyle::sizeFromContents(type, option, size, widget);
}

QIcon FlatStyle::standardIcon(StandardPixmap which, const QStyleOption* option, const QWidget* widget) const {
    switch (which) {
        case SP_MessageBoxWarning:
            return icon("warning", &Theme::warningLine);
        case SP_MessageBoxCritical:
            return icon("warning", &Theme::fault);
        case SP_MessageBoxInformation:
        case SP_MessageBoxQuestion:
            return icon("info", &Theme::secondText);
        default:
            return QProxyStyle::standardIcon(which, option, widget);
    }
}

QRect FlatStyle::subElementRect(SubElement element, const QStyleOption* option, const QWidget* widget) const {
    const QRect all = option->rect;
    switch (element) {
        case SE_LineEditContents:
            // The line edit itself adds 2 px; in a spin box the frame's own distance is enough.
            return all.adjusted(
                widget && widget->parentWidget() && widget->parentWidget()->inherits("QAbstractSpinBox") ? 0 : 6, 1,
                -4, -1);
        case SE_ProgressBarGroove:
        case SE_ProgressBarContents:
        case SE_ProgressBarLabel: {
            const auto* bar = qstyleoption_cast<const QStyleOptionProgressBar*>(option);
            const int words = bar && bar->textVisible ? bar->fontMetrics.horizontalAdvance(bar->text) + 8 : 0;
            if (element == SE_ProgressBarLabel)
                return {all.right() - words + 1, all.top(), words, all.height()};
            return {all.left(), all.center().y() - 3, all.width() - words, 8};
        }
        default:
            return QProxyStyle::subElementRect(element, option, widget);
    }
}

QRect FlatStyle::subControlRect(ComplexControl control, const QStyleOptionComplex* option, SubControl part,
                                const QWidget* widget) const {
    const QRect all = option->rect;
    const int steps = scaled(20);
    if (control == CC_SpinBox) {
        const auto* spin = qstyleoption_cast<const QStyleOptionSpinBox*>(option);
        const bool hasSteps = spin && spin->buttonSymbols != QAbstractSpinBox::NoButtons;
        const int column = hasSteps ? steps : 0;
        const int half = all.height() / 2;
        switch (part) {
            case SC_SpinBoxUp:
                return {all.right() - column + 1, all.top(), column, half};
            case SC_SpinBoxDown:
                return {all.right() - column + 1, all.top() + half, column, all.height() - half};
            case SC_SpinBoxEditField:
                return all.adjusted(6, 1, -column - 2, -1);
            case SC_SpinBoxFrame:
                return all;
            default:
                break;
        }
    }
    if (control == CC_ComboBox) {
        switch (part) {
            case SC_ComboBoxArrow:
                return {all.right() - scaled(26), all.top(), scaled(24), all.height()};
            case SC_ComboBoxEditField:
                return all.adjusted(8, 1, -scaled(26), -1);
            case SC_ComboBoxFrame:
                return all;
            case SC_ComboBoxListBoxPopup:
                return all.translated(0, 2);
            default:
                break;
        }
    }
    if (control == CC_ScrollBar) {
        const auto* bar = qstyleoption_cast<const QStyleOptionSlider*>(option);
        if (!bar)
            return {};
        const bool isLying = bar->orientation == Qt::Horizontal;
        const int length = isLying ? all.width() : all.height();
        const auto span = static_cast<qint64>(bar->maximum) - bar->minimum;
        int slider = length;
        if (span > 0)
            slider = std::max(std::min(28, length),
                              static_cast<int>(bar->pageStep * static_cast<qint64>(length) / (span + bar->pageStep)));
        const int start = sliderPositionFromValue(bar->minimum, bar->maximum, bar->sliderPosition, length - slider,
                                                  bar->upsideDown);
        QRect place;
        switch (part) {
            case SC_ScrollBarGroove:
                place = {0, 0, length, 1};
                break;
            case SC_ScrollBarSlider:
                place = {start, 0, slider, 1};
                break;
            case SC_ScrollBarSubPage:
                place = {0, 0, start, 1};
                break;
            case SC_ScrollBarAddPage:
                place = {start + slider, 0, length - start - slider, 1};
                break;
            default:
                return {};
        }
        return isLying ? visualRect(bar->direction, all,
                                    QRect(all.left() + place.left(), all.top(), place.width(), all.height()))
                       : QRect(all.left(), all.top() + place.left(), all.width(), place.width());
    }
    return QProxyStyle::subControlRect(control, option, part, widget);
}

}  // namespace attn::ui
