#pragma once
#include <utility>
#include <vector>

#include "src/viewmodel/head_order.h"
#include "src/window/instrument.h"

namespace attn::ui {
class HeatmapView;
class SegmentedControl;
class ThumbnailGrid;
}  // namespace attn::ui
class QComboBox;
class QPushButton;

namespace attn::app {

/// The heads as small heatmaps, in a chosen order, all or some, beside the chosen one or the mean, the maximum or the
/// difference of those that are marked; any of them can be silenced.
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
    /// The two heads of a difference: the two that are marked, or the chosen one and the one chosen before it.
    std::pair<Index, Index> differed() const;
    std::vector<ui::Thumbnail> shownHeads() const;
    std::vector<Index> several() const;
    void mark(Index head);
    ui::HeatmapPicture largePicture() const;
    void sort(int order);

    QWidget* m_body;
    QWidget* m_controls;
    QComboBox* m_order;
    QComboBox* m_filter;
    std::vector<Index> m_marked;  ///< In the order in which they were marked.
    QPushButton* m_silence;
    Index m_chosen = 0;
    Index m_before = 0;
    ui::ThumbnailGrid* m_grid;
    ui::HeatmapView* m_view;
    ui::SegmentedControl* m_combine;
};

}  // namespace attn::app
