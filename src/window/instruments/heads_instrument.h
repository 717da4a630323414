#pragma once
#include "src/viewmodel/heatmap_pictures.h"
#include "src/window/instrument.h"

namespace attn::ui {
class HeatmapView;
class SegmentedControl;
class ThumbnailGrid;
}  // namespace attn::ui
class QComboBox;
class QPushButton;

namespace attn::app {

/// All heads as small heatmaps, in a chosen order, beside the chosen one, their mean or largest weight, or the difference
/// of two; any of them can be silenced.
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
    Walk walk() const override { return headWalk(); }
    void walkTo(int step) override { walkToHead(step); }

  private:
    enum Combination { One, Mean, Largest, Difference };
    Combination combination() const;
    /// The head that the chosen one is compared with: the one chosen before it.
    Index otherHead() const;
    ui::HeatmapPicture largePicture() const;
    void sort(int order);

    QWidget* m_body;
    QWidget* m_controls;
    QComboBox* m_order;
    QPushButton* m_silence;
    Index m_chosen = 0;
    Index m_before = 0;
    ui::ThumbnailGrid* m_grid;
    ui::HeatmapView* m_view;
    ui::SegmentedControl* m_combine;
};

}  // namespace attn::app
