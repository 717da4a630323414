#pragma once
#include "src/window/instrument.h"
#include "src/viewmodel/mask_picture.h"

class QStackedWidget;

namespace attn::ui {
class HeatmapPanelsView;
class HeatmapView;
class MaskPanel;
class MessageStrip;
class SegmentedControl;
struct HeatmapPanels;
}  // namespace attn::ui

namespace attn::app {

/// Which keys each query may attend: the rules with their parameters, and a grid that can be painted; beside it the
/// alignments of the causal mask and the conventions for rows without a key.
class MaskInstrument : public Instrument {
    Q_OBJECT

  public:
    enum Page { Pattern, Weights, Alignments, EmptyRows };

    MaskInstrument(Session& session, QObject* parent);

    QWidget* body() override { return m_body; }
    QWidget* controls() override;
    QString title() const override { return tr("Mask"); }
    QString subtitle() const override;
    QString note() const override;
    void refresh() override;
    std::optional<SceneFigure> figure() const override;

  private:
    void connectGrid();
    void connectRules();
    void connectLogits();
    void choosePanel(int panel);
    ui::HeatmapPanels panels() const;
    Page page() const;
    void paint(Index row, Index col);
    void editMask(const QString& text, const std::function<void(Mask&)>& change);

    QWidget* m_body;
    ui::HeatmapView* m_view;
    ui::MaskPanel* m_panel;
    ui::MessageStrip* m_warning;  ///< Above the grid.
    ui::SegmentedControl* m_shown;
    QStackedWidget* m_stack;
    ui::HeatmapPanelsView* m_panels;
    MaskPanelState m_state;
    QString m_note;
    bool m_isStroking = false;
};

}  // namespace attn::app
