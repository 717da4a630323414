#include "ui/plots/growth_view.h"

#include <QAccessible>
#include <QPainter>
#include <algorithm>
#include <cmath>

#include "ui/plots/plot_frame.h"
#include "ui/plots/plot_legend.h"
#include "ui/plots/plot_view.h"
#include "ui/plots/value_table.h"
#include "ui/plots/value_table_view.h"

namespace attn::ui {
namespace {

constexpr double kTableWidth = 292.0;
constexpr double kMinWidthWithTable = 620.0;
constexpr double kMargin = 14.0;
constexpr double kGap = 10.0;
constexpr double kPlotShare = 0.68;  ///< Height of the plot on paper, for each unit of its width.

/// The plot with the notes of the chosen n, and its line unless one of the picture's own stands there.
PlotPicture plotAt(const GrowthPicture& picture, int chosen) {
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

struct GrowthView::Parts {
    GrowthPicture picture;
    Theme colors = theme(ThemeKind::Light);
    PlotView* plot = nullptr;
    int chosen = 0;
    ValueTableView* table = nullptr;

    const ValueTable* chosenTable() const {
        return chosen >= 0 && chosen < static_cast<int>(picture.tables.size())
                   ? &picture.tables[static_cast<std::size_t>(chosen)]
                   : nullptr;
    }
};

GrowthView::GrowthView(QWidget* parent) : QWidget(parent), m_parts(std::make_unique<Parts>()) {
    m_parts->plot = new PlotView(this);
    m_parts->table = new ValueTableView(this);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
    connect(m_parts->plot, &PlotView::xChosen, this, [this](double n) {
        const auto& ns = m_parts->picture.ns;
        const auto found = std::find(ns.begin(), ns.end(), n);
        if (found == ns.end() || found - ns.begin() == m_parts->chosen)
            return;
        m_parts->chosen = static_cast<int>(found - ns.begin());
        m_parts->plot->setPicture(plotAt(m_parts->picture, m_parts->chosen));
        m_parts->table->setTable(*m_parts->chosenTable());
        setAccessibleDescription(tableText(*m_parts->chosenTable()));
        update();
        emit nChosen(n);
    });
}

GrowthView::~GrowthView() = default;

void GrowthView::setPicture(const GrowthPicture& picture) {
    const double before = chosenN();
    m_parts->picture = picture;
    const auto kept = std::find(picture.ns.begin(), picture.ns.end(), before);
    m_parts->chosen = kept != picture.ns.end() ? static_cast<int>(kept - picture.ns.begin()) : picture.chosen;
    m_parts->plot->setPicture(plotAt(picture, m_parts->chosen));
    m_parts->table->setTable(m_parts->chosenTable() ? *m_parts->chosenTable() : ValueTable{});
    setAccessibleName(picture.plot.title);
    setAccessibleDescription(m_parts->chosenTable() ? tableText(*m_parts->chosenTable()) : QString());
    update();
}

void GrowthView::setTheme(const Theme& theme) {
    m_parts->colors = theme;
    m_parts->plot->setTheme(theme);
    m_parts->table->setTheme(theme);
    update();
}

double GrowthView::chosenN() const {
    const auto& ns = m_parts->picture.ns;
    return m_parts->chosen >= 0 && m_parts->chosen < static_cast<int>(ns.size())
               ? ns[static_cast<std::size_t>(m_parts->chosen)]
               : 0.0;
}

GrowthPicture GrowthView::picture() const {
    GrowthPicture shown = m_parts->picture;
    shown.chosen = m_parts->chosen;
    return shown;
}

QSize GrowthView::sizeHint() const { return QSize(768, 430) * fontScale(); }
QSize GrowthView::minimumSizeHint() const { return QSize(240, 270) * fontScale(); }

void GrowthView::resizeEvent(QResizeEvent*) {
    const double scale = fontScale();
    const double wide = width() / scale;
    const double high = height() / scale;
    const bool hasTable = wide >= kMinWidthWithTable;
    const double plotWidth = wide - 2.0 * kMargin - (hasTable ? kTableWidth + 20.0 : 0.0);
    m_parts->table->setVisible(hasTable);
    m_parts->table->setGeometry(QRectF((wide - kMargin - kTableWidth) * scale, 6.0 * scale, (kTableWidth + kMargin) * scale,
                                       std::max(1.0, (high - 10.0) * scale))
                                    .toRect());
    m_parts->plot->setGeometry(QRectF(kMargin * scale, 8.0 * scale, std::max(1.0, plotWidth * scale),
                                      std::max(1.0, (high - 14.0) * scale))
                                   .toRect());
}

void GrowthView::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.fillRect(rect(), m_parts->colors.surface);
}

namespace {

/// The table of the chosen n for paper: its sentences go into the caption.
ValueTable figureTable(const GrowthPicture& picture) {
    if (picture.chosen < 0 || picture.chosen >= static_cast<int>(picture.tables.size()))
        return {};
    ValueTable table = picture.tables[static_cast<std::size_t>(picture.chosen)];
    table.sentences.clear();
    return table;
}

QStringList captionOf(const GrowthPicture& picture) {
    QStringList caption = picture.sentences;
    if (picture.chosen >= 0 && picture.chosen < static_cast<int>(picture.tables.size()))
        caption += picture.tables[static_cast<std::size_t>(picture.chosen)].sentences;
    return caption;
}

/// Of table and caption, with the gaps before them; design units.
double wordsHeight(const GrowthPicture& picture, double width) {
    const double caption = sentencesHeight(captionOf(picture), width, type::kIndex);
    const ValueTable table = figureTable(picture);
    return (table.rows.empty() ? 0.0 : tableHeight(table, width) + kGap) + (caption > 0.0 ? caption + kGap : 0.0);
}

}  // namespace

double figureHeight(const GrowthPicture& picture, double width, double fontPx) {
    const double scale = fontPx / plot::kTickPx;
    return scale * (kPlotShare * width / scale + wordsHeight(picture, width / scale));
}

void paintFigure(QPainter& painter, const QRectF& area, const GrowthPicture& picture, const Theme& theme,
                 double fontPx) {
    const double scale = fontPx / plot::kTickPx;
    const QSizeF size = area.size() / scale;
    const double plotHeight = std::max(80.0, size.height() - wordsHeight(picture, size.width()));
    painter.save();
    painter.translate(area.topLeft());
    painter.scale(scale, scale);
    paintPlot(painter, QRectF(0.0, 0.0, size.width(), plotHeight), plotAt(picture, picture.chosen), theme,
              plot::kTickPx);
    double y = plotHeight + kGap;
    if (const ValueTable table = figureTable(picture); !table.rows.empty()) {
        const double high = tableHeight(table, size.width());
        paintTable(painter, QRectF(0.0, y, size.width(), high), table, theme);
        y += high + kGap;
    }
    const QStringList caption = captionOf(picture);
    paintSentences(painter, QRectF(0.0, y, size.width(), size.height() - y), caption, type::kIndex, theme.text, theme);
    painter.restore();
}

}  // namespace attn::ui
