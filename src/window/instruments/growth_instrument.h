#pragma once
#include <optional>

#include "core/cost/memory.h"
#include "src/window/instruments/shape_bar.h"
#include "src/window/instruments/study_instrument.h"

class QPushButton;

namespace attn::ui {
class GrowthView;
class SegmentedControl;
}  // namespace attn::ui

namespace attn::app {

/// Memory, arithmetic or time of naive and flash over the sequence length: counted, and measured on this machine.
class GrowthInstrument : public StudyInstrument {
    Q_OBJECT

  public:
    GrowthInstrument(Session& session, ShapeChoice& choice, QObject* parent);

    QString title() const override { return tr("Growth"); }
    QString subtitle() const override;
    QString note() const override;
    QStringList explanation() const override;
    void refresh() override;
    std::optional<SceneFigure> figure() const override;
    /// "memory", "flops" or "time"
    QString view() const override;
    void showView(const QString& id) override;

  protected:
    QString progressWords(int percent) const override { return tr("Measuring, %1 %").arg(percent); }
    void studyEnded() override;

  private:
    GrowthInstrument(Session& session, ShapeChoice& choice, ui::GrowthView* view, QObject* parent);
    void study(bool measure);
    void show();
    std::optional<ui::GrowthPicture> picture() const;

    ShapeChoice& m_choice;
    ui::GrowthView* m_view;
    ShapeBar* m_shape;
    ui::SegmentedControl* m_quantity;
    QComboBox* m_upTo;
    QPushButton* m_run;
    std::optional<MemoryStudy> m_study;
};

}  // namespace attn::app
