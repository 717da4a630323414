// Menus, bars, buttons' words, headers, tabs.
#include <QPainter>
#include <QStyleOption>
#include <QWidget>

#include "ui/theme/flat_style.h"
#include "ui/theme/paint.h"
#include "ui/theme/style.h"

namespace attn::ui {
namespace {

void drawProgressContents(const QStyleOptionProgressBar& bar, QPainter& painter) {
    const QRectF all(bar.rect);
    const double span = static_cast<double>(bar.maximum) - bar.minimum;
    if (span > 0) {
        const double done = std::clamp((static_cast<double>(bar.progress) - bar.minimum) / span, 0.0, 1.0);
        if (done > 0)
            paintBox(painter, QRectF(all.left(), all.top(), std::max(8.0, all.width() * done), all.height()), 4,
                     currentTheme().accent, {});
    } else {
        // The amount is unknown: nothing moves by itself, a lighter ground says that work is going on.
        paintBox(painter, all, 4, currentTheme().accentGround, currentTheme().accent);
    }
}

}  // namespace

void FlatStyle::drawMenuItem(const QStyleOptionMenuItem& option, QPainter& painter) const {
    const Theme& t = currentTheme();
    const QRect& all = option.rect;
    if (option.menuItemType == QStyleOptionMenuItem::Separator) {
        painter.fillRect(QRect(all.left() - 4, all.center().y(), all.width() + 8, 1), t.hairline);
        return;
    }
    const bool isEnabled = option.state & State_Enabled;
    if ((option.state & State_Selected) && isEnabled)
        paintBox(painter, all, kInputRadius, t.raised, {});
    const QColor ink = isEnabled ? t.text : t.disabledText;
    const int indent = scaled(32);
    const QRect mark(all.left() + 8, all.center().y() - scaled(8) + 1, scaled(16), scaled(16));
    if (option.checkType != QStyleOptionMenuItem::NotCheckable) {
        if (option.checked)
            paintTick(painter, mark, isEnabled ? t.accent : t.disabledText);
    } else if (!option.icon.isNull()) {
        option.icon.paint(&painter, QRect(all.left() + 6, all.center().y() - scaled(10) + 1, scaled(20), scaled(20)),
                          Qt::AlignCenter, isEnabled ? QIcon::Normal : QIcon::Disabled);
    }
    const QRect words(all.left() + indent, all.top(), all.width() - indent - scaled(28), all.height());
    const QStringList parts = option.text.split(QLatin1Char('\t'));
    const int flags = Qt::AlignVCenter | Qt::TextShowMnemonic | Qt::TextSingleLine;
    painter.save();
    painter.setFont(option.font);
    painter.setPen(ink);
    painter.drawText(words, flags | Qt::AlignLeft, parts[0]);
    if (parts.size() > 1) {
        painter.setPen(isEnabled ? t.secondText : t.disabledText);
        painter.drawText(words.adjusted(0, 0, scaled(28) - 12, 0), flags | Qt::AlignRight, parts[1]);
    }
    painter.restore();
    if (option.menuItemType == QStyleOptionMenuItem::SubMenu)
        paintChevron(painter, QRect(all.right() - scaled(24), all.top(), scaled(20), all.height()), Way::Right, 8,
                     ink);
}

void FlatStyle::drawButtonLabel(const QStyleOptionButton& option, QPainter& painter) const {
    const Theme& t = currentTheme();
    const bool isEnabled = option.state & State_Enabled;
    const bool isFilled = isEnabled && (option.features & QStyleOptionButton::DefaultButton);
    const QColor ink = !isEnabled                ? t.disabledText
                       : isFilled                ? t.onAccent
                       : option.state & State_On ? t.accent
                                                 : t.text;
    QRect room = option.rect;
    if (option.features & QStyleOptionButton::HasMenu) {
        const int width = scaled(20);
        paintChevron(painter, QRect(room.right() - width - 3, room.top(), width, room.height()), Way::Down, 8, ink);
        room.adjust(0, 0, -width, 0);
    }
    const int words = option.fontMetrics.size(Qt::TextShowMnemonic, option.text).width();
    const int picture = option.icon.isNull() ? 0 : option.iconSize.width() + (option.text.isEmpty() ? 0 : 6);
    int left = room.left() + std::max(0, (room.width() - words - picture) / 2);
    if (picture > 0) {
        const QRect place(left, room.center().y() - option.iconSize.height() / 2 + 1, option.iconSize.width(),
                          option.iconSize.height());
        option.icon.paint(&painter, place, Qt::AlignCenter, isEnabled ? QIcon::Normal : QIcon::Disabled);
        left += picture;
    }
    painter.setPen(ink);
    painter.drawText(QRect(left, room.top(), room.right() - left + 1, room.height()),
                     Qt::AlignVCenter | Qt::AlignLeft | Qt::TextShowMnemonic | Qt::TextSingleLine, option.text);
}

void FlatStyle::drawTab(const QStyleOptionTab& option, QPainter& painter) const {
    const Theme& t = currentTheme();
    const bool isChosen = option.state & State_Selected;
    const bool isEnabled = option.state & State_Enabled;
    painter.save();
    QFont font = painter.font();
    font.setWeight(isChosen ? QFont::DemiBold : QFont::Normal);
    painter.setFont(font);
    painter.setPen(!isEnabled                                     ? t.disabledText
                   : isChosen || (option.state & State_MouseOver) ? t.text
                                                                  : t.secondText);
    painter.drawText(option.rect, Qt::AlignCenter | Qt::TextShowMnemonic, option.text);
    painter.restore();
    if (isChosen)
        painter.fillRect(QRect(option.rect.left() + 12, option.rect.bottom() - 2, option.rect.width() - 24, 3),
                         t.accent);
}

void FlatStyle::drawControl(ControlElement element, const QStyleOption* option, QPainter* painter,
                            const QWidget* widget) const {
    const Theme& t = currentTheme();
    const QRect& all = option->rect;
    switch (element) {
        case CE_MenuItem:
            if (const auto* item = qstyleoption_cast<const QStyleOptionMenuItem*>(option))
                drawMenuItem(*item, *painter);
            return;
        case CE_MenuEmptyArea:
            return;
        case CE_MenuBarEmptyArea:
            painter->fillRect(all, t.surface);
            return;
        case CE_MenuBarItem:
            if (const auto* item = qstyleoption_cast<const QStyleOptionMenuItem*>(option)) {
                painter->fillRect(all, t.surface);
                if ((item->state & State_Selected) && (item->state & State_Enabled))
                    paintBox(*painter, all.adjusted(0, 2, 0, -2), kInputRadius, t.raised, {});
                painter->setPen(item->state & State_Enabled ? t.text : t.disabledText);
                const int mnemonic = styleHint(SH_UnderlineShortcut, item, widget, nullptr) ? Qt::TextShowMnemonic
                                                                                            : Qt::TextHideMnemonic;
                painter->drawText(all, Qt::AlignCenter | Qt::TextSingleLine | mnemonic, item->text);
            }
            return;
        case CE_PushButtonBevel: {
            auto panel = *qstyleoption_cast<const QStyleOptionButton*>(option);
            proxy()->drawPrimitive(PE_PanelButtonCommand, &panel, painter, widget);
            return;
        }
        case CE_PushButtonLabel:
            if (const auto* button = qstyleoption_cast<const QStyleOptionButton*>(option))
                drawButtonLabel(*button, *painter);
            return;
        case CE_ToolBar:
            painter->fillRect(all, t.surface);
            painter->fillRect(QRect(all.left(), all.bottom(), all.width(), 1), t.hairline);
            return;
        case CE_Splitter: {
            painter->fillRect(all, t.surface);
            if (option->state & State_Horizontal)
                painter->fillRect(QRect(all.center().x(), all.top(), 1, all.height()), t.hairline);
            else
                painter->fillRect(QRect(all.left(), all.center().y(), all.width(), 1), t.hairline);
            return;
        }
        case CE_ShapedFrame: {
            const auto* frame = qstyleoption_cast<const QStyleOptionFrame*>(option);
            if (frame && frame->frameShape == QFrame::HLine)
                painter->fillRect(QRect(all.left(), all.center().y(), all.width(), 1), t.hairline);
            else if (frame && frame->frameShape == QFrame::VLine)
                painter->fillRect(QRect(all.center().x(), all.top(), 1, all.height()), t.hairline);
            else if (frame && frame->frameShape != QFrame::NoFrame)
                proxy()->drawPrimitive(PE_Frame, option, painter, widget);
            return;
        }
        case CE_FocusFrame:
            painter->save();
            painter->setRenderHint(QPainter::Antialiasing);
            painter->setPen(QPen(t.accent, 2));
            painter->setBrush(Qt::NoBrush);
            painter->drawRoundedRect(QRectF(all).adjusted(1, 1, -1, -1), kControlRadius, kControlRadius);
            painter->restore();
            return;
        case CE_HeaderSection:
            painter->fillRect(all, t.surface);
            painter->fillRect(QRect(all.left(), all.bottom(), all.width(), 1), t.hairline);
            if (const auto* header = qstyleoption_cast<const QStyleOptionHeader*>(option);
                header && header->orientation == Qt::Vertical)
                painter->fillRect(QRect(all.right(), all.top(), 1, all.height()), t.hairline);
            return;
        case CE_HeaderEmptyArea:
            painter->fillRect(all, t.surface);
            return;
        case CE_HeaderLabel: {
            auto header = *qstyleoption_cast<const QStyleOptionHeader*>(option);
            header.palette.setColor(QPalette::ButtonText, t.secondText);
            QProxyStyle::drawControl(element, &header, painter, widget);
            return;
        }
        case CE_TabBarTabShape:
            return;
        case CE_TabBarTabLabel:
            if (const auto* tab = qstyleoption_cast<const QStyleOptionTab*>(option))
                drawTab(*tab, *painter);
            return;
        case CE_SizeGrip:
            return;
        case CE_ProgressBar:
            // Fusion would ask itself, not this style, for the three places.
            if (const auto* bar = qstyleoption_cast<const QStyleOptionProgressBar*>(option)) {
                QStyleOptionProgressBar part = *bar;
                part.rect = subElementRect(SE_ProgressBarGroove, bar, widget);
                drawControl(CE_ProgressBarGroove, &part, painter, widget);
                drawControl(CE_ProgressBarContents, &part, painter, widget);
                part.rect = subElementRect(SE_ProgressBarLabel, bar, widget);
                if (bar->textVisible)
                    drawControl(CE_ProgressBarLabel, &part, painter, widget);
            }
            return;
        case CE_ProgressBarGroove:
            paintBox(*painter, all, 4, t.raised, {});
            return;
        case CE_ProgressBarContents:
            if (const auto* bar = qstyleoption_cast<const QStyleOptionProgressBar*>(option))
                drawProgressContents(*bar, *painter);
            return;
        case CE_ProgressBarLabel:
            if (const auto* bar = qstyleoption_cast<const QStyleOptionProgressBar*>(option)) {
                painter->setPen(t.text);
                painter->drawText(all, Qt::AlignRight | Qt::AlignVCenter | Qt::TextSingleLine, bar->text);
            }
            return;
        case CE_ComboBoxLabel: {
            const auto* combo = qstyleoption_cast<const QStyleOptionComboBox*>(option);
            if (!combo || combo->editable)
                return;
            QRect room = subControlRect(CC_ComboBox, combo, SC_ComboBoxEditField, widget);
            painter->save();
            if (!combo->currentIcon.isNull()) {
                const int side = combo->iconSize.width();
                combo->currentIcon.paint(painter, QRect(room.left(), room.center().y() - side / 2 + 1, side, side),
                                         Qt::AlignCenter,
                                         combo->state & State_Enabled ? QIcon::Normal : QIcon::Disabled);
                room.adjust(side + 6, 0, 0, 0);
            }
            painter->setPen(combo->state & State_Enabled ? t.text : t.disabledText);
            painter->drawText(room, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine,
                              combo->fontMetrics.elidedText(combo->currentText, Qt::ElideRight, room.width()));
            painter->restore();
            return;
        }
        default:
            QProxyStyle::drawControl(element, option, painter, widget);
    }
}

}  // namespace attn::ui
