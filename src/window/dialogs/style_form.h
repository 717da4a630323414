#pragma once
#include <QWidget>
#include <functional>
#include <vector>

#include "src/export/figure_style.h"
#include "src/export/scene_figure.h"

class QCheckBox;
class QComboBox;
class QFormLayout;

namespace attn::ui {
class NumberBox;
}

namespace attn::app {

/// Every field of a style, for a figure: what the figure does not have cannot be chosen, and keeps its value.
class StyleForm : public QWidget {
    Q_OBJECT

  public:
    StyleForm(const SceneFigure& figure, QWidget* parent = nullptr);

    const FigureStyle& style() const { return m_style; }
    void setStyle(const FigureStyle& style);  ///< Never emits edited().

  signals:
    void edited();  ///< A person changed a field.

  private:
    void addSize(QFormLayout& form);
    void addLook(QFormLayout& form);
    void addParts(QFormLayout& form);
    void show();
    void takeRange();
    void change(const std::function<void()>& how);

    const SceneFigure& m_figure;
    FigureStyle m_style;
    QComboBox *m_widthKind, *m_font, *m_theme, *m_map, *m_range;
    ui::NumberBox *m_width, *m_height, *m_margin, *m_dpi, *m_type, *m_low, *m_high;
    QCheckBox* m_isTransparent;
    std::vector<std::pair<PartChoice, QCheckBox*>> m_parts;
};

}  // namespace attn::app
