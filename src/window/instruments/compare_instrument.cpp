#include "src/window/instruments/compare_instrument.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QStackedWidget>
#include <algorithm>

#include "src/viewmodel/shown.h"
#include "src/viewmodel/stage_selection.h"
#include "src/window/instruments/compare_strip.h"
#include "src/window/instruments/stage_box.h"
#include "src/window/snapshot_commands.h"
#include "ui/compare/compare_view.h"
#include "ui/theme/style.h"
#include "ui/widgets/empty_state.h"
#include "ui/widgets/number_box.h"
#include "ui/widgets/run_label.h"
#include "ui/widgets/section.h"

namespace attn::app {
namespace {

constexpr Index kQuickCells = 512 * 512;  ///< Pictures of more cells are made off the window's thread.

Index cellsOf(const Dimensions& dims) {
    return dims.nq * std::max({dims.nk, dims.dModel, dims.dOut});
}

}  // namespace

CompareInstrument::CompareInstrument(Session& session, QObject* parent)
    : Instrument(session, parent),
      m_body(new QWidget),
      m_controls(new QWidget),
      m_strip(new CompareStrip(session)),
      m_stageBox(new QComboBox),
      m_headBox(new ui::IntBox(tr("Head"))),
      m_stack(new QStackedWidget),
      m_view(new ui::CompareView),
      m_empty(new ui::EmptyState) {
    m_view->setObjectName(QStringLiteral("compare"));
    m_stageBox->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_stageBox->setAccessibleName(tr("Stage"));
    m_stageBox->setToolTip(tr("Which stage of the computation is compared"));
    auto* line = new QHBoxLayout(m_controls);
    line->setContentsMargins(0, 0, 0, 0);
    line->setSpacing(8);
    line->addWidget(new ui::RunLabel({{tr("Head"), ui::TextRun::Second}}));
    line->addWidget(m_headBox);
    line->addWidget(m_stageBox);

    auto* place = new QWidget;
    auto* around = new QVBoxLayout(place);
    around->setContentsMargins(24, 24, 24, 24);
    around->addStretch();
    around->addWidget(m_empty);
    around->addStretch();
    m_stack->addWidget(m_view);
    m_stack->addWidget(place);
    auto* column = new QVBoxLayout(m_body);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_strip);
    column->addWidget(new ui::Hairline);
    column->addWidget(m_stack, 1);
    connectControls();
}

void CompareInstrument::connectControls() {
    connect(m_strip, &CompareStrip::chosen, this, [this] {
        m_evaluations.retry();
        if (!m_body->isVisible())
            return;
        refresh();
        emit wordsChanged();
    });
    connect(m_empty, &ui::EmptyState::actionTriggered, this, [this] { takeSnapshot(session()); });
    connect(m_stageBox, &QComboBox::activated, this, [this](int index) {
        m_stage = m_stages[static_cast<std::size_t>(index)];
        refresh();
        emit wordsChanged();
    });
    connect(m_headBox, &ui::IntBox::edited, this, [this](int head) {
        ui::Selection selection = session().selection();
        selection.head = head;
        session().select(selection);
    });
    connect(m_view, &ui::CompareView::cellChosen, this, [this](Index row, Index col) {
        session().select(selectionAt(session().scene(), m_stage, session().selection(), row, col));
    });
    connect(m_view, &ui::CompareView::cellHovered, this, [this](Index row, Index col) {
        const auto [query, key] = pointedTokens(m_stage, row, col);
        emit session().cellPointedAt(query, key);
    });
    connect(m_view, &ui::CompareView::hoverLeft, this, [this] { emit session().cellPointedAt(-1, -1); });
    connect(&session(), &Session::tokenPointedAt, this, [this](Index token, bool isContext) {
        const auto [row, col] = pointedCell(session().scene(), m_stage, token, isContext);
        m_view->setHover(row, col);
    });
    const auto again = [this] {
        if (!m_body->isVisible())
            return;
        refresh();
        emit wordsChanged();
    };
    connect(&session().document(), &Document::snapshotsChanged, this, again);
    connect(&m_evaluations, &SceneEvaluations::changed, this, [this, again] {
        if (!isWorking())
            emit working(1.0, {});
        again();
    });
    connect(&m_evaluations, &SceneEvaluations::progressed, this, [this](double fraction) {
        emit working(std::min(fraction, 0.99),
                     tr("Evaluating the snapshots, %1 %").arg(static_cast<int>(100.0 * fraction)));
    });
    connect(&m_pictures, &BackgroundJob::finished, this, [this] { emit working(1.0, {}); });
}

