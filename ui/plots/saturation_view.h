#pragma once
#include <QWidget>
#include <memory>

#include "ui/plots/plot_picture.h"
#include "ui/theme/theme.h"

class QPainter;

namespace attn::ui {

/// Entropy, largest weight and mean p (1 - p) over d_k, side by side, with one legend below.
class SaturationView : public QWidget {
    Q_OBJECT

  public:
    explicit SaturationView(QWidget* parent = nullptr);
    ~SaturationView() override;

    void setPicture(const SaturationPicture& picture);
    void setTheme(const Theme& theme);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;
    /// What the plots need at that width: side by side, or one below the other where it is narrow.
    int heightForWidth(int width) const override;

  protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

  private:
    struct Parts;
    std::unique_ptr<Parts> m_parts;
};

/// For export: title, the three plots, the legend, and the sentences as a caption. `fontPx`: size of the tick labels.
void paintFigure(QPainter& painter, const QRectF& area, const SaturationPicture& picture, const Theme& theme,
                 double fontPx = type::kIndex);

}  // namespace attn::ui
