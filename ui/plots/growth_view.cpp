#include "ui/plots/memory_view.h"

#include <QAccessible>
#include <QPainter>
#include <algorithm>
#include <cmath>

#include "ui/plots/plot_frame.h"
#include "ui/plots/plot_legend.h"
#include "ui/plots/plot_view.h"
#include "ui/plots/value_table.h"

namespace attn::ui {
namespace {

constexpr double kTableWidth = 292.0;
constexpr double kMinWidthWithTable = 620.0;
constexpr double kMargin = 14.0;

/// The plot with the notes of the chosen n, and its line unless one of the picture's own stands there.
PlotPicture plotAt(const MemoryPicture& picture, int chosen) {
    PlotPicture plot = picture.plot;
    if (chosen < 0 || chosen >= static_cast<int>(picture.ns.size()))
        return plot;
    const auto at = static_cast<std::size_t>(chosen);
    if (at < picture.notes.size())
        plot.notes.insert(plot.notes.end(), picture.notes[at].begin(), picture.notes[at].end());
    const double n = picture.ns[at];
    if (std::none_of(plot.markers.begin(), plot.markers.end(), [&](const PlotMarker& m) { return m.x == n; })) {
        const auto tick = std::find_if(plot.x.ticks.begin(), plot.x.ticks.end(),
                                       [&](const PlotTick& t) { return t.at == n; });
        plot.markers.push_back({n, tick == plot.x.ticks.end() ? QString() : QStringLiteral("n = ") + tick->text});
    }
    return plot;
}

}  // namespace

struct MemoryView::Parts {
    MemoryPicture picture;
    Theme colors = theme(ThemeKind::Light);
    PlotView* plot = nullptr;
    int chosen = 0;
    QRectF table;  ///< in design units; empty where there is no room

    const ValueTable* chosenTable() const {
        return chosen >= 0 && chosen < static_cast<int>(picture.tables.size())
                   ? &picture.tables[static_cast<std::size_t>(chosen)]
                   : nullptr;
    }
};

MemoryView::MemoryView(QWidget* parent) : QWidget(parent), m_parts(std::make_unique<Parts>()) {
    m_parts->plot = new PlotView(this);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
    connect(m_parts->plot, &PlotView::xChosen, this, [this](double n) {
        const auto& ns = m_parts->picture.ns;
        const auto found = std::find(ns.begin(), ns.end(), n);
        if (found == ns.end() || found - ns.begin() == m_parts->chosen)
            return;
        m_parts->chosen = static_cast<int>(found - ns.begin());
        m_parts->plot->setPicture(plotAt(m_parts->picture, m_parts->chosen));
        setAccessibleDescription(tableText(*m_parts->chosenTable()));
        update();
        emit nChosen(n);
    });
}

MemoryView::~MemoryView() = default;

void MemoryView::setPicture(const MemoryPicture& picture) {
    const double before = chosenN();
    m_parts->picture = picture;
    const auto kept = std::find(picture.ns.begin(), picture.ns.end(), before);
    m_parts->chosen = kept != picture.ns.end() ? static_cast<int>(kept - picture.ns.begin()) : picture.chosen;
    m_parts->plot->setPicture(plotAt(picture, m_parts->chosen));
    setAccessibleName(picture.plot.title);
    setAccessibleDescription(m_parts->chosenTable() ? tableText(*m_parts->chosenTable()) : QString());
    update();
}

void MemoryView::setTheme(const Theme& theme) {
    m_parts->colors = theme;
    m_parts->plot->setTheme(theme);
    update();
}

double MemoryView::chosenN() const {
    const auto& ns = m_parts->picture.ns;
    return m_parts->chosen >= 0 && m_parts->chosen < static_cast<int>(ns.size())
               ? ns[static_cast<std::size_t>(m_parts->chosen)]
               : 0.0;
}

QSize MemoryView::sizeHint() const { return QSize(768, 430) * fontScale(); }
QSize MemoryView::minimumSizeHint() const { return QSize(240, 290) * fontScale(); }

void MemoryView::resizeEvent(QResizeEvent*) {
    const double scale = fontScale();
    const double wide = width() / scale;
    const double high = height() / scale;
    const bool hasTable = wide >= kMinWidthWithTable;
    const double plotWidth = wide - 2.0 * kMargin - (hasTable ? kTableWidth + 20.0 : 0.0);
    m_parts->table = hasTable ? QRectF(wide - kMargin - kTableWidth, 12.0, kTableWidth, high - 20.0) : QRectF();
    m_parts->plot->setGeometry(QRectF(kMargin * scale, 8.0 * scale, std::max(1.0, plotWidth * scale),
                                      std::max(1.0, (high - 14.0) * scale))
                                   .toRect());
}

void MemoryView::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.fillRect(rect(), m_parts->colors.surface);
    painter.scale(fontScale(), fontScale());
    if (m_parts->chosenTable() && !m_parts->table.isEmpty())
        paintTable(painter, m_parts->table, *m_parts->chosenTable(), m_parts->colors);
}

void paintFigure(QPainter& painter, const QRectF& area, const MemoryPicture& picture, const Theme& theme,
                 double fontPx) {
    const double scale = fontPx / plot::kTickPx;
    const QSizeF size = area.size() / scale;
    const double caption = sentencesHeight(picture.sentences, size.width(), type::kIndex);
    const double plotHeight = std::max(80.0, size.height() - caption - (caption > 0.0 ? 10.0 : 0.0));
    painter.save();
    painter.translate(area.topLeft());
    painter.scale(scale, scale);
    paintPlot(painter, QRectF(0.0, 0.0, size.width(), plotHeight), plotAt(picture, picture.chosen), theme,
              plot::kTickPx);
    paintSentences(painter, QRectF(0.0, plotHeight + 10.0, size.width(), caption), picture.sentences, type::kIndex,
                   theme.text, theme);
    painter.restore();
}

}  // namespace attn::ui
