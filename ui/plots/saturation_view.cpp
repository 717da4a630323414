#include "ui/plots/saturation_view.h"

#include <QPainter>
#include <algorithm>
#include <array>

#include "ui/plots/plot_frame.h"
#include "ui/plots/plot_legend.h"
#include "ui/plots/plot_view.h"

namespace attn::ui {
namespace {

constexpr double kGap = 10.0;
constexpr double kMargin = 12.0, kTop = 8.0, kBelow = 18.0;
constexpr double kNarrow = 520.0;     ///< Design units below which the plots are stacked.
constexpr double kLeastHeight = 200.0;  ///< Of a plot.

}  // namespace

struct SaturationView::Parts {
    SaturationPicture picture;
    Theme colors = theme(ThemeKind::Light);
    std::array<PlotView*, 3> plots{};
    QRectF legend;  ///< in design units
};

SaturationView::SaturationView(QWidget* parent) : QWidget(parent), m_parts(std::make_unique<Parts>()) {
    for (PlotView*& plot : m_parts->plots)
        plot = new PlotView(this);
    QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Expanding);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
}

SaturationView::~SaturationView() = default;

void SaturationView::setPicture(const SaturationPicture& picture) {
    m_parts->picture = picture;
    const std::array parts{&picture.entropy, &picture.maxWeight, &picture.p1p};
    for (std::size_t i = 0; i < parts.size(); ++i)
        m_parts->plots[i]->setPicture(*parts[i]);
    setAccessibleName(picture.title);
    setAccessibleDescription(picture.sentences.join(QStringLiteral("\n")));
    updateGeometry();
    resizeEvent(nullptr);
    update();
}

void SaturationView::setTheme(const Theme& theme) {
    m_parts->colors = theme;
    for (PlotView* plot : m_parts->plots)
        plot->setTheme(theme);
    update();
}

QSize SaturationView::sizeHint() const { return QSize(768, 430) * fontScale(); }
QSize SaturationView::minimumSizeHint() const { return QSize(220, 240) * fontScale(); }

int SaturationView::heightForWidth(int width) const {
    const double wide = width / fontScale() - 2.0 * kMargin;
    const double plots = wide < kNarrow ? 3.0 * kLeastHeight + 2.0 * kGap : kLeastHeight;
    return qRound((kTop + plots + kBelow + legendHeight(m_parts->picture.legend, wide)) * fontScale());
}

void SaturationView::resizeEvent(QResizeEvent*) {
    const double scale = fontScale();
    const double wide = width() / scale - 2.0 * kMargin;
    const double legend = legendHeight(m_parts->picture.legend, wide);
    const double plotsHeight = height() / scale - kTop - legend - kBelow;
    m_parts->legend = QRectF(kMargin, kTop + plotsHeight + 8.0, wide, legend);
    const int columns = wide < kNarrow ? 1 : 3, rows = 3 / columns;
    const double each = (wide - (columns - 1) * kGap) / columns;
    const double high = std::max(1.0, (plotsHeight - (rows - 1) * kGap) / rows);
    for (int i = 0; i < 3; ++i) {
        const double left = kMargin + (i % columns) * (each + kGap), top = kTop + (i / columns) * (high + kGap);
        m_parts->plots[static_cast<std::size_t>(i)]->setGeometry(
            QRectF(left * scale, top * scale, each * scale, high * scale).toRect());
    }
}

void SaturationView::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.fillRect(rect(), m_parts->colors.surface);
    painter.scale(fontScale(), fontScale());
    paintLegend(painter, m_parts->legend, m_parts->picture.legend, m_parts->colors);
}

void paintFigure(QPainter& painter, const QRectF& area, const SaturationPicture& picture, const Theme& theme,
                 double fontPx) {
    const double scale = fontPx / plot::kTickPx;
    const QSizeF size = area.size() / scale;
    painter.save();
    painter.translate(area.topLeft());
    painter.scale(scale, scale);
    double top = 0.0;
    if (!picture.title.isEmpty()) {
        paintLine(painter, {0.0, 11.0}, Qt::AlignLeft, picture.title, plot::font(type::kDockHeading, QFont::DemiBold),
                  theme.text, theme);
        top = 34.0;
    }
    const double caption = sentencesHeight(picture.sentences, size.width(), type::kIndex);
    const double legend = legendHeight(picture.legend, size.width());
    const double bottom = size.height() - caption - legend - 20.0;
    const std::array parts{&picture.entropy, &picture.maxWeight, &picture.p1p};
    const int columns = size.width() < kNarrow ? 1 : 3;
    const int rows = 3 / columns;
    const double each = (size.width() - (columns - 1) * kGap) / columns;
    const double high = std::max(40.0, (bottom - top - (rows - 1) * kGap) / rows);
    for (int i = 0; i < 3; ++i)
        paintPlot(painter,
                  QRectF((i % columns) * (each + kGap), top + (i / columns) * (high + kGap), each, high),
                  *parts[static_cast<std::size_t>(i)], theme, plot::kTickPx);
    paintLegend(painter, QRectF(0.0, bottom + 8.0, size.width(), legend), picture.legend, theme);
    paintSentences(painter, QRectF(0.0, bottom + legend + 18.0, size.width(), caption), picture.sentences, type::kIndex,
                   theme.text, theme);
    painter.restore();
}

}  // namespace attn::ui
