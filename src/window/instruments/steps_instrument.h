#pragma once
#include <QTimer>
#include <map>

#include "src/viewmodel/steps_picture.h"
#include "src/window/instrument.h"

class QPushButton;

namespace attn::ui {
class ExplanationView;
class StepsView;
}  // namespace attn::ui

namespace attn::app {

/// The computation as a row of matrices, the arithmetic of the chosen cell below, and a walk from step to step.
class StepsInstrument : public Instrument {
    Q_OBJECT

  public:
    StepsInstrument(Session& session, QObject* parent);

    QWidget* body() override { return m_body; }
    QWidget* controls() override { return m_controls; }
    QString title() const override { return tr("Steps"); }
    QString subtitle() const override;
    QString note() const override;
    void refresh() override;
    std::optional<SceneFigure> figure() const override;
    Walk walk() const override;
    void walkTo(int step) override;
    void present(bool isOn) override;
    std::optional<ui::ExplanationPicture> arithmetic(const ui::ExplainUnfolded&) const override;
    void explainOutside(bool isOutside) override;

    Step step() const { return m_step; }
    bool isWalking() const { return m_walk.isActive(); }
    bool eventFilter(QObject* watched, QEvent* event) override;

  private:
    void choose(Step step, const ui::HeatmapCell& cell);
    void show(Step step);
    void stepBy(int by);
    void toggleWalk();
    void stopWalk();
    void rebuild();
    void showArithmetic();
    void point(Index query, Index key, const ui::HeatmapCell& pair);
    ui::HeatmapCell cell() const;

    QWidget* m_body;
    QWidget* m_controls;
    ui::StepsView* m_view;
    ui::ExplanationView* m_arithmetic;
    QWidget* m_line;  ///< Between them.
    QPushButton* m_play;
    QTimer m_walk;  ///< Runs only while a person has asked for the walk.
    Steps m_all;    ///< Of the evaluation,
    Steps m_steps;  ///< and those of them that are shown.
    std::optional<Step> m_alone;  ///< Only this one is shown, with what it is made from.
    bool m_isPresented = false;
    bool m_isExplainedOutside = false;
    std::shared_ptr<const Evaluation> m_of;  ///< What m_steps shows,
    Index m_batch = -1, m_head = -1;         ///< and which part of it.
    Step m_step = Step::Weights;
    bool m_hasChosen = false;                 ///< A person has chosen a step: the walk goes on from there.
    std::map<Step, ui::HeatmapCell> m_cells;  ///< The cell chosen last in each matrix.
    ui::ExplainUnfolded m_unfolded;
};

}  // namespace attn::app
