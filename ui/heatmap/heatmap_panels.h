#pragma once
#include <QPainter>
#include <QWidget>
#include <optional>
#include <vector>

#include "ui/heatmap/heatmap_painter.h"

namespace attn::ui {

/// One of several heatmaps that are to be compared.
struct HeatmapPanel {
    HeatmapPicture picture;
    QString title;           ///< "Start (top left)"
    QString words;           ///< Below the map.
    bool isCurrent = false;  ///< The one that the scene has.
};

/// Two or three heatmaps side by side, each with a title and a sentence.
struct HeatmapPanels {
    QString empty;  ///< When set, this sentence is all there is to show.
    std::vector<HeatmapPanel> panels;
    QString caption;  ///< Under an exported figure.
};

struct PanelsStyle {
    const Theme* theme = nullptr;  ///< Never null where something is drawn.
    bool isPaper = false;          ///< Points instead of pixels.
    double pixelsPerUnit = 1.0;
};

/// Where everything stands: side by side where each has room, else one below the other.
struct PanelsLayout {
    QSizeF size;
    struct Place {
        QRectF box, title, words;
        QPointF corner;  ///< Of the map's own figure.
        HeatmapLayout map;
    };
    std::vector<Place> places;
    QRectF sentence;  ///< The caption, or why there is nothing.
    QRectF legend;
    HeatmapSurvey survey;
    double unit = 1.0;
};

PanelsLayout layoutPanels(const HeatmapPanels& picture, const PanelsStyle& style, QSizeF size);
/// On paper the height that the maps need at that width; on the screen the least that is readable.
double panelsHeight(const HeatmapPanels& picture, const PanelsStyle& style, double width);
/// `focused`: the panel that the keyboard is on, -1: none.
void paintPanels(QPainter& painter, const HeatmapPanels& picture, const PanelsStyle& style, const PanelsLayout& layout,
                 int focused = -1);

/// The panels on the screen. A click on a title, or Left, Right and Enter, chooses a panel.
class HeatmapPanelsView : public QWidget {
    Q_OBJECT

  public:
    explicit HeatmapPanelsView(QWidget* parent = nullptr);

    void setPicture(HeatmapPanels picture);
    const HeatmapPanels& picture() const { return m_picture; }
    void setTheme(ThemeKind kind);
    const PanelsLayout& currentLayout() const;
    QPointF cellCentre(int panel, Index row, Index col) const;

    QSize sizeHint() const override { return {520, 420}; }
    QSize minimumSizeHint() const override { return {220, 160}; }

  signals:
    void panelChosen(int panel);

  protected:
    void paintEvent(QPaintEvent*) override;
    void resizeEvent(QResizeEvent*) override;
    void changeEvent(QEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

  private:
    void forget();

    HeatmapPanels m_picture;
    PanelsStyle m_style;
    int m_focused = 0;
    mutable std::optional<PanelsLayout> m_layout;
};

}  // namespace attn::ui
