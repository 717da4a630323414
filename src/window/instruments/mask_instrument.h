#pragma once
#include "src/window/instrument.h"
#include "ui/mask/mask_rules_picture.h"

namespace attn::ui {
class HeatmapView;
class MaskPanel;
class MessageStrip;
class SegmentedControl;
}  // namespace attn::ui

namespace attn::app {

/// Which keys each query may attend: the rules with their parameters, and a grid that can be painted.
class MaskInstrument : public Instrument {
    Q_OBJECT

  public:
    MaskInstrument(Session& session, QObject* parent);

    QWidget* body() override { return m_body; }
    QWidget* controls() override;
    QString title() const override { return tr("Mask"); }
    QString subtitle() const override;
    QString note() const override;
    void refresh() override;
    std::optional<SceneFigure> figure() const override;

  private:
    void connectRules();
    void paint(Index row, Index col);
    void editMask(const QString& text, const std::function<void(Mask&)>& change);
    bool showsWeights() const;

    QWidget* m_body;
    ui::HeatmapView* m_view;
    ui::MaskPanel* m_panel;
    ui::MessageStrip* m_warning;  ///< Above the grid.
    ui::SegmentedControl* m_shown;
    ui::PaintMode m_mode = ui::PaintMode::Mask;
    QString m_note;
    bool m_isStroking = false;
};

}  // namespace attn::app
