#pragma once
#include <optional>

#include "core/cost/memory.h"
#include "src/window/instruments/study_instrument.h"

class QComboBox;
class QPushButton;

namespace attn::ui {
class MemoryView;
}

namespace attn::app {

/// Naive against flash over the sequence length: counted for the scene's heads, widths and type, and measured here.
class MemoryInstrument : public StudyInstrument {
    Q_OBJECT

  public:
    MemoryInstrument(Session& session, QObject* parent);

    QWidget* controls() override { return m_controls; }
    QString title() const override { return tr("Naive against flash"); }
    QString subtitle() const override;
    QString note() const override;
    QStringList explanation() const override;
    void refresh() override;
    std::optional<SceneFigure> figure() const override;

  protected:
    QString progressWords(int percent) const override { return tr("Measuring, %1 %").arg(percent); }
    void studyEnded() override;

  private:
    MemoryInstrument(Session& session, ui::MemoryView* view, QObject* parent);
    std::optional<MemoryShape> shapeOfScene() const;
    void study(bool measure);
    void show();
    std::optional<ui::MemoryPicture> picture() const;

    ui::MemoryView* m_view;
    QWidget* m_controls;
    QComboBox* m_upTo;
    QPushButton* m_run;
    std::optional<MemoryStudy> m_study;
};

}  // namespace attn::app
