#include "ui/widgets/run_label.h"

#include <QEvent>
#include <QFontMetricsF>
#include <QMouseEvent>
#include <QPainter>
#include <QTextDocument>
#include <cmath>

#include "ui/theme/style.h"

namespace attn::ui {
namespace {

/// Lato's own line height is 1.2 times its size; text here has 20 px for 14.
constexpr double kLineFactor = 20.0 / 14.0;

/// The runs cut so that they and "…" fit.
TextRuns elided(TextRuns runs, const QFont& font, double width) {
    const QString dots(QChar(0x2026));
    while (!runs.empty()) {
        QString& last = runs.back().text;
        while (!last.isEmpty()) {
            last.chop(last.size() > 1 && last.back().isLowSurrogate() ? 2 : 1);
            TextRuns cut = runs;
            cut.push_back({dots, runs.back().kind, runs.back().isSemibold});
            if (runsWidth(cut, font) <= width)
                return cut;
        }
        runs.pop_back();
    }
    return {{dots}};
}

}  // namespace

RunLabel::RunLabel(QWidget* parent) : RunLabel(TextRuns{}, type::kBody, parent) {}

RunLabel::RunLabel(TextRuns runs, int pixels, QWidget* parent) : QWidget(parent), m_pixels(pixels) {
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    setRuns(std::move(runs));
}

void RunLabel::setRuns(TextRuns runs) {
    if (runs == m_runs)
        return;
    // A request for room reaches up to the window, which then places everything: only when the room differs.
    const bool wantsRoom =
        sizePolicy().horizontalPolicy() != QSizePolicy::Ignored && minimumWidth() != maximumWidth();
    const QSize before = wantsRoom ? sizeHint() : QSize();
    m_runs = std::move(runs);
    setAccessibleName(plainText(m_runs));
    updateToolTip();
    if (m_isWrapped || (wantsRoom && sizeHint() != before))
        updateGeometry();
    update();
}

void RunLabel::setPixels(int pixels) {
    m_pixels = pixels;
    updateToolTip();
    updateGeometry();
    update();
}

void RunLabel::setWrapped(bool isWrapped) {
    m_isWrapped = isWrapped;
    QSizePolicy policy(QSizePolicy::Preferred, isWrapped ? QSizePolicy::Minimum : QSizePolicy::Fixed);
    policy.setHeightForWidth(isWrapped);
    setSizePolicy(policy);
    updateToolTip();
    updateGeometry();
}

void RunLabel::setAlignment(Qt::Alignment alignment) {
    m_alignment = alignment;
    update();
}

void RunLabel::setColor(const QColor& color) {
    m_color = color;
    update();
}

void RunLabel::setBuddy(QWidget* buddy) {
    m_buddy = buddy;
}

QFont RunLabel::textFont() const {
    return bodyFont(m_pixels);
}

int RunLabel::lineHeight() const {
    return static_cast<int>(std::lround(scaled(m_pixels) * kLineFactor));
}

QSize RunLabel::sizeHint() const {
    const double width = std::ceil(runsWidth(m_runs, textFont()));
    if (m_isWrapped) {
        const int wanted = std::min(static_cast<int>(width), scaled(320));
        return {wanted, heightForWidth(wanted)};
    }
    return {static_cast<int>(width), lineHeight()};
}

QSize RunLabel::minimumSizeHint() const {
    const int least = std::min(sizeHint().width(), scaled(24));
    return {m_isWrapped ? std::min(sizeHint().width(), scaled(80)) : least, lineHeight()};
}

int RunLabel::heightForWidth(int width) const {
    if (!m_isWrapped)
        return lineHeight();
    return static_cast<int>(wrapRuns(m_runs, textFont(), width).size()) * lineHeight();
}

void RunLabel::updateToolTip() {
    // A tooltip that someone else has set is left alone.
    const bool isCut = !m_isWrapped && runsWidth(m_runs, textFont()) > width() + 0.5;
    if (isCut && toolTip().isEmpty()) {
        setToolTip(Qt::convertFromPlainText(plainText(m_runs)));
        m_ownsToolTip = true;
    } else if (m_ownsToolTip) {
        setToolTip(isCut ? Qt::convertFromPlainText(plainText(m_runs)) : QString());
        m_ownsToolTip = isCut;
    }
}

void RunLabel::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const Theme& t = currentTheme();
    const QFont font = textFont();
    const QFontMetricsF metrics(font);
    std::vector<TextRuns> lines;
    if (m_isWrapped)
        lines = wrapRuns(m_runs, font, width());
    else
        lines = {runsWidth(m_runs, font) > width() + 0.5 ? elided(m_runs, font, width()) : m_runs};
    const QColor normal = isEnabled() ? m_color : t.disabledText;
    const double top = (height() - static_cast<double>(lines.size()) * lineHeight()) / 2.0;
    // The capitals, not the line box, are what looks centred.
    double baseline = std::round(top + (lineHeight() + metrics.capHeight()) / 2.0);
    for (const TextRuns& line : lines) {
        const double spare = width() - runsWidth(line, font);
        const double x = m_alignment & Qt::AlignRight ? spare : m_alignment & Qt::AlignHCenter ? spare / 2.0 : 0.0;
        drawRuns(painter, {std::max(0.0, x), baseline}, line, font, t, normal);
        baseline += lineHeight();
    }
}

void RunLabel::resizeEvent(QResizeEvent*) {
    updateToolTip();
}

void RunLabel::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::StyleChange || event->type() == QEvent::PaletteChange) {
        updateGeometry();
        update();
    } else if (event->type() == QEvent::EnabledChange) {
        update();
    }
}

void RunLabel::mousePressEvent(QMouseEvent* event) {
    if (m_buddy && event->button() == Qt::LeftButton)
        m_buddy->setFocus(Qt::MouseFocusReason);
    else
        event->ignore();
}

}  // namespace attn::ui
