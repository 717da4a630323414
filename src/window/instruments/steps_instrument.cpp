#include "src/window/instruments/steps_instrument.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QPushButton>
#include <algorithm>

#include "ui/explain/explanation_view.h"
#include "ui/steps/steps_view.h"
#include "ui/theme/icon.h"
#include "ui/theme/style.h"
#include "ui/widgets/buttons.h"
#include "ui/widgets/section.h"

namespace attn::app {
namespace {

constexpr int kWalkPause = 1200;  ///< Milliseconds from one step to the next.
constexpr double kPresentedCell = 64.0;
constexpr int kArithmeticHeight = 320;
constexpr int kArithmeticWidth = 500;  ///< Pixels at 100 %; wider, the columns would stand too far apart.

}  // namespace

StepsInstrument::StepsInstrument(Session& session, QObject* parent)
    : Instrument(session, parent),
      m_body(new QWidget),
      m_controls(new QWidget),
      m_view(new ui::StepsView),
      m_arithmetic(new ui::ExplanationView),
      m_line(new ui::Hairline),
      m_play(ui::plainButton("play", tr("Walk through"))) {
    m_view->setObjectName(QStringLiteral("steps"));
    m_arithmetic->setObjectName(QStringLiteral("arithmetic"));
    m_arithmetic->setAccessibleName(tr("Arithmetic of the chosen cell"));
    m_arithmetic->setMinimumHeight(ui::scaled(96));
    auto* column = new QVBoxLayout(m_body);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_view, 1);
    column->addWidget(m_line);
    column->addWidget(m_arithmetic, 1);
    m_body->installEventFilter(this);

    auto* back = new ui::IconButton("step-back", tr("Previous step (Page Up)"));
    auto* on = new ui::IconButton("step-on", tr("Next step (Page Down)"));
    m_play->setToolTip(tr("Goes from step to step, 1.2 seconds each (Space)"));
    m_play->setMinimumWidth(m_play->sizeHint().width());
    auto* line = new QHBoxLayout(m_controls);
    line->setContentsMargins(0, 0, 0, 0);
    line->setSpacing(8);
    line->addWidget(back);
    line->addWidget(m_play);
    line->addWidget(on);

    m_walk.setInterval(kWalkPause);
    connect(back, &QAbstractButton::clicked, this, [this] { stepBy(-1); });
    connect(on, &QAbstractButton::clicked, this, [this] { stepBy(1); });
    connect(m_play, &QAbstractButton::clicked, this, &StepsInstrument::toggleWalk);
    connect(m_view, &ui::StepsView::walkToggled, this, &StepsInstrument::toggleWalk);
    connect(m_view, &ui::StepsView::stepAsked, this, &StepsInstrument::stepBy);
    connect(&m_walk, &QTimer::timeout, this, [this] {
        const Step next = stepFrom(m_all, m_step, 1);
        if (next == m_step)
            return stopWalk();
        show(next);
        if (stepFrom(m_all, m_step, 1) == m_step)
            stopWalk();
    });
    connect(m_view, &ui::StepsView::cellChosen, this, [this](int matrix, Index row, Index col) {
        stopWalk();
        choose(m_steps.steps[static_cast<std::size_t>(matrix)], {row, col});
    });
    connect(m_view, &ui::StepsView::matrixChosen, this, [this](int matrix) {
        stopWalk();
        m_hasChosen = true;
        show(m_steps.steps[static_cast<std::size_t>(matrix)]);
    });
    connect(m_view, &ui::StepsView::cellHovered, this, [this](int matrix, Index row, Index col) {
        const auto [query, key] = stepTokens(m_steps.steps[static_cast<std::size_t>(matrix)], {row, col});
        emit this->session().cellPointedAt(query, key);
    });
    connect(m_view, &ui::StepsView::hoverLeft, this, [this] { emit this->session().cellPointedAt(-1, -1); });
    connect(&session, &Session::cellPointedAt, this, [this](Index query, Index key) {
        point(query, key, {query, key});
    });
    connect(&session, &Session::tokenPointedAt, this, [this](Index token, bool isContext) {
        if (isContext)
            point(-1, token, {-1, token});
        else
            point(token, this->session().scene().Xkv ? -1 : token, {token, -1});
    });
    connect(m_arithmetic, &ui::ExplanationView::foldToggled, this, [this](ui::ExplainFold fold) {
        bool& isUnfolded = fold == ui::ExplainFold::Terms ? m_unfolded.terms : m_unfolded.keys;
        isUnfolded = !isUnfolded;
        refresh();
    });
}

QString StepsInstrument::subtitle() const {
    if (!session().hasResult() || m_steps.steps.empty())
        return {};
    const Dimensions& dims = session().result().evaluation->dims;
    QStringList parts{tr("head %1").arg(session().selection().head)};
    if (dims.batch > 1)
        parts << tr("batch item %1").arg(session().selection().batch);
    parts << tr("from embeddings to output");
    return parts.join(QStringLiteral(", "));
}

QString StepsInstrument::note() const {
    if (!session().hasResult())
        return {};
    return stepNote(m_all, *session().result().scene, *session().result().evaluation, session().selection(),
                    m_step);
}

ui::HeatmapCell StepsInstrument::cell() const {
    return stepCell(m_all, session().result().evaluation->dims, m_step, session().selection(), m_cells);
}

