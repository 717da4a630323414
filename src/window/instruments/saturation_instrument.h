#pragma once
#include <optional>

#include "core/analysis/paired_products.h"
#include "core/analysis/saturation.h"
#include "src/live/background_job.h"
#include "src/window/instruments/study_instrument.h"

class QStackedWidget;

namespace attn::ui {
class IntBox;
class PairedView;
class SaturationView;
class SegmentedControl;
class SoftmaxRowView;
}  // namespace attn::ui

namespace attn::app {

class RowControls;

/// Softmax saturation: one row with its Jacobian, live; raw against scaled over the width of a head; and the widely
/// copied demonstration with what it really prints.
class SaturationInstrument : public StudyInstrument {
    Q_OBJECT

  public:
    enum Page { OneRow, OverWidths, Demonstration };

    SaturationInstrument(Session& session, QObject* parent);

    QWidget* body() override { return m_body; }
    QWidget* controls() override;
    QString title() const override { return tr("Softmax saturation"); }
    QString subtitle() const override;
    QString note() const override;
    QStringList explanation() const override;
    void refresh() override;
    bool isWorking() const override { return StudyInstrument::isWorking() || m_demonstration.isRunning(); }
    void cancelWork() override;
    std::optional<SceneFigure> figure() const override;

    void show(Page page);
    Page page() const;

  protected:
    QString progressWords(int percent) const override { return tr("Drawing rows, %1 %").arg(percent); }

  private:
    SaturationInstrument(Session& session, ui::SaturationView* view, QObject* parent);
    void build();
    QWidget* numbersRow(std::initializer_list<std::pair<QString, ui::IntBox*>> boxes);
    void study();
    void demonstrate();
    void showRow();
    std::optional<ui::SaturationPicture> picture() const;

    QWidget* m_body;
    ui::SegmentedControl* m_pages;
    QStackedWidget* m_stack;
    RowControls* m_rowControls;
    ui::SoftmaxRowView* m_row;
    ui::SaturationView* m_view;
    ui::PairedView* m_paired;
    ui::IntBox *m_keys, *m_rows, *m_seed, *m_products, *m_runs, *m_demonstrationSeed;
    std::optional<SaturationStudy> m_study;
    std::optional<PairedStudy> m_pairedStudy;
    bool m_wasAsked = false;
    bool m_wasDemonstrated = false;
    BackgroundJob m_demonstration;  ///< Last, so that it stops first.
};

}  // namespace attn::app
