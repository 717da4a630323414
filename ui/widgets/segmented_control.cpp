#include "ui/widgets/segmented_control.h"

#include <QAbstractButton>
#include <QButtonGroup>
#include <QEvent>
#include <QHBoxLayout>
#include <QPainter>
#include <QPainterPath>
#include <cmath>

#include "ui/theme/paint.h"
#include "ui/theme/style.h"

namespace attn::ui {
namespace {

/// One word. It paints its part of the common frame.
class Segment : public QAbstractButton {
  public:
    Segment(TextRuns runs, bool isFirst, bool isLast, QWidget* parent)
        : QAbstractButton(parent), m_runs(std::move(runs)), m_isFirst(isFirst), m_isLast(isLast) {
        setCheckable(true);
        setAccessibleName(plainText(m_runs));
        setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    }

    QSize sizeHint() const override {
        // Always as wide as the semibold form, so that nothing moves when another word is chosen.
        const QFont font = bodyFont(type::kBody, QFont::DemiBold);
        return {static_cast<int>(std::ceil(runsWidth(m_runs, font))) + 22, scaled(28)};
    }
    QSize minimumSizeHint() const override { return {std::max(28, sizeHint().width() - 10), scaled(28)}; }

  protected:
    void paintEvent(QPaintEvent*) override {
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        const Theme& t = currentTheme();
        // The frame of the whole control, of which this shows one part: ends that go on lie outside.
        const QRectF whole = QRectF(rect()).adjusted(m_isFirst ? 0 : -20, 0, m_isLast ? 0 : 20, 0);
        QPainterPath shape;
        shape.addRoundedRect(whole.adjusted(0.5, 0.5, -0.5, -0.5), kControlRadius - 0.5, kControlRadius - 0.5);
        const QColor ground = !isEnabled()               ? t.window
                              : isChecked()              ? t.accentGround
                              : underMouse() || isDown() ? t.raised
                                                         : t.surface;
        painter.fillPath(shape, ground);
        if (isChecked()) {
            painter.save();
            painter.setClipPath(shape);
            painter.fillRect(QRectF(0, height() - 2.5, width(), 2.5), isEnabled() ? t.accent : t.disabledText);
            painter.restore();
        }
        painter.setPen(QPen(t.hairline, 1));
        if (isChecked())
            painter.setClipRect(QRectF(0, 0, width(), height() - 2.5));
        painter.drawPath(shape);
        if (!m_isFirst)
            painter.fillRect(QRectF(0, 1, 1, height() - 2), t.hairline);
        painter.setClipping(false);

        const QFont font = bodyFont(type::kBody, isChecked() ? QFont::DemiBold : QFont::Normal);
        const QColor ink = !isEnabled() ? t.disabledText : isChecked() ? t.accent : t.secondText;
        const double baseline = std::round((height() + QFontMetricsF(font).capHeight()) / 2.0);
        drawRuns(painter, {(width() - runsWidth(m_runs, font)) / 2.0, baseline}, m_runs, font, t, ink);
    }
    void enterEvent(QEnterEvent*) override { update(); }
    void leaveEvent(QEvent*) override { update(); }
    void changeEvent(QEvent* event) override {
        QAbstractButton::changeEvent(event);
        if (event->type() == QEvent::StyleChange)
            updateGeometry();
    }

  private:
    TextRuns m_runs;
    bool m_isFirst;
    bool m_isLast;
};

}  // namespace

SegmentedControl::SegmentedControl(const QString& name, QWidget* parent)
    : QWidget(parent), m_row(new QHBoxLayout(this)), m_group(new QButtonGroup(this)) {
    setAccessibleName(name);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    m_row->setContentsMargins(0, 0, 0, 0);
    m_row->setSpacing(0);
    connect(m_group, &QButtonGroup::idClicked, this, [this](int index) {
        if (std::exchange(m_current, index) != index)
            emit chosen(index);
    });
}

void SegmentedControl::setWords(const QStringList& words) {
    std::vector<TextRuns> runs;
    for (const QString& word : words)
        runs.push_back({{word}});
    setWords(runs);
}

void SegmentedControl::setWords(const std::vector<TextRuns>& words) {
    for (QAbstractButton* button : m_group->buttons()) {
        m_group->removeButton(button);
        m_row->removeWidget(button);
        button->hide();
        button->deleteLater();  // Perhaps it is its click that led here.
    }
    for (std::size_t i = 0; i < words.size(); ++i) {
        auto* segment = new Segment(words[i], i == 0, i + 1 == words.size(), this);
        m_group->addButton(segment, static_cast<int>(i));
        m_row->addWidget(segment, m_areEqual ? 1 : 0);
    }
    m_current = -1;
    setCurrent(words.empty() ? -1 : 0);
}

int SegmentedControl::count() const {
    return static_cast<int>(m_group->buttons().size());
}

void SegmentedControl::setWordEnabled(int index, bool isEnabled) {
    if (QAbstractButton* button = m_group->button(index))
        button->setEnabled(isEnabled);
}

void SegmentedControl::setWordToolTip(int index, const QString& text) {
    if (QAbstractButton* button = m_group->button(index))
        button->setToolTip(text);
}

void SegmentedControl::setEqualWidths(bool areEqual) {
    m_areEqual = areEqual;
    for (int i = 0; i < m_row->count(); ++i)
        m_row->setStretch(i, areEqual ? 1 : 0);
}

void SegmentedControl::setCurrent(int index) {
    m_current = m_group->button(index) ? index : -1;
    if (m_current >= 0) {
        m_group->button(m_current)->setChecked(true);
        return;
    }
    // An exclusive group cannot be without a checked button.
    m_group->setExclusive(false);
    for (QAbstractButton* button : m_group->buttons())
        button->setChecked(false);
    m_group->setExclusive(true);
}

}  // namespace attn::ui