std::optional<CompareInstrument::Side> CompareInstrument::sideOf(const Snapshot& choice, QString& fault) {
    const LiveResult& now = session().result();
    // A snapshot of the scene that is shown has its evaluation already.
    if (!choice.scene || choice.scene == now.scene)
        return now.evaluation ? std::optional(Side{m_strip->nameOf(choice), now.scene, now.evaluation})
                              : std::nullopt;
    const QString who = QStringLiteral("“") + m_strip->nameOf(choice) + QStringLiteral("”: ");
    if (const auto shown = needShown(*choice.scene); !shown) {
        fault = who + QString::fromStdString(shown.error().message);
        return std::nullopt;
    }
    const LiveResult* known = m_evaluations.find(choice.scene);
    if (known && known->evaluation)
        return Side{m_strip->nameOf(choice), choice.scene, known->evaluation};
    if (known)
        fault = who + QString::fromStdString(known->error.message);
    return std::nullopt;
}

void CompareInstrument::showSentence(const QString& sentence, const QString& action) {
    m_empty->setSentence(ui::proseRuns(sentence));
    m_empty->setAction(action.isEmpty() ? ui::TextRuns{} : ui::TextRuns{{action}});
    m_stack->setCurrentIndex(1);
    m_shown.reset();
    m_stageBox->setEnabled(false);
    m_headBox->setEnabled(false);
}

void CompareInstrument::showStages(const CompareSide& a, const CompareSide& b) {
    auto stages = stagesOfBoth(a, b);
    m_stageBox->setEnabled(!stages.empty());
    fillStageBox(*m_stageBox, m_stages, std::move(stages), m_stage);
}

void CompareInstrument::refresh() {
    m_strip->showChoices();
    m_view->setTheme(ui::currentTheme().kind);
    if (session().document().snapshots().empty()) {
        m_evaluations.want({});
        return showSentence(tr("No snapshot yet. Take one, change the scene, and see here what the change did."),
                            tr("Take a snapshot"));
    }
    std::vector<std::shared_ptr<const Scene>> wanted;
    for (const Snapshot* choice : {&m_strip->a(), &m_strip->b()})
        if (choice->scene && choice->scene != session().result().scene && needShown(*choice->scene))
            wanted.push_back(choice->scene);
    m_evaluations.want(wanted);
    QString fault;
    const auto a = sideOf(m_strip->a(), fault);
    const auto b = sideOf(m_strip->b(), fault);
    if (!fault.isEmpty())
        return showSentence(fault);
    if (!a || !b) {
        m_view->setDimmed(true);
        if (m_evaluations.isWorking())
            emit working(0.0, tr("Evaluating the snapshots"));
        if (!m_shown)
            showSentence(tr("The scenes are being evaluated."));
        return;
    }
    m_headBox->setEnabled(true);
    m_headBox->setRange(0, static_cast<int>(std::max<Index>(session().scene().heads, 1)) - 1);
    m_headBox->setValue(static_cast<int>(session().selection().head));
    showStages({a->name, *a->scene, *a->evaluation}, {b->name, *b->scene, *b->evaluation});
    makePicture({*a, *b, m_stage, session().selection().batch, session().selection().head});
    const auto [row, col] = chosenCell(session().scene(), m_stage, session().selection());
    m_view->setSelection(row, col);
}

