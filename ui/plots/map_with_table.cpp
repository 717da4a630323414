#include "ui/plots/map_with_table.h"

#include <QPainter>
#include <algorithm>

#include "ui/heatmap/heatmap_view.h"
#include "ui/plots/value_table.h"
#include "ui/plots/value_table_view.h"

namespace attn::ui {
namespace {

constexpr double kTable = 300.0;
constexpr double kMargin = 14.0;
constexpr double kLeastWidth = 620.0;

}  // namespace

MapWithTable::MapWithTable(QWidget* parent)
    : QWidget(parent),
      m_map(new HeatmapView(this)),
      m_table(new ValueTableView(this)),
      m_theme(&theme(ThemeKind::Light)) {
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
}

void MapWithTable::setPictures(HeatmapPicture map, ValueTable table) {
    m_map->setPicture(std::move(map));
    setAccessibleName(table.title);
    setAccessibleDescription(tableText(table));
    m_table->setTable(std::move(table));
    update();
}

const ValueTable& MapWithTable::table() const {
    return m_table->table();
}

void MapWithTable::setTheme(ThemeKind kind) {
    m_theme = &theme(kind);
    m_map->setTheme(kind);
    m_table->setTheme(*m_theme);
    update();
}

QSize MapWithTable::sizeHint() const {
    return QSize(768, 430) * fontScale();
}
QSize MapWithTable::minimumSizeHint() const {
    return QSize(300, 240) * fontScale();
}

void MapWithTable::resizeEvent(QResizeEvent*) {
    const double scale = fontScale();
    const bool hasTable = width() >= kLeastWidth * scale;
    const int left = hasTable ? width() - static_cast<int>((kTable + 2.0 * kMargin) * scale) : width();
    m_map->setGeometry(0, 0, left, height());
    m_table->setVisible(hasTable);
    m_table->setGeometry(left + static_cast<int>(kMargin * scale), static_cast<int>(8.0 * scale),
                         std::max(1, width() - left - static_cast<int>(kMargin * scale)),
                         std::max(1, height() - static_cast<int>(12.0 * scale)));
}

void MapWithTable::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.fillRect(rect(), m_theme->surface);
}

}  // namespace attn::ui
