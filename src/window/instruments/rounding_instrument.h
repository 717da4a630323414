#pragma once
#include <optional>

#include "src/viewmodel/rounding_study.h"
#include "src/window/instruments/shape_bar.h"
#include "src/window/instruments/study_instrument.h"

namespace attn::ui {
class MapWithTable;
class SegmentedControl;
}  // namespace attn::ui

namespace attn::app {

/// The outputs of naive and of flash for the open scene, one less the other.
class RoundingInstrument : public StudyInstrument {
    Q_OBJECT

  public:
    RoundingInstrument(Session& session, ShapeChoice& choice, QObject* parent);

    QString title() const override { return tr("Difference"); }
    QString subtitle() const override;
    QString note() const override;
    QStringList explanation() const override;
    void refresh() override;
    std::optional<SceneFigure> figure() const override;
    QString view() const override { return QStringLiteral("difference"); }

  protected:
    QString progressWords(int percent) const override { return tr("Evaluating both paths, %1 %").arg(percent); }

  private:
    RoundingInstrument(Session& session, ui::MapWithTable* view, QObject* parent);
    void show();

    ui::MapWithTable* m_view;
    ui::SegmentedControl* m_precision;
    std::optional<RoundingStudy> m_study;
    std::shared_ptr<const Scene> m_of;  ///< What is compared or being compared.
};

}  // namespace attn::app
