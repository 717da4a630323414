#pragma once
#include "src/viewmodel/heatmap_pictures.h"
#include "src/window/instrument.h"

class QComboBox;

namespace attn::ui {
class HeatmapView;
class IntBox;
}  // namespace attn::ui

namespace attn::app {

/// One head at one stage, large.
class HeatmapInstrument : public Instrument {
    Q_OBJECT

  public:
    HeatmapInstrument(Session& session, QObject* parent);

    QWidget* body() override;
    QWidget* controls() override { return m_controls; }
    QString title() const override { return tr("Heatmap"); }
    QString subtitle() const override;
    QString note() const override;
    void refresh() override;
    std::optional<SceneFigure> figure() const override;
    Walk walk() const override;
    void walkTo(int step) override;
    double presentedScale() const override;

  private:
    ui::HeatmapPicture picture() const;

    ui::HeatmapView* m_view;
    QWidget* m_controls;
    QComboBox* m_stageBox;
    QComboBox* m_rangeBox;
    ui::IntBox* m_headBox;
    Stage m_stage = Stage::Weights;
    std::vector<Stage> m_stages;
    app::Look m_look;
};

}  // namespace attn::app
