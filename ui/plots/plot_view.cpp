#include "ui/plots/plot_view.h"

#include <QAccessible>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>
#include <algorithm>
#include <cmath>

#include "ui/figure/plain_tool_tip.h"
#include "ui/plots/plot_chart.h"
#include "ui/plots/plot_legend.h"

namespace attn::ui {
namespace {

constexpr double kReach = 26.0;   ///< How far from a point the mouse still means it, in design units.
constexpr double kMargin = 4.0;   ///< Room for the focus frame.

bool isDrawable(const PlotPicture& picture, const PlotPoint& point) {
    return std::isfinite(point.x) && std::isfinite(point.y) && (!picture.y.isLog || point.y > 0.0) &&
           (!picture.x.isLog || point.x > 0.0);
}

}  // namespace

struct PlotView::Parts {
    PlotPicture picture;
    Theme colors = theme(ThemeKind::Light);
    std::optional<std::pair<int, int>> chosen;
    bool isChosenByKey = false;
    // The recording and what it was made for.
    PlotFrame frame;
    QPicture chart;
    QSizeF chartSize;

    static double scale() { return fontScale(); }

    void prepare(const QSize& widget) {
        const QSizeF wanted = (QSizeF(widget) - QSizeF(2 * kMargin, 2 * kMargin)) / scale();
        if (wanted == chartSize)
            return;
        chartSize = wanted;
        frame = framePlot(picture, wanted);
        chart = recordChart(picture, frame, colors);
    }
    void forget() { chartSize = {}; }

    const PlotPoint* point(std::pair<int, int> index) const {
        const auto [series, at] = index;
        if (series < 0 || series >= static_cast<int>(picture.series.size()))
            return nullptr;
        const auto& points = picture.series[static_cast<std::size_t>(series)].points;
        return at >= 0 && at < static_cast<int>(points.size()) ? &points[static_cast<std::size_t>(at)] : nullptr;
    }
    /// Series that a person can walk through: those whose points have something to say.
    bool speaks(int series) const {
        const auto& points = picture.series[static_cast<std::size_t>(series)].points;
        return std::any_of(points.begin(), points.end(), [](const PlotPoint& p) { return !p.sentence.isEmpty(); });
    }
    int nextSpeaking(int from, int step) const {
        const int count = static_cast<int>(picture.series.size());
        for (int i = from + step; i >= 0 && i < count; i += step)
            if (speaks(i))
                return i;
        return from;
    }
    int nearestByX(int series, double x) const {
        const auto& points = picture.series[static_cast<std::size_t>(series)].points;
        int best = 0;
        for (int i = 1; i < static_cast<int>(points.size()); ++i)
            if (std::abs(points[static_cast<std::size_t>(i)].x - x) <
                std::abs(points[static_cast<std::size_t>(best)].x - x))
                best = i;
        return best;
    }
};

PlotView::PlotView(QWidget* parent) : QWidget(parent), m_parts(std::make_unique<Parts>()) {
    setFocusPolicy(Qt::StrongFocus);
    setProperty("ownFocus", true);
    setMouseTracking(true);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
}

PlotView::~PlotView() = default;

void PlotView::setPicture(const PlotPicture& picture) {
    if (m_parts->picture == picture)
        return;
    m_parts->picture = picture;
    m_parts->forget();
    if (m_parts->chosen && !m_parts->point(*m_parts->chosen))
        m_parts->chosen.reset();
    setAccessibleName(picture.subtitle.isEmpty() ? picture.title : picture.title + QStringLiteral(", ") + picture.subtitle);
    setAccessibleDescription(chosenSentence());
    update();
}

const PlotPicture& PlotView::picture() const { return m_parts->picture; }

void PlotView::setTheme(const Theme& theme) {
    m_parts->colors = theme;
    m_parts->forget();
    update();
}

std::optional<std::pair<int, int>> PlotView::chosenPoint() const { return m_parts->chosen; }

QString PlotView::chosenSentence() const {
    const PlotPoint* point = m_parts->chosen ? m_parts->point(*m_parts->chosen) : nullptr;
    return point ? point->sentence : QString();
}

QPointF PlotView::positionOf(int series, int point) const {
    m_parts->prepare(size());
    const PlotPoint* p = m_parts->point({series, point});
    if (!p)
        return {};
    return pointAt(m_parts->frame, m_parts->picture, p->x, p->y) * Parts::scale() + QPointF(kMargin, kMargin);
}

QSize PlotView::sizeHint() const { return QSize(480, 360) * fontScale(); }
QSize PlotView::minimumSizeHint() const { return QSize(180, 160) * fontScale(); }

void PlotView::paintEvent(QPaintEvent*) {
    m_parts->prepare(size());
    QPainter painter(this);
    const Theme& colors = m_parts->colors;
    painter.fillRect(rect(), colors.surface);
    painter.save();
    painter.translate(kMargin, kMargin);
    painter.scale(Parts::scale(), Parts::scale());
    drawChart(painter, m_parts->chart);
    paintWords(painter, m_parts->picture, m_parts->frame, colors);
    paintLegend(painter, m_parts->frame.legend, m_parts->picture.legend, colors);
    if (m_parts->chosen) {
        const auto [index, at] = *m_parts->chosen;
        const PlotPoint& point = *m_parts->point(*m_parts->chosen);
        const PlotSeries& series = m_parts->picture.series[static_cast<std::size_t>(index)];
        const QPointF centre = pointAt(m_parts->frame, m_parts->picture, point.x, point.y);
        if (isDrawable(m_parts->picture, point)) {
            paintMark(painter, series.mark == PlotMark::None ? PlotMark::Circle : series.mark, centre,
                      roleColor(series.role, colors), colors.surface, true);
            painter.setRenderHint(QPainter::Antialiasing);
            painter.setBrush(Qt::NoBrush);
            painter.setPen(QPen(colors.accent, 2.0));
            if (hasFocus() && m_parts->isChosenByKey)
                painter.drawEllipse(centre, 9.0, 9.0);
        }
    }
    painter.restore();
    if (hasFocus()) {
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(QPen(colors.accent, 2.0));
        painter.setBrush(Qt::NoBrush);
        painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), 4, 4);
    }
}

