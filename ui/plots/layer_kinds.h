#pragma once
#include <QPainter>
#include <QStringList>
#include <QWidget>
#include <vector>

#include "ui/theme/theme.h"

namespace attn::ui {

/// One number of one kind of layer: its formula, its value, and how long its bar is.
struct LayerCell {
    QString formula;       ///< "n² d"
    QString value;         ///< "4 194 304"
    double share = 0.0;    ///< 0 .. 1 of the column's width.
    bool isLeast = false;  ///< No other kind has less: drawn in the accent.
};

struct LayerKind {
    QString name;                  ///< "Self-attention"
    std::vector<LayerCell> cells;  ///< One per column.
    bool isAttention = false;      ///< What Headscope shows: its name in semibold.
};

/// Kinds of layers below one another, with what each costs.
struct LayerKindsPicture {
    QString title;
    QString subtitle;
    QStringList columns;
    QStringList hints;  ///< Under each column's name.
    std::vector<LayerKind> rows;
    QStringList sentences;
};

/// In design units with text of 12 and 13; `scale` of the painter makes them pixels or points.
double layerKindsHeight(const LayerKindsPicture& picture, double width);
void paintLayerKinds(QPainter& painter, const QRectF& area, const LayerKindsPicture& picture, const Theme& theme);

/// The boxes of the bars, row by row, in the area's units: for the painter and for tests.
std::vector<std::vector<QRectF>> layerKindBars(const QRectF& area, const LayerKindsPicture& picture);

class LayerKindsView : public QWidget {
    Q_OBJECT

  public:
    explicit LayerKindsView(QWidget* parent = nullptr);
    void setPicture(LayerKindsPicture picture);
    const LayerKindsPicture& picture() const { return m_picture; }
    void setTheme(const Theme& theme);
    QRectF area() const;  ///< Where the table is painted, in design units.
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

  protected:
    void paintEvent(QPaintEvent*) override;
    void resizeEvent(QResizeEvent*) override;

  private:
    LayerKindsPicture m_picture;
    const Theme* m_theme;
};

}  // namespace attn::ui
