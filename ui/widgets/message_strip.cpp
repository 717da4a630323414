#include "ui/widgets/message_strip.h"

#include <QEvent>
#include <QFontMetricsF>
#include <QPainter>
#include <cmath>

#include "ui/figure/plain_tool_tip.h"
#include "ui/theme/icon.h"
#include "ui/theme/style.h"
#include "ui/widgets/buttons.h"

namespace attn::ui {
namespace {

constexpr int kPadding = 8;
constexpr int kLeft = 12;  ///< From the edge to the triangle.

/// The first sentence is the message, what follows explains it.
TextRuns stripRuns(const QString& text) {
    const auto end = text.indexOf(QStringLiteral(". "));
    if (end < 0)
        return {{text, TextRun::Semibold}};
    return {{text.left(end + 1), TextRun::Semibold}, {text.mid(end + 1)}};
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
    const QString actionBefore = m_action->isHidden() ? QString() : m_action->accessibleName();
    if (!isHidden() && kind == m_kind && sentence == m_sentence && action == actionBefore)
        return;
    m_kind = kind;
    m_sentence = sentence;
    setAccessibleName(kind == Kind::Fault ? tr("Fault: %1").arg(sentence) : tr("Warning: %1").arg(sentence));
    m_action->setRuns(action.isEmpty() ? TextRuns{} : TextRuns{{action}});
    m_action->setVisible(!action.isEmpty());
    placeAction();
    updateToolTip();
    updateGeometry();
    show();
    update();
}

void MessageStrip::clear() {
    m_sentence.clear();
    m_kind = Kind::Warning;
    hide();
    if (m_isPlaceKept)
        updateGeometry();  // a fault may have been taller
}

void MessageStrip::updateToolTip() {
    const bool isCut = isOneLine() && wrapRuns(stripRuns(m_sentence), bodyFont(), textWidth(width())).size() > 1;
    setToolTip(isCut ? plainToolTip(m_sentence) : QString());
}

int MessageStrip::textWidth(int width) const {
    const int link = m_action->isHidden() ? 0 : m_action->sizeHint().width() + 8;
    return std::max(40, width - kLeft - scaled(20) - 8 - 12 - link);
}

void MessageStrip::setPlaceKept(bool isKept) {
    m_isPlaceKept = isKept;
    QSizePolicy policy = sizePolicy();
    policy.setRetainSizeWhenHidden(isKept);
    setSizePolicy(policy);
    updateGeometry();
}

/// What is drawn: a sentence without room for all of it ends in "…".
std::vector<TextRuns> MessageStrip::lines(int width) const {
    std::vector<TextRuns> all = wrapRuns(stripRuns(m_sentence), bodyFont(), textWidth(width));
    if (isOneLine() && all.size() > 1) {
        const TextRun dots{QString(QChar(0x2026))};
        all = wrapRuns(stripRuns(m_sentence), bodyFont(), textWidth(width) - runsWidth({dots}, bodyFont()));
        all.resize(1);
        all.front().push_back(dots);
    }
    return all;
}

int MessageStrip::heightForWidth(int width) const {
    const int count = isOneLine() ? 1 : static_cast<int>(lines(width).size());
    return scaled(20) * count + 2 * kPadding;
}

QSize MessageStrip::sizeHint() const {
    const int around = 1000 - textWidth(1000);
    const int wanted =
        std::min(static_cast<int>(std::ceil(runsWidth(stripRuns(m_sentence), bodyFont()))) + around, scaled(320));
    return {wanted, heightForWidth(wanted)};
}

QSize MessageStrip::minimumSizeHint() const {
    return {scaled(120), scaled(36)};
}

void MessageStrip::placeAction() {
    const QColor ink = m_kind == Kind::Fault ? currentTheme().fault : currentTheme().warningText;
    m_action->setColor(ink);
    const QSize size = m_action->sizeHint();
    m_action->setGeometry(width() - size.width() - 8, kPadding + (scaled(20) - size.height()) / 2, size.width(),
                          size.height());
}

void MessageStrip::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const Theme& t = currentTheme();
    const bool isFault = m_kind == Kind::Fault;
    const QColor ink = isFault ? t.fault : t.warningText;
    painter.fillRect(rect(), isFault ? t.faultGround : t.warningGround);
    painter.fillRect(QRect(0, 0, 3, height()), isFault ? t.fault : t.warningLine);
    const int side = scaled(20);
    painter.drawPixmap(kLeft, kPadding, iconPixmap("warning", ink, side, devicePixelRatioF()));
    const QFont font = bodyFont();
    double baseline = std::round(kPadding + (side + QFontMetricsF(font).capHeight()) / 2.0);
    for (const TextRuns& line : lines(width())) {
        drawRuns(painter, {kLeft + side + 8.0, baseline}, line, font, t, ink);
        baseline += side;
    }
}

void MessageStrip::resizeEvent(QResizeEvent*) {
    placeAction();
    updateToolTip();
}

void MessageStrip::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::StyleChange || event->type() == QEvent::PaletteChange) {
        placeAction();
        updateGeometry();
        update();
    }
}

}  // namespace attn::ui
