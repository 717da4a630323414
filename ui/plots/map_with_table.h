#pragma once
#include <QWidget>
#include <memory>

#include "ui/heatmap/heatmap_picture.h"
#include "ui/plots/plot_picture.h"
#include "ui/theme/theme.h"

namespace attn::ui {

class HeatmapView;
class ValueTableView;

/// A heatmap with a table of values at its right where there is room (from 620 px); it scrolls where it is
/// higher than its place.
class MapWithTable : public QWidget {
    Q_OBJECT

  public:
    explicit MapWithTable(QWidget* parent = nullptr);

    void setPictures(HeatmapPicture map, ValueTable table);
    void setTheme(ThemeKind kind);
    HeatmapView* map() const { return m_map; }
    const ValueTable& table() const;

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

  protected:
    void paintEvent(QPaintEvent*) override;
    void resizeEvent(QResizeEvent*) override;

  private:
    HeatmapView* m_map;
    ValueTableView* m_table;
    const Theme* m_theme;
};

}  // namespace attn::ui
