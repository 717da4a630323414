#pragma once
#include <memory>

#include "src/live/scene_evaluations.h"
#include "src/viewmodel/compare_picture.h"
#include "src/window/instrument.h"
#include "ui/compare/compare_layout.h"

class QComboBox;
class QStackedWidget;

namespace attn::ui {
class CompareView;
class EmptyState;
class IntBox;
}  // namespace attn::ui

namespace attn::app {

class CompareStrip;

/// Two scenes, each a snapshot or the one that is open, at one stage side by side, and what one gained over the
/// other.
class CompareInstrument : public Instrument {
    Q_OBJECT

  public:
    CompareInstrument(Session& session, QObject* parent);

    QWidget* body() override { return m_body; }
    QWidget* controls() override { return m_controls; }
    QString title() const override { return tr("Compare"); }
    QString subtitle() const override;
    QString note() const override;
    QStringList explanation() const override;
    void refresh() override;
    std::optional<SceneFigure> figure() const override;
    Walk walk() const override;
    void walkTo(int step) override;
    std::vector<ui::TextRuns> presentedLines() const override;
    double presentedScale() const override { return 0.8; }
    bool isWorking() const override { return m_evaluations.isWorking() || m_pictures.isRunning(); }

  public slots:
    void cancelWork() override;

  private:
    /// Shared, so that a picture can be made on another thread.
    struct Side {
        QString name;
        std::shared_ptr<const Scene> scene;
        std::shared_ptr<const Evaluation> evaluation;
        bool operator==(const Side&) const = default;
    };
    struct Shown {
        Side a, b;
        Stage stage = Stage::Weights;
        Index batch = 0, head = 0;
        bool operator==(const Shown&) const = default;
    };

    void connectControls();
    /// The evaluated side; none: it is waited for, or `fault` says why there is none.
    std::optional<Side> sideOf(const Snapshot& choice, QString& fault);
    void showStages(const CompareSide& a, const CompareSide& b);
    void showSentence(const QString& sentence, const QString& action = {});
    void makePicture(const Shown& shown);
    void take(const Shown& shown, ui::ComparePicture picture, ui::CompareSurvey survey);

    QWidget* m_body;
    QWidget* m_controls;
    CompareStrip* m_strip;
    QComboBox* m_stageBox;
    ui::IntBox* m_headBox;
    QStackedWidget* m_stack;
    ui::CompareView* m_view;
    ui::EmptyState* m_empty;
    Stage m_stage = Stage::Weights;
    std::vector<Stage> m_stages;
    std::optional<Shown> m_shown;    ///< What the view holds.
    std::optional<Shown> m_drawing;  ///< What is being made for it.
    SceneEvaluations m_evaluations;
    BackgroundJob m_pictures;
};

}  // namespace attn::app
