#include "ui/explain/explanation_page.h"

#include <QFontMetricsF>
#include <QHelpEvent>
#include <QMouseEvent>
#include <QPaintEvent>
#include <QPainter>
#include <QToolTip>
#include <algorithm>
#include <cmath>

#include "ui/figure/color_map.h"
#include "ui/figure/plain_tool_tip.h"
#include "ui/theme/icon.h"
#include "ui/theme/paint.h"
#include "ui/theme/style.h"

namespace attn::ui {

namespace {

/// The runs cut to `width`, with "…" at the end of what is left.
TextRuns cutTo(TextRuns runs, const QFont& font, double width) {
    if (runsWidth(runs, font) <= width + 0.5)
        return runs;
    while (!runs.empty()) {
        QString& last = runs.back().text;
        while (!last.isEmpty()) {
            last.chop(last.size() > 1 && last.back().isLowSurrogate() ? 2 : 1);
            last += u'…';
            if (runsWidth(runs, font) <= width + 0.5)
                return runs;
            last.chop(1);
        }
        runs.pop_back();
    }
    return runs;
}

}  // namespace

ExplanationPage::ExplanationPage(QWidget* parent) : QWidget(parent) {
    setAccessibleName(tr("Explanation"));
    setMouseTracking(true);
}

void ExplanationPage::setPicture(const ExplanationPicture& picture) {
    if (picture == m_picture)
        return;
    m_picture = picture;
    setAccessibleDescription(plainText(picture));
    layOut();
}

void ExplanationPage::setDimmed(bool isDimmed) {
    if (std::exchange(m_isDimmed, isDimmed) != isDimmed)
        update();
}

void ExplanationPage::setPageWidth(int width) {
    if (std::exchange(m_width, static_cast<double>(width)) != static_cast<double>(width))
        layOut();
}

QString ExplanationPage::exactAt(QPointF point) const {
    for (const Text& text : m_texts)
        if (!text.exact.isEmpty() && text.box.contains(point))
            return text.exact;
    for (const Bar& bar : m_bars)
        if (bar.trough.contains(point))
            return m_picture.bars[bar.index].exact;
    return {};
}

std::optional<QPointF> ExplanationPage::barCentre(Index key) const {
    for (const Bar& bar : m_bars)
        if (m_picture.bars[bar.index].label.index == key)
            return bar.trough.center();
    return std::nullopt;
}

std::optional<QPointF> ExplanationPage::foldCentre(ExplainFold fold) const {
    for (const Fold& shown : m_folds)
        if (shown.fold == fold)
            return shown.line.center();
    return std::nullopt;
}

ExplainFold ExplanationPage::foldAt(QPointF point) const {
    for (const Fold& fold : m_folds)
        if (fold.line.contains(point))
            return fold.fold;
    return ExplainFold::None;
}

void ExplanationPage::drawText(QPainter& painter, const Text& text) const {
    const Theme& colors = currentTheme();
    const QFont font = bodyFont(text.pixels);
    const TextRuns runs = cutTo(text.runs, font, text.box.width());
    const double capital = QFontMetricsF(font).capHeight();
    const double left = text.isRight ? text.box.right() - runsWidth(runs, font) : text.box.left();
    const QPointF baseline(left, std::round(text.box.center().y() + capital / 2.0));
    const QColor normal = text.isFault ? colors.fault : text.isWarning ? colors.warningText : QColor();
    drawRuns(painter, baseline, runs, font, colors, normal);
}

void ExplanationPage::drawBar(QPainter& painter, const Bar& bar) const {
    const Theme& colors = currentTheme();
    const ExplainBar& shown = m_picture.bars[bar.index];
    if (shown.state == CellState::Masked || shown.state == CellState::MaskedByHand) {
        paintHatch(painter, bar.trough, colors.maskGround, colors.maskLine);
    } else if (!std::isfinite(shown.value)) {
        painter.fillRect(bar.trough, colors.faultGround);
        painter.setPen(QPen(colors.fault, 1.5, Qt::DashLine));
        painter.drawRect(bar.trough.adjusted(0.75, 0.75, -0.75, -0.75));
    } else {
        painter.fillRect(bar.trough, colors.raised);
        const double fraction = std::clamp((shown.value - m_picture.low) / (m_picture.high - m_picture.low), 0.0, 1.0);
        if (const double length = std::round(bar.trough.width() * fraction); length > 0.0) {
            // The line at the end keeps a bar of a dark colour visible on a dark ground.
            QRectF filled = bar.trough;
            filled.setWidth(length);
            painter.fillRect(filled, QColor(color(m_picture.map, fraction)));
            painter.fillRect(QRectF(filled.right() - 1.0, filled.top(), 1.0, filled.height()), colors.strongLine);
        }
    }
    if (shown.isChosen) {
        painter.setPen(QPen(colors.accent, 2.0));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(bar.trough);
    }
}

void ExplanationPage::paintEvent(QPaintEvent* event) {
    QPainter painter(this);
    const Theme& colors = currentTheme();
    painter.fillRect(event->rect(), colors.surface);
    if (m_isDimmed)
        painter.setOpacity(0.6);
    if (!m_warning.isEmpty()) {
        painter.fillRect(m_warning, colors.warningGround);
        painter.fillRect(QRectF(m_warning.topLeft(), QSizeF(3.0, m_warning.height())), colors.warningLine);
        const int side = scaled(20);
        painter.drawPixmap(m_warning.topLeft() + QPointF(12.0, 8.0),
                           iconPixmap("warning", colors.warningText, side, devicePixelRatioF()));
    }
    for (const QRectF& line : m_lines)
        painter.fillRect(line, colors.hairline);
    for (const Bar& bar : m_bars)
        drawBar(painter, bar);
    for (const Text& text : m_texts)
        if (text.box.adjusted(-2.0, -2.0, 2.0, 2.0).intersects(event->rect()))
            drawText(painter, text);
}

bool ExplanationPage::event(QEvent* event) {
    if (event->type() != QEvent::ToolTip)
        return QWidget::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    const QString exact = exactAt(help->pos());
    if (exact.isEmpty())
        QToolTip::hideText();
    else
        QToolTip::showText(help->globalPos(), plainToolTip(exact), this);
    return true;
}

void ExplanationPage::mousePressEvent(QMouseEvent* event) {
    if (const ExplainFold fold = foldAt(event->position()); event->button() == Qt::LeftButton && fold != ExplainFold::None) {
        emit foldToggled(fold);
        return;
    }
    if (event->button() == Qt::LeftButton)
        for (const Bar& bar : m_bars) {
            // The whole row is the target.
            const double height = scaled(26);
            const double middle = bar.trough.center().y();
            if (std::abs(event->position().y() - middle) <= height / 2.0) {
                emit keyChosen(m_picture.bars[bar.index].label.index);
                return;
            }
        }
    QWidget::mousePressEvent(event);
}

void ExplanationPage::mouseMoveEvent(QMouseEvent* event) {
    setCursor(foldAt(event->position()) == ExplainFold::None ? Qt::ArrowCursor : Qt::PointingHandCursor);
}

void ExplanationPage::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::StyleChange)
        layOut();
}

}  // namespace attn::ui