/// The picture is made anew only when it is another; a choice among its cells only moves the marks.
void CompareInstrument::makePicture(const Shown& shown) {
    if (m_shown == shown) {
        m_view->setDimmed(false);
        m_stack->setCurrentWidget(m_view);
        return;
    }
    if (m_drawing == shown && m_pictures.isRunning())
        return;
    const auto make = [shown] {
        ui::Selection selection;
        selection.batch = shown.batch;
        selection.head = shown.head;
        return comparePicture({shown.a.name, *shown.a.scene, *shown.a.evaluation},
                              {shown.b.name, *shown.b.scene, *shown.b.evaluation}, shown.stage, selection);
    };
    if (std::max(cellsOf(shown.a.evaluation->dims), cellsOf(shown.b.evaluation->dims)) <= kQuickCells) {
        ui::ComparePicture picture = make();
        const ui::CompareSurvey survey = ui::surveyCompare(picture);
        return take(shown, std::move(picture), survey);
    }
    m_drawing = shown;
    m_view->setDimmed(true);
    emit working(0.0, tr("Comparing"));
    m_pictures.start([this, shown, make](const Progress&) {
        const auto picture = std::make_shared<ui::ComparePicture>(make());
        const ui::CompareSurvey survey = ui::surveyCompare(*picture);
        m_pictures.deliver([this, shown, picture, survey] {
            take(shown, std::move(*picture), survey);
            emit wordsChanged();
        });
    });
}

void CompareInstrument::take(const Shown& shown, ui::ComparePicture picture, ui::CompareSurvey survey) {
    m_shown = shown;
    m_drawing.reset();
    m_view->setPicture(std::move(picture), std::move(survey));
    m_view->setDimmed(false);
    m_stack->setCurrentWidget(m_view);
}

void CompareInstrument::cancelWork() {
    m_evaluations.cancel();
    m_pictures.cancel();
}

QString CompareInstrument::subtitle() const {
    if (!m_shown)
        return {};
    const QString stage = stageTitle(m_shown->stage).toLower();
    const QString part = m_view->picture().refusal.isEmpty() ? m_view->picture().b.subtitle : QString();
    return part.isEmpty() ? stage : stage + QStringLiteral(", ") + part;
}

QString CompareInstrument::note() const {
    if (!m_shown)
        return tr("A snapshot keeps the whole scene under a name; it is saved with it.");
    return m_view->picture().changes + u' ' + m_view->picture().sentence;
}

QStringList CompareInstrument::explanation() const {
    QStringList paragraphs;
    if (m_shown) {
        const ui::ComparePicture& picture = m_view->picture();
        const QString cell = ui::compareSentence(picture, m_view->marks().row, m_view->marks().col);
        paragraphs << cell << picture.sentence << picture.changes;
        if (picture.refusal.isEmpty())
            paragraphs << tr(
                "The colours of B − A are symmetric about 0, which has the colour of paper: blue cells lost from A "
                "to B, "
                "brown cells gained.");
    }
    paragraphs << tr(
        "A snapshot keeps the whole scene. It is saved in the scene file; taking, renaming, removing and restoring "
        "one can "
        "be undone.");
    paragraphs.removeAll(QString());
    return paragraphs;
}

Instrument::Walk CompareInstrument::walk() const {
    Walk walk;
    for (std::size_t i = 0; m_shown && i < m_stages.size(); ++i)
        walk.names << stageTitle(m_stages[i]);
    walk.current = m_stageBox->currentIndex();
    return walk;
}

void CompareInstrument::walkTo(int step) {
    m_stage = m_stages[static_cast<std::size_t>(step)];
    refresh();
    emit wordsChanged();
}

std::vector<ui::TextRuns> CompareInstrument::presentedLines() const {
    const QString cell =
        m_shown ? ui::compareSentence(m_view->picture(), m_view->marks().row, m_view->marks().col) : QString();
    return cell.isEmpty() ? std::vector<ui::TextRuns>{} : std::vector<ui::TextRuns>{{{cell}}};
}

std::optional<SceneFigure> CompareInstrument::figure() const {
    if (!m_shown)
        return {};
    return compareSceneFigure(m_view->picture());
}

}  // namespace attn::app
