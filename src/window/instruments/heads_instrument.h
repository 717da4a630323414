#pragma once
#include "src/viewmodel/heatmap_pictures.h"
#include "src/window/instrument.h"

namespace attn::ui {
class HeatmapView;
class SegmentedControl;
class ThumbnailGrid;
}  // namespace attn::ui

namespace attn::app {

/// All heads as small heatmaps beside the chosen one, or beside their mean.
class HeadsInstrument : public Instrument {
    Q_OBJECT

  public:
    HeadsInstrument(Session& session, QObject* parent);

    QWidget* body() override { return m_body; }
    QWidget* controls() override;
    QString title() const override { return tr("Heads"); }
    QString subtitle() const override;
    QString note() const override;
    void refresh() override;
    std::optional<SceneFigure> figure() const override;

  private:
    bool isMean() const;

    QWidget* m_body;
    ui::ThumbnailGrid* m_grid;
    ui::HeatmapView* m_view;
    ui::SegmentedControl* m_combine;
};

}  // namespace attn::app