/// The matrices are made anew only when they are others; a choice among them only moves the marks.
void StepsInstrument::rebuild() {
    const LiveResult& result = session().result();
    const ui::Selection& selection = session().selection();
    const bool areSame = m_of == result.evaluation && m_batch == selection.batch && m_head == selection.head;
    if (!areSame)
        m_all = makeSteps(*result.scene, *result.evaluation, selection);
    m_step = shownStep(m_all, m_step);
    const std::optional<Step> alone = m_isPresented && !m_all.steps.empty() ? std::optional(m_step) : std::nullopt;
    if (areSame && alone == m_alone)
        return;
    m_of = result.evaluation;
    m_batch = selection.batch;
    m_head = selection.head;
    m_alone = alone;
    m_steps = alone ? withSources(m_all, *result.scene, *result.evaluation, selection, *alone) : m_all;
    m_view->setPicture(m_steps.picture);
}

void StepsInstrument::refresh() {
    if (!session().hasResult())
        return;
    rebuild();
    const LiveResult& result = session().result();
    const ui::Selection& selection = session().selection();
    m_view->setTheme(ui::currentTheme().kind);
    m_view->setMarks(stepMarks(m_steps, *result.scene, *result.evaluation, selection, m_step, cell()));
    showArithmetic();
    m_controls->setEnabled(!m_steps.steps.empty());
    if (m_steps.steps.empty())
        stopWalk();
}

/// The dock has more room for it than the body: here it stands only while that is not seen.
void StepsInstrument::showArithmetic() {
    const bool isHere = !m_isPresented && !m_isExplainedOutside;
    m_arithmetic->setVisible(isHere);
    m_line->setVisible(isHere);
    if (!isHere || !session().hasResult())
        return;
    const LiveResult& result = session().result();
    m_arithmetic->setPageLimit(ui::scaled(kArithmeticWidth));
    m_arithmetic->setMaximumHeight(ui::scaled(kArithmeticHeight));
    m_arithmetic->setPicture(
        stepArithmetic(m_all, *result.scene, *result.evaluation, session().selection(), m_step, cell(), m_unfolded));
}

void StepsInstrument::explainOutside(bool isOutside) {
    m_isExplainedOutside = isOutside;
    showArithmetic();
}

std::optional<ui::ExplanationPicture> StepsInstrument::arithmetic(const ui::ExplainUnfolded& unfolded) const {
    if (!session().hasResult() || m_all.steps.empty())
        return {};
    const LiveResult& result = session().result();
    return stepExplanation(m_all, *result.scene, *result.evaluation, session().selection(), m_step, cell(), unfolded);
}

void StepsInstrument::point(Index query, Index key, const ui::HeatmapCell& pair) {
    m_view->setPointed(pointedSteps(m_steps, query, key, pair));
}

void StepsInstrument::choose(Step step, const ui::HeatmapCell& cell) {
    if (!session().hasResult())
        return;
    m_hasChosen = true;
    m_cells[step] = cell;
    m_step = step;
    session().select(selectionAtStep(session().result().evaluation->dims, step, session().selection(), cell));
    show(step);
}

void StepsInstrument::show(Step step) {
    m_step = step;
    refresh();
    emit wordsChanged();
}

void StepsInstrument::stepBy(int by) {
    stopWalk();
    m_hasChosen = true;
    show(stepFrom(m_all, m_step, by));
}

void StepsInstrument::toggleWalk() {
    if (isWalking() || m_steps.steps.empty())
        return stopWalk();
    if (!m_hasChosen || stepFrom(m_all, m_step, 1) == m_step)
        show(m_all.steps.front());
    m_hasChosen = true;
    m_play->setIcon(ui::icon("pause"));
    m_play->setText(tr("Pause"));
    m_walk.start();
}

void StepsInstrument::stopWalk() {
    if (!isWalking())
        return;
    m_walk.stop();
    m_play->setIcon(ui::icon("play"));
    m_play->setText(tr("Walk through"));
}

/// Nothing moves behind another instrument.
bool StepsInstrument::eventFilter(QObject* watched, QEvent* event) {
    if (watched == m_body && event->type() == QEvent::Hide)
        stopWalk();
    return Instrument::eventFilter(watched, event);
}

void StepsInstrument::present(bool isOn) {
    m_isPresented = isOn;
    m_view->setLargestCell(isOn ? kPresentedCell : ui::StepsView::kUsualCell);
    m_view->setCentred(isOn);
    refresh();
}

Instrument::Walk StepsInstrument::walk() const {
    Walk walk;
    for (const Step step : walkedSteps(m_all)) {
        if (step <= m_step)
            walk.current = static_cast<int>(walk.names.size());
        walk.names << m_all.picture.matrices[static_cast<std::size_t>(m_all.place(step))].name;
    }
    return walk;
}

void StepsInstrument::walkTo(int step) {
    stopWalk();
    m_hasChosen = true;
    show(walkedSteps(m_all)[static_cast<std::size_t>(step)]);
}

std::optional<SceneFigure> StepsInstrument::figure() const {
    if (!session().hasResult() || m_steps.steps.empty())
        return {};
    return stepsSceneFigure(m_steps.picture, m_view->marks());
}

}  // namespace attn::app
