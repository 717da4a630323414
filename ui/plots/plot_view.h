#pragma once
#include <QWidget>
#include <memory>

#include "ui/plots/plot_picture.h"
#include "ui/theme/theme.h"

class QPainter;

namespace attn::ui {

/// A line plot. Hover shows the nearest point's sentence; with the keyboard, Left and Right walk along a series, Up and
/// Down change the series, Home and End go to its ends.
class PlotView : public QWidget {
    Q_OBJECT

  public:
    explicit PlotView(QWidget* parent = nullptr);
    ~PlotView() override;

    void setPicture(const PlotPicture& picture);
    const PlotPicture& picture() const;
    void setTheme(const Theme& theme);

    /// The point that hover or the keyboard has chosen: (series, point), or nothing.
    std::optional<std::pair<int, int>> chosenPoint() const;
    /// The sentence of the chosen point, empty without one.
    QString chosenSentence() const;

    /// Where a point is drawn, in this widget's coordinates.
    QPointF positionOf(int series, int point) const;

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

  signals:
    /// A person has clicked at, or walked to, a point with this x.
    void xChosen(double x);

  protected:
    void paintEvent(QPaintEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

  private:
    struct Parts;
    void choose(int series, int point);
    std::unique_ptr<Parts> m_parts;
};

/// The same plot on any painter: lines and text stay lines and text in SVG and PDF. `fontPx` is the size of the tick
/// labels in the painter's units; everything else follows from it.
void paintPlot(QPainter& painter, const QRectF& area, const PlotPicture& picture, const Theme& theme, double fontPx);

}  // namespace attn::ui
