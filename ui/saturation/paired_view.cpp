#include "ui/saturation/paired_view.h"

#include <QPainter>
#include <algorithm>

#include "ui/plots/plot_frame.h"
#include "ui/plots/plot_legend.h"
#include "ui/plots/plot_view.h"
#include "ui/plots/value_table.h"

namespace attn::ui {
namespace {

constexpr double kMargin = 12.0, kGap = 24.0;
constexpr double kTable = 400.0;     ///< Width; columns of 76.
constexpr double kBeside = 720.0;    ///< From here on plot and table stand side by side.
constexpr double kLeastPlot = 260.0;
constexpr double kTitle = 34.0;

/// Where plot and table stand within `area`, in design units.
struct Places {
    QRectF plot, table;
};

Places placesIn(const PairedPicture& picture, const QRectF& area) {
    if (area.width() >= kBeside)
        return {QRectF(area.left(), area.top(), area.width() - kTable - kGap, area.height()),
                QRectF(area.right() - kTable, area.top() + 4.0, kTable, area.height() - 4.0)};
    const double table = tableHeight(picture.table, area.width());
    const double plot = std::max(60.0, area.height() - table - kGap);
    return {QRectF(area.left(), area.top(), area.width(), plot), QRectF(area.left(), area.top() + plot + kGap, area.width(), table)};
}

double heightFor(const PairedPicture& picture, double width) {
    if (width >= kBeside)
        return std::max(kLeastPlot, tableHeight(picture.table, kTable) + 4.0);
    return kLeastPlot + kGap + tableHeight(picture.table, width);
}

}  // namespace

struct PairedView::Parts {
    PairedPicture picture;
    Theme colors = theme(ThemeKind::Light);
    PlotView* plot = nullptr;
    QRectF table;  ///< in design units
};

PairedView::PairedView(QWidget* parent) : QWidget(parent), m_parts(std::make_unique<Parts>()) {
    m_parts->plot = new PlotView(this);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
}

PairedView::~PairedView() = default;

void PairedView::setPicture(const PairedPicture& picture) {
    m_parts->picture = picture;
    m_parts->plot->setPicture(picture.plot);
    setAccessibleName(picture.title);
    setAccessibleDescription(tableText(picture.table));
    resizeEvent(nullptr);
    update();
}

const PairedPicture& PairedView::picture() const { return m_parts->picture; }

PlotView& PairedView::plot() { return *m_parts->plot; }

void PairedView::setTheme(const Theme& theme) {
    m_parts->colors = theme;
    m_parts->plot->setTheme(theme);
    update();
}

QSize PairedView::sizeHint() const { return QSize(768, 430) * fontScale(); }
QSize PairedView::minimumSizeHint() const { return QSize(240, 240) * fontScale(); }

void PairedView::resizeEvent(QResizeEvent*) {
    const double scale = fontScale();
    const QRectF area = QRectF(QPointF(), QSizeF(size()) / scale).adjusted(kMargin, kMargin, -kMargin, -kMargin);
    const Places places = placesIn(m_parts->picture, area);
    m_parts->table = places.table;
    m_parts->plot->setGeometry(QRectF(places.plot.topLeft() * scale, places.plot.size() * scale).toRect());
    setMinimumHeight(qRound((heightFor(m_parts->picture, area.width()) + 2.0 * kMargin) * scale));
}

void PairedView::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.fillRect(rect(), m_parts->colors.surface);
    painter.scale(fontScale(), fontScale());
    paintTable(painter, m_parts->table, m_parts->picture.table, m_parts->colors);
}

double pairedHeight(const PairedPicture& picture, double width, double fontPx) {
    const double scale = fontPx / plot::kTickPx;
    return (heightFor(picture, width / scale) + (picture.title.isEmpty() ? 0.0 : kTitle)) * scale;
}

void paintFigure(QPainter& painter, const QRectF& area, const PairedPicture& picture, const Theme& theme, double fontPx) {
    const double scale = fontPx / plot::kTickPx;
    painter.save();
    painter.translate(area.topLeft());
    painter.scale(scale, scale);
    QRectF rest(QPointF(), area.size() / scale);
    if (!picture.title.isEmpty()) {
        paintLine(painter, {0.0, 11.0}, Qt::AlignLeft, picture.title, plot::font(type::kDockHeading, QFont::DemiBold), theme.text,
                  theme);
        rest.setTop(kTitle);
    }
    const Places places = placesIn(picture, rest);
    paintPlot(painter, places.plot, picture.plot, theme, plot::kTickPx);
    paintTable(painter, places.table, picture.table, theme);
    painter.restore();
}

}  // namespace attn::ui
