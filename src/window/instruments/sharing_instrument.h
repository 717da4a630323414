#pragma once
#include <vector>

#include "core/cost/kv_cache.h"
#include "src/window/instrument.h"

class QComboBox;
class QScrollArea;
class QSlider;

namespace attn::ui {
class IntBox;
class RunLabel;
class SharingView;
}  // namespace attn::ui

namespace attn::app {

/// Which query head reads which KV head, and what fewer KV heads save; a slider
/// sets how many the scene has.
class SharingInstrument : public Instrument {
    Q_OBJECT

  public:
    SharingInstrument(Session& session, QObject* parent);

    QWidget* body() override { return m_body; }
    QWidget* controls() override { return m_controls; }
    QString title() const override { return tr("Sharing keys"); }
    QString subtitle() const override;
    QString note() const override;
    void refresh() override;
    std::optional<SceneFigure> figure() const override;
    double presentedScale() const override { return 0.8; }

  private:
    void build();
    void connectSlider();
    void share(int place);
    void showScene();
    std::optional<ui::SharingPicture> picture() const;
    const ModelPreset& model() const;

    QWidget* m_body;
    QScrollArea* m_scroll;
    ui::SharingView* m_view;
    QSlider* m_slider;
    ui::RunLabel* m_number;  ///< "G = 2, GQA"
    QWidget* m_controls;
    ui::IntBox* m_context;
    QComboBox* m_model;
    std::vector<Index> m_choices;             ///< What the slider's places mean.
    std::shared_ptr<const Scene> m_before;    ///< The scene at the start of a drag: going back loses nothing.
    std::vector<ui::HeatmapPicture> m_heads;  ///< Of the newest evaluation.
};

}  // namespace attn::app
