#include "ui/widgets/option_strip.h"

#include <QBoxLayout>
#include <QPainter>
#include <algorithm>

#include "ui/theme/style.h"

namespace attn::ui {
namespace {

constexpr int kSide = 16;
constexpr int kAbove = 8;
constexpr int kBetweenRows = 6;
constexpr int kBetweenGroups = 24;

}  // namespace

OptionStrip::OptionStrip(QWidget* parent) : QWidget(parent), m_groups(new QBoxLayout(QBoxLayout::LeftToRight, this)) {
    m_groups->setContentsMargins(kSide, kAbove, kSide, kAbove + 1);
    m_groups->setSpacing(kBetweenGroups);
    QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
}

void OptionStrip::addGroup(const QList<QWidget*>& controls) {
    auto* group = new QWidget;
    auto* row = new QHBoxLayout(group);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(8);
    for (QWidget* control : controls)
        row->addWidget(control);
    row->addStretch(1);
    m_parts.append(group);
    m_groups->addWidget(group);
}

int OptionStrip::needed() const {
    int width = 2 * kSide + kBetweenGroups * static_cast<int>(std::max<qsizetype>(0, m_parts.size() - 1));
    for (const QWidget* part : m_parts)
        width += part->sizeHint().width();
    return width;
}

bool OptionStrip::isStacked() const {
    return m_groups->direction() == QBoxLayout::TopToBottom;
}

int OptionStrip::heightForWidth(int width) const {
    const bool isStacked = width < needed();
    int height = 2 * kAbove + 1, highest = 0;
    for (const QWidget* part : m_parts) {
        height += isStacked ? part->sizeHint().height() : 0;
        highest = std::max(highest, part->sizeHint().height());
    }
    return height + (isStacked ? kBetweenRows * static_cast<int>(m_parts.size() - 1) : highest);
}

QSize OptionStrip::sizeHint() const {
    return {needed(), heightForWidth(width())};
}

QSize OptionStrip::minimumSizeHint() const {
    int widest = 0;
    for (const QWidget* part : m_parts)
        widest = std::max(widest, part->minimumSizeHint().width());
    return {widest + 2 * kSide, heightForWidth(width())};
}

void OptionStrip::resizeEvent(QResizeEvent*) {
    const bool isNarrow = width() < needed();
    m_groups->setDirection(isNarrow ? QBoxLayout::TopToBottom : QBoxLayout::LeftToRight);
    m_groups->setSpacing(isNarrow ? kBetweenRows : kBetweenGroups);
    updateGeometry();
}

void OptionStrip::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.fillRect(rect(), currentTheme().surface);
    painter.fillRect(QRect(0, height() - 1, width(), 1), currentTheme().hairline);
}

}  // namespace attn::ui
