#include "ui/plots/layer_kinds.h"

#include <algorithm>

#include "ui/plots/plot_frame.h"
#include "ui/plots/plot_legend.h"

namespace attn::ui {
namespace {

constexpr double kMargin = 16.0;
constexpr double kTitle = 46.0;
constexpr double kHead = 44.0;
constexpr double kRow = 54.0;
constexpr double kBar = 8.0;
constexpr double kNameShare = 0.25;
constexpr double kGap = 20.0;

QRectF cellBox(const QRectF& area, const LayerKindsPicture& picture, std::size_t row, std::size_t column) {
    const double name = area.width() * kNameShare;
    const double wide = (area.width() - name) / static_cast<double>(std::max<qsizetype>(1, picture.columns.size()));
    return {area.left() + name + static_cast<double>(column) * wide,
            area.top() + kTitle + kHead + static_cast<double>(row) * kRow, wide - kGap, kRow};
}

}  // namespace

double layerKindsHeight(const LayerKindsPicture& picture, double width) {
    return kTitle + kHead + kRow * static_cast<double>(picture.rows.size()) + 14.0 +
           sentencesHeight(picture.sentences, width, type::kLabel);
}

std::vector<std::vector<QRectF>> layerKindBars(const QRectF& area, const LayerKindsPicture& picture) {
    std::vector<std::vector<QRectF>> bars;
    for (std::size_t row = 0; row < picture.rows.size(); ++row) {
        bars.emplace_back();
        for (std::size_t column = 0; column < picture.rows[row].cells.size(); ++column) {
            const QRectF box = cellBox(area, picture, row, column);
            const double share = std::clamp(picture.rows[row].cells[column].share, 0.0, 1.0);
            bars.back().push_back({box.left(), box.top() + 34.0, std::max(2.0, share * box.width()), kBar});
        }
    }
    return bars;
}

void paintLayerKinds(QPainter& painter, const QRectF& area, const LayerKindsPicture& picture, const Theme& theme) {
    paintLine(painter, {area.left(), area.top() + 11.0}, Qt::AlignLeft, picture.title,
              plot::font(15, QFont::DemiBold), theme.text, theme);
    paintLine(painter, {area.left(), area.top() + 31.0}, Qt::AlignLeft, picture.subtitle, plot::font(type::kIndex),
              theme.secondText, theme);
    for (qsizetype column = 0; column < picture.columns.size(); ++column) {
        const double left = cellBox(area, picture, 0, static_cast<std::size_t>(column)).left();
        paintLine(painter, {left, area.top() + kTitle + 14.0}, Qt::AlignLeft, picture.columns[column],
                  plot::font(type::kLabel, QFont::DemiBold), theme.text, theme);
        if (column < picture.hints.size())
            paintLine(painter, {left, area.top() + kTitle + 32.0}, Qt::AlignLeft, picture.hints[column],
                      plot::font(type::kIndex), theme.secondText, theme);
    }
    const auto bars = layerKindBars(area, picture);
    for (std::size_t row = 0; row < picture.rows.size(); ++row) {
        const LayerKind& kind = picture.rows[row];
        const double top = cellBox(area, picture, row, 0).top();
        painter.fillRect(QRectF(area.left(), top, area.width(), 1.0), theme.hairline);
        paintLine(painter, {area.left(), top + 20.0}, Qt::AlignLeft, kind.name,
                  plot::font(type::kLabel, kind.isAttention ? QFont::DemiBold : QFont::Normal), theme.text, theme);
        for (std::size_t column = 0; column < kind.cells.size(); ++column) {
            const LayerCell& cell = kind.cells[column];
            const QRectF box = cellBox(area, picture, row, column);
            paintLine(painter, {box.left(), top + 20.0}, Qt::AlignLeft, cell.formula, plot::font(type::kLabel),
                      theme.secondText, theme);
            paintLine(painter, {box.right(), top + 20.0}, Qt::AlignRight, cell.value,
                      plot::font(type::kLabel, cell.isLeast ? QFont::DemiBold : QFont::Normal),
                      cell.isLeast ? theme.accent : theme.text, theme);
            const QRectF& bar = bars[row][column];
            painter.fillRect(QRectF(box.left(), bar.top(), box.width(), bar.height()), theme.raised);
            painter.fillRect(bar, cell.isLeast ? theme.accent : theme.strongLine);
        }
    }
    const double end = area.top() + kTitle + kHead + kRow * static_cast<double>(picture.rows.size());
    painter.fillRect(QRectF(area.left(), end, area.width(), 1.0), theme.hairline);
    paintSentences(painter, QRectF(area.left(), end + 14.0, area.width(), std::max(0.0, area.bottom() - end - 14.0)),
                   picture.sentences, type::kLabel, theme.text, theme);
}

LayerKindsView::LayerKindsView(QWidget* parent) : QWidget(parent), m_theme(&theme(ThemeKind::Light)) {
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
}

void LayerKindsView::setPicture(LayerKindsPicture picture) {
    m_picture = std::move(picture);
    QStringList lines{m_picture.title, m_picture.subtitle};
    for (const LayerKind& kind : m_picture.rows) {
        QStringList cells;
        for (std::size_t i = 0; i < kind.cells.size() && i < static_cast<std::size_t>(m_picture.columns.size()); ++i)
            cells.append(m_picture.columns[static_cast<qsizetype>(i)] + u' ' + kind.cells[i].formula +
                         QStringLiteral(" = ") + kind.cells[i].value);
        lines.append(kind.name + QStringLiteral(": ") + cells.join(QStringLiteral(", ")));
    }
    setAccessibleName(m_picture.title);
    setAccessibleDescription((lines + m_picture.sentences).join(u'\n'));
    updateGeometry();
    update();
}

void LayerKindsView::setTheme(const Theme& theme) {
    m_theme = &theme;
    update();
}

QRectF LayerKindsView::area() const {
    return QRectF(kMargin, kMargin, std::min(width() / fontScale(), 1000.0) - 2.0 * kMargin,
                  height() / fontScale() - kMargin);
}

QSize LayerKindsView::sizeHint() const {
    return QSize(768, 430) * fontScale();
}

QSize LayerKindsView::minimumSizeHint() const {
    const double wide = std::max(560.0, area().width());
    return QSizeF(560.0, layerKindsHeight(m_picture, wide) + 2.0 * kMargin).toSize() * fontScale();
}

void LayerKindsView::resizeEvent(QResizeEvent*) {
    updateGeometry();
}

void LayerKindsView::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.fillRect(rect(), m_theme->surface);
    painter.scale(fontScale(), fontScale());
    if (!m_picture.rows.empty())
        paintLayerKinds(painter, area(), m_picture, *m_theme);
}

}  // namespace attn::ui
