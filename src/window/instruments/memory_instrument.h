#pragma once
#include <optional>

#include "core/cost/memory.h"
#include "src/live/background_job.h"
#include "src/window/instrument.h"

class QComboBox;
class QPushButton;

namespace attn::ui {
class MemoryView;
}

namespace attn::app {

/// Naive against flash over the sequence length: counted for the scene's heads, widths and type, and measured here.
class MemoryInstrument : public Instrument {
    Q_OBJECT

  public:
    MemoryInstrument(Session& session, QObject* parent);

    QWidget* body() override;
    QWidget* controls() override { return m_controls; }
    QString title() const override { return tr("Naive against flash"); }
    QString subtitle() const override;
    QString note() const override;
    QStringList explanation() const override;
    void refresh() override;
    std::optional<SceneFigure> figure() const override;
    bool isWorking() const override { return m_job.isRunning(); }
    void cancelWork() override;

  private:
    std::optional<MemoryShape> shapeOfScene() const;
    void study(bool measure);
    void show();
    std::optional<ui::MemoryPicture> picture() const;

    ui::MemoryView* m_view;
    QWidget* m_controls;
    QComboBox* m_upTo;
    QPushButton* m_run;
    BackgroundJob m_job;
    std::optional<MemoryStudy> m_study;
};

}  // namespace attn::app
