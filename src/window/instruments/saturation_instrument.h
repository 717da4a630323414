#pragma once
#include <optional>

#include "core/analysis/saturation.h"
#include "src/window/instruments/study_instrument.h"

namespace attn::ui {
class IntBox;
class SaturationView;
}  // namespace attn::ui

namespace attn::app {

/// Softmax saturation over the width of a head, raw against scaled, with the scene marked in it.
class SaturationInstrument : public StudyInstrument {
    Q_OBJECT

  public:
    SaturationInstrument(Session& session, QObject* parent);

    QWidget* controls() override { return m_controls; }
    QString title() const override { return tr("Softmax saturation"); }
    QString subtitle() const override;
    QString note() const override;
    QStringList explanation() const override;
    void refresh() override;
    std::optional<SceneFigure> figure() const override;

  protected:
    QString progressWords(int percent) const override { return tr("Drawing rows, %1 %").arg(percent); }

  private:
    SaturationInstrument(Session& session, ui::SaturationView* view, QObject* parent);
    void study();
    std::optional<ui::SaturationPicture> picture() const;

    ui::SaturationView* m_view;
    QWidget* m_controls;
    ui::IntBox *m_keys, *m_rows, *m_seed;
    std::optional<SaturationStudy> m_study;
    bool m_wasAsked = false;
};

}  // namespace attn::app
