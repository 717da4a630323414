#pragma once
#include <QWidget>
#include <memory>

#include "ui/plots/plot_picture.h"
#include "ui/theme/theme.h"

class QPainter;

namespace attn::ui {

/// The widely copied demonstration: a plot over d_k, and what it prints.
struct PairedPicture {
    QString title;  ///< Of an exported figure.
    PlotPicture plot;
    ValueTable table;
    bool operator==(const PairedPicture&) const = default;
};

class PlotView;

/// Plot and table side by side, or one below the other where it is narrow.
class PairedView : public QWidget {
    Q_OBJECT

  public:
    explicit PairedView(QWidget* parent = nullptr);
    ~PairedView() override;

    void setPicture(const PairedPicture& picture);
    const PairedPicture& picture() const;
    void setTheme(const Theme& theme);
    PlotView& plot();

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

  protected:
    void paintEvent(QPaintEvent*) override;
    void resizeEvent(QResizeEvent*) override;

  private:
    struct Parts;
    std::unique_ptr<Parts> m_parts;
};

/// For export: title, plot, table. `fontPx`: size of the tick labels.
void paintFigure(QPainter& painter, const QRectF& area, const PairedPicture& picture, const Theme& theme,
                 double fontPx = type::kIndex);
/// Height of that figure, in the units of `fontPx`.
double pairedHeight(const PairedPicture& picture, double width, double fontPx);

}  // namespace attn::ui