void PlotView::choose(int series, int point) {
    const std::pair<int, int> wanted{series, point};
    if (m_parts->chosen == wanted || !m_parts->point(wanted))
        return;
    m_parts->chosen = wanted;
    setAccessibleDescription(chosenSentence());
    update();
}

void PlotView::mouseMoveEvent(QMouseEvent* event) {
    m_parts->prepare(size());
    const QPointF mouse = (event->position() - QPointF(kMargin, kMargin)) / Parts::scale();
    double best = kReach;
    std::pair<int, int> found{-1, -1};
    for (int s = 0; s < static_cast<int>(m_parts->picture.series.size()); ++s) {
        const auto& points = m_parts->picture.series[static_cast<std::size_t>(s)].points;
        for (int i = 0; i < static_cast<int>(points.size()); ++i) {
            const PlotPoint& point = points[static_cast<std::size_t>(i)];
            if (point.sentence.isEmpty() || !isDrawable(m_parts->picture, point))
                continue;
            const QPointF way = pointAt(m_parts->frame, m_parts->picture, point.x, point.y) - mouse;
            // A later series is drawn on top of an earlier one at the same place.
            if (const double distance = std::hypot(way.x(), way.y()); distance <= best) {
                best = distance;
                found = {s, i};
            }
        }
    }
    if (found.first < 0) {
        QToolTip::hideText();
        return;
    }
    m_parts->isChosenByKey = false;
    choose(found.first, found.second);
    QToolTip::showText(event->globalPosition().toPoint(), plainToolTip(chosenSentence()), this);
}

void PlotView::mousePressEvent(QMouseEvent* event) {
    mouseMoveEvent(event);
    if (event->button() != Qt::LeftButton || m_parts->picture.series.empty())
        return;
    // The nearest x of all, so that one need not hit a point.
    const double at = (event->position().x() - kMargin) / Parts::scale();
    double best = std::numeric_limits<double>::infinity();
    double found = 0.0;
    for (const PlotSeries& series : m_parts->picture.series)
        for (const PlotPoint& point : series.points) {
            const double distance =
                std::abs(pointAt(m_parts->frame, m_parts->picture, point.x, m_parts->picture.y.high).x() - at);
            if (!point.sentence.isEmpty() && distance < best) {
                best = distance;
                found = point.x;
            }
        }
    if (std::isfinite(best))
        emit xChosen(found);
}

void PlotView::leaveEvent(QEvent* event) {
    if (!m_parts->isChosenByKey && m_parts->chosen) {
        m_parts->chosen.reset();
        setAccessibleDescription({});
        update();
    }
    QWidget::leaveEvent(event);
}

void PlotView::keyPressEvent(QKeyEvent* event) {
    const int key = event->key();
    const bool isAlong = key == Qt::Key_Left || key == Qt::Key_Right || key == Qt::Key_Home || key == Qt::Key_End;
    const int first = m_parts->nextSpeaking(-1, 1);
    if ((!isAlong && key != Qt::Key_Up && key != Qt::Key_Down) || first < 0) {
        QWidget::keyPressEvent(event);
        return;
    }
    m_parts->isChosenByKey = true;
    if (!m_parts->chosen) {
        choose(first, 0);
    } else {
        const auto [series, at] = *m_parts->chosen;
        const int last = static_cast<int>(m_parts->picture.series[static_cast<std::size_t>(series)].points.size()) - 1;
        if (isAlong) {
            choose(series, key == Qt::Key_Left    ? std::max(0, at - 1)
                           : key == Qt::Key_Right ? std::min(last, at + 1)
                           : key == Qt::Key_Home  ? 0
                                                  : last);
        } else {
            const int other = m_parts->nextSpeaking(series, key == Qt::Key_Up ? -1 : 1);
            choose(other, m_parts->nearestByX(other, m_parts->point(*m_parts->chosen)->x));
        }
    }
    update();
    if (m_parts->chosen) {
        const PlotPoint& point = *m_parts->point(*m_parts->chosen);
        QAccessibleEvent changed(this, QAccessible::DescriptionChanged);
        QAccessible::updateAccessibility(&changed);
        const auto [series, at] = *m_parts->chosen;
        // A point that is not a number has no place of its own.
        const QPoint tip = isDrawable(m_parts->picture, point) ? positionOf(series, at).toPoint() : rect().center();
        QToolTip::showText(mapToGlobal(tip), plainToolTip(point.sentence), this);
        emit xChosen(point.x);
    }
}

void PlotView::focusInEvent(QFocusEvent* event) {
    update();
    QWidget::focusInEvent(event);
}

void PlotView::focusOutEvent(QFocusEvent* event) {
    m_parts->isChosenByKey = false;
    update();
    QWidget::focusOutEvent(event);
}

void paintPlot(QPainter& painter, const QRectF& area, const PlotPicture& picture, const Theme& theme, double fontPx) {
    const double scale = fontPx / plot::kTickPx;
    const PlotFrame frame = framePlot(picture, area.size() / scale);
    const QPicture chart = recordChart(picture, frame, theme);
    painter.save();
    painter.translate(area.topLeft());
    painter.scale(scale, scale);
    drawChart(painter, chart);
    paintWords(painter, picture, frame, theme);
    paintLegend(painter, frame.legend, picture.legend, theme);
    painter.restore();
}

}  // namespace attn::ui
