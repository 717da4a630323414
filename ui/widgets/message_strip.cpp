#include "ui/widgets/message_strip.h"

#include <QEvent>
#include <QPainter>
#include <cmath>

#include "ui/theme/icon.h"
#include "ui/theme/style.h"
#include "ui/widgets/buttons.h"

namespace attn::ui {
namespace {

constexpr int kPadding = 8;
constexpr int kLeft = 12;   ///< From the edge to the triangle.

/// Breaks anywhere if it must: a token or a path may be one long word.
constexpr int kTextFlags = Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap | Qt::TextWrapAnywhere;
constexpr int kWordFlags = Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap;

int flagsFor(const QString& text, const QFontMetrics& metrics, int width) {
    for (const QString& word : text.split(QLatin1Char(' ')))
        if (metrics.horizontalAdvance(word) > width)
            return kTextFlags;
    return kWordFlags;
}

}  // namespace

MessageStrip::MessageStrip(QWidget* parent) : QWidget(parent), m_action(new LinkButton(this)) {
    QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Minimum);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
    m_action->hide();
    connect(m_action, &QAbstractButton::clicked, this, &MessageStrip::actionTriggered);
    hide();
}

void MessageStrip::showMessage(Kind kind, const QString& sentence, const QString& action) {
    m_kind = kind;
    m_sentence = sentence;
    setAccessibleName(kind == Kind::Fault ? tr("Fault: %1").arg(sentence) : tr("Warning: %1").arg(sentence));
    m_action->setRuns(action.isEmpty() ? TextRuns{} : TextRuns{{action}});
    m_action->setVisible(!action.isEmpty());
    placeAction();
    updateGeometry();
    show();
    update();
}

void MessageStrip::clear() {
    m_sentence.clear();
    hide();
}

QRect MessageStrip::textRect(int width) const {
    const int left = kLeft + scaled(20) + 8;
    const int link = m_action->isHidden() ? 0 : m_action->sizeHint().width() + 8;
    return {left, kPadding, std::max(40, width - left - 12 - link), 0};
}

int MessageStrip::heightForWidth(int width) const {
    const QFont font = bodyFont(type::kBody, QFont::DemiBold);
    const QFontMetrics metrics(font);
    QRect room = textRect(width);
    room.setHeight(100000);
    return std::max(scaled(36), metrics.boundingRect(room, flagsFor(m_sentence, metrics, room.width()), m_sentence).height() + 2 * kPadding + 2);
}

QSize MessageStrip::sizeHint() const {
    const QFontMetrics metrics(bodyFont(type::kBody, QFont::DemiBold));
    const int wanted = std::min(metrics.horizontalAdvance(m_sentence) + textRect(0).left() + 16, scaled(320));
    return {wanted, heightForWidth(wanted)};
}

QSize MessageStrip::minimumSizeHint() const { return {scaled(120), scaled(36)}; }

void MessageStrip::placeAction() {
    const QColor ink = m_kind == Kind::Fault ? currentTheme().fault : currentTheme().warningText;
    m_action->setColor(ink);
    const QSize size = m_action->sizeHint();
    m_action->setGeometry(width() - size.width() - 8, (scaled(36) - size.height()) / 2, size.width(), size.height());
}

void MessageStrip::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const Theme& t = currentTheme();
    const bool isFault = m_kind == Kind::Fault;
    const QColor ink = isFault ? t.fault : t.warningText;
    painter.fillRect(rect(), isFault ? t.faultGround : t.warningGround);
    painter.fillRect(QRect(0, 0, 3, height()), isFault ? t.fault : t.warningLine);
    const int side = scaled(20);
    painter.drawPixmap(kLeft, (scaled(36) - side) / 2, iconPixmap("warning", ink, side, devicePixelRatioF()));
    painter.setFont(bodyFont(type::kBody, QFont::DemiBold));
    painter.setPen(ink);
    QRect room = textRect(width());
    const QFontMetrics metrics(painter.font());
    room.setTop((scaled(36) - metrics.height()) / 2);
    room.setHeight(height() - room.top());
    painter.drawText(room, flagsFor(m_sentence, metrics, room.width()), m_sentence);
}

void MessageStrip::resizeEvent(QResizeEvent*) { placeAction(); }

void MessageStrip::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::StyleChange || event->type() == QEvent::PaletteChange) {
        placeAction();
        updateGeometry();
        update();
    }
}

}  // namespace attn::ui
