#pragma once
#include <QWidget>
#include <memory>

#include "ui/plots/plot_picture.h"
#include "ui/theme/theme.h"

class QPainter;

namespace attn::ui {

/// Naive and flash over n on log axes, with a table of the values at the chosen n: beside the plot where there is room
/// (from 620 px), else left out. A table that is higher than its place scrolls.
class GrowthView : public QWidget {
    Q_OBJECT

  public:
    explicit GrowthView(QWidget* parent = nullptr);
    ~GrowthView() override;

    /// Keeps the chosen n where the new picture has it too.
    void setPicture(const GrowthPicture& picture);
    void setTheme(const Theme& theme);

    /// The n whose values are shown; 0 without a picture.
    double chosenN() const;
    /// As given, with the n that a person has chosen.
    GrowthPicture picture() const;

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

  signals:
    void nChosen(double n);

  protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

  private:
    struct Parts;
    std::unique_ptr<Parts> m_parts;
};

/// For export: the plot, the values at the chosen n below it, and the sentences as a caption. `fontPx`: size of the
/// tick labels.
void paintFigure(QPainter& painter, const QRectF& area, const GrowthPicture& picture, const Theme& theme,
                 double fontPx = type::kIndex);
/// What paintFigure needs at that width, with the plot as high as it reads well.
double figureHeight(const GrowthPicture& picture, double width, double fontPx = type::kIndex);

}  // namespace attn::ui
