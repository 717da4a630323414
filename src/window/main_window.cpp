#include "src/window/main_window.h"

#include <QCloseEvent>
#include <QDockWidget>
#include <QMenuBar>
#include <QMimeData>
#include <QStatusBar>
#include <QToolBar>

#include "core/scene/validate.h"
#include "src/document/settings_store.h"
#include "src/export/figure_clipboard.h"
#include "src/export/kept_styles.h"
#include "src/window/appearance_commands.h"
#include "src/window/centre.h"
#include "src/window/copy_commands.h"
#include "src/window/dialogs/about_dialog.h"
#include "src/window/dialogs/new_scene_dialog.h"
#include "src/window/docks.h"
#include "src/window/explanation_dock.h"
#include "src/window/figure_output.h"
#include "src/window/files.h"
#include "src/window/matrices.h"
#include "src/window/presentation.h"
#include "src/window/scene_commands.h"
#include "src/window/scene_dock.h"
#include "src/window/scene_exports.h"
#include "src/window/snapshot_commands.h"
#include "src/window/status_line.h"
#include "src/window/view_state.h"
#include "ui/matrix/matrix_dock.h"
#include "ui/theme/style.h"
#include "ui/widgets/buttons.h"
#include "ui/widgets/instrument_tabs.h"
#include "ui/widgets/run_label.h"

namespace attn::app {
MainWindow::MainWindow(Appearance& appearance, QWidget* parent)
    : QMainWindow(parent), m_appearance(appearance), m_actions(this), m_files(new Files(m_session, this)),
      m_centre(new Centre(m_session)) {
    setAcceptDrops(true);
    setMinimumSize(800, 560);
    setCentralWidget(m_centre);
    makeDocks();
    makeToolBar();
    makeMenus();
    setStatusBar(new StatusLine(m_session));
    m_presentation = new Presentation(*this, *m_centre, *m_docks, m_appearance, m_actions,
                                      {menuBar(), findChild<QToolBar*>(), statusBar()});
    connectActions();

    m_files->viewToSave = [this] { return viewState({m_centre->currentView(), m_session.selection(), m_session.compared()}); };
    connect(m_files, &Files::opened, this, [this](const std::string& view) {
        const ViewState state = readViewState(view);
        m_session.setCompared(state.compared);
        m_centre->showById(state.instrument);
        m_session.select(state.selection);
    });
    connect(m_files, &Files::nameChanged, this, &MainWindow::showTitle);
    connect(&m_session.document().history(), &QUndoStack::cleanChanged, this, &MainWindow::showTitle);
    connect(&m_session, &Session::sceneChanged, this, &MainWindow::showActions);
    m_centre->show(0);
    showActions();
}

MainWindow::~MainWindow() {
    // The parts use the session, which is a member, to their end: so they go first, and tell nobody.
    delete m_presentation;
    m_docks->disconnect(this);
    m_docks->destroy();
    delete takeCentralWidget();
    delete statusBar();
    m_session.document().history().disconnect(this);
    m_session.disconnect(this);
}

void MainWindow::makeDocks() {
    m_sceneDock = new SceneDock(m_session);
    auto* explanation = new ExplanationDock(m_session);
    m_matrices = new ui::MatrixPanel;
    m_docks = new Docks(*this, m_sceneDock, explanation, m_matrices);
    connect(m_docks, &Docks::changed, this, &MainWindow::showActions);
    connect(m_centre, &Centre::wordsShown, explanation, [this, explanation] {
        explanation->showText(m_centre->instrument()->title(), m_centre->instrument()->explanation());
    });
    explanation->arithmetic = [this](const ui::ExplainUnfolded& unfolded) {
        return m_centre->instrument()->arithmetic(unfolded);
    };
    connect(&m_docks->explanation(), &QDockWidget::visibilityChanged, m_centre, &Centre::explainOutside);
    new Matrices(m_session, *m_matrices, this);

    connect(m_sceneDock, &SceneDock::tokenHovered, &m_session, &Session::tokenPointedAt);
    connect(m_sceneDock, &SceneDock::maskBenchWanted, this, [this] { m_centre->showById(QStringLiteral("mask")); });
    connect(m_matrices, &ui::MatrixPanel::foldedChanged, this, [this](bool isFolded) {
        m_actions[Actions::FoldMatrices]->setChecked(!isFolded);
    });
}

void MainWindow::makeToolBar() {
    auto* bar = new QToolBar(tr("Tools"), this);
    bar->setObjectName(QStringLiteral("tools"));
    bar->setMovable(false);
    bar->setFloatable(false);
    bar->toggleViewAction()->setVisible(false);
    bar->setContextMenuPolicy(Qt::PreventContextMenu);
    bar->addWidget(ui::toolSpace());
    for (const Actions::Id id : {Actions::Open, Actions::Save})
        bar->addAction(m_actions[id]);
    bar->addSeparator();
    for (const Actions::Id id : {Actions::Undo, Actions::Redo})
        bar->addAction(m_actions[id]);
    bar->addSeparator();
    m_tabs = new ui::InstrumentTabs;
    QStringList names;
    for (const InstrumentEntry& entry : instrumentRegistry())
        names << entry.title;
    m_tabs->setTabs(names);
    m_tabs->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    bar->addWidget(m_tabs);
    bar->addAction(m_actions[Actions::ToggleTheme]);
    bar->addAction(m_actions[Actions::Present]);
    m_export = new ui::PrimaryButton(tr("Export figure"), "export");
    bar->addWidget(ui::toolSpace());
    bar->addWidget(m_export);
    bar->addWidget(ui::toolSpace());
    addToolBar(bar);
    setContextMenuPolicy(Qt::NoContextMenu);

    connect(m_tabs, &ui::InstrumentTabs::chosen, m_centre, &Centre::show);
    connect(m_centre, &Centre::currentChanged, m_tabs, &ui::InstrumentTabs::setCurrent);
    connect(m_export, &QAbstractButton::clicked, m_actions[Actions::Export], &QAction::trigger);
}

void MainWindow::makeMenus() {
    const auto fill = [this](QMenu* menu, std::initializer_list<Actions::Id> ids) {
        for (const Actions::Id id : ids)
            menu->addAction(m_actions[id]);
    };
    QMenu* file = menuBar()->addMenu(tr("&File"));
    fill(file, {Actions::New, Actions::Open});
    QMenu* recent = file->addMenu(tr("Open &recent"));
    connect(recent, &QMenu::aboutToShow, this, [this, recent] { m_files->fillRecent(*recent); });
    QMenu* exampleMenu = file->addMenu(tr("Exa&mples"));
    m_files->fillExamples(*exampleMenu);
    file->addSeparator();
    fill(file, {Actions::Save, Actions::SaveAs});
    file->addSeparator();
    fill(file, {Actions::Export, Actions::ExportAnimation, Actions::ExportPage, Actions::CopyFigure});
    file->addSeparator();
    fill(file, {Actions::Quit});

    QMenu* edit = menuBar()->addMenu(tr("&Edit"));
    fill(edit, {Actions::Undo, Actions::Redo});
    edit->addSeparator();
    fill(edit, {Actions::CopyValues, Actions::CopyNumbers});
    edit->addSeparator();
    fill(edit, {Actions::Reset});

    QMenu* scene = menuBar()->addMenu(tr("&Scene"));
    fill(scene, {Actions::MakeCross, Actions::MakeSelf});
    scene->addSeparator();
    fill(scene, {Actions::AddWo, Actions::RemoveWo, Actions::AddBiases, Actions::RemoveBiases});
    scene->addSeparator();
    fill(scene, {Actions::PreviousHead, Actions::NextHead});
    scene->addSeparator();
    fill(scene, {Actions::TakeSnapshot});

    QMenu* instruments = menuBar()->addMenu(tr("&Instruments"));
    const auto& entries = instrumentRegistry();
    for (int i = 0; i < static_cast<int>(entries.size()); ++i) {
        QAction* action = instruments->addAction(entries[static_cast<std::size_t>(i)].title, m_centre, [this, i] { m_centre->show(i); });
        if (i < 9)
            action->setShortcut(QKeySequence(Qt::CTRL | static_cast<Qt::Key>(Qt::Key_1 + i)));
        addAction(action);  // its key works while the menus are hidden
    }

    QMenu* view = menuBar()->addMenu(tr("&View"));
    fill(view, {Actions::ThemeDesktop, Actions::ThemeLight, Actions::ThemeDark, Actions::ToggleTheme});
    view->addSeparator();
    fill(view, {Actions::Font100, Actions::Font115, Actions::Font130, Actions::Font150});
    view->addSeparator();
    fill(view, {Actions::ShowScene, Actions::ShowExplanation, Actions::FoldMatrices, Actions::ResetArrangement});
    view->addSeparator();
    fill(view, {Actions::Present});

    QMenu* help = menuBar()->addMenu(tr("&Help"));
    fill(help, {Actions::Keys, Actions::About});

    m_name = new ui::RunLabel;
    m_name->setContentsMargins(0, 0, 16, 0);
    menuBar()->setCornerWidget(m_name);
}

void MainWindow::connectActions() {
    const auto on = [this](Actions::Id id, auto&& what) { connect(m_actions[id], &QAction::triggered, this, what); };
    on(Actions::New, [this] {
        if (const auto scene = askNewScene(this))
            m_files->makeNew(*scene);
    });
    on(Actions::Open, [this] { m_files->askOpen(); });
    on(Actions::Save, [this] { m_files->save(); });
    on(Actions::SaveAs, [this] { m_files->saveAs(); });
    on(Actions::Export, [this] {
        const auto figure = m_centre->instrument()->figure();
        if (const QString written = figure ? exportFigure(*figure, this) : QString(); !written.isEmpty())
            m_session.tell(written);
    });
    on(Actions::CopyFigure, [this] {
        const auto figure = m_centre->instrument()->figure();
        if (!figure)
            return;
        if (const auto copied = copyFigure(*figure, KeptStyles().last()); !copied)
            m_session.refuse(QString::fromStdString(copied.error().message));
        else
            m_session.tell(tr("The figure is on the clipboard, as an image and as SVG."));
    });
    auto* exports = new SceneExports(m_session, this);
    on(Actions::ExportAnimation, [exports] { exports->askAnimation(); });
    on(Actions::ExportPage, [this, exports] { exports->askPage(m_files->displayName()); });
    on(Actions::Quit, [this] { close(); });

    QUndoStack& history = m_session.document().history();
    on(Actions::Undo, [&history] { history.undo(); });
    on(Actions::Redo, [&history] { history.redo(); });
    on(Actions::Reset, [this] { m_session.resetToOpened(); });
    connectCopyCommands(m_actions, m_session, *m_centre);
    connectSceneCommands(m_actions, m_session, this);
    connectSnapshotCommands(m_actions, m_session, this);
    connectAppearanceCommands(m_actions, m_appearance, this);

    on(Actions::ShowScene, [this](bool isOn) { m_docks->scene().setVisible(isOn); });
    on(Actions::ShowExplanation, [this](bool isOn) { m_docks->explanation().setVisible(isOn); });
    on(Actions::FoldMatrices, [this](bool isOn) { m_matrices->setFolded(!isOn); });
    on(Actions::ResetArrangement, [this] { m_docks->reset(); });
    on(Actions::Keys, [this] { showHelp(this); });
    on(Actions::About, [this] { showAbout(this); });

    connect(&history, &QUndoStack::indexChanged, this, &MainWindow::showActions);
}

void MainWindow::showTitle() {
    const bool isModified = m_session.document().isModified();
    const QString shown = m_files->displayName() + (isModified ? QStringLiteral(" •") : QString());
    if (shown != m_name->accessibleName()) {
        m_name->setText(shown, ui::TextRun::Second);
        menuBar()->setCornerWidget(m_name);  // it is given its room only when it is set
    }
    setWindowTitle(tr("%1[*] – Headscope").arg(m_files->displayName()));
    setWindowModified(isModified);
}

void MainWindow::showActions() {
    const QUndoStack& history = m_session.document().history();
    const auto word = [this](Actions::Id id, bool isPossible, const QString& verb, const QString& what) {
        m_actions[id]->setEnabled(isPossible);
        m_actions[id]->setText(what.isEmpty() ? verb : tr("%1: %2").arg(verb, QString(what).replace(u'&', QStringLiteral("&&"))));
    };
    word(Actions::Undo, history.canUndo(), tr("&Undo"), history.undoText());
    word(Actions::Redo, history.canRedo(), tr("&Redo"), history.redoText());
    m_actions[Actions::Reset]->setEnabled(m_session.document().opened() != m_session.document().snapshot());
    m_actions[Actions::ShowScene]->setChecked(!m_docks->scene().isHidden());
    m_actions[Actions::ShowExplanation]->setChecked(!m_docks->explanation().isHidden());
    m_actions[Actions::FoldMatrices]->setChecked(!m_matrices->isFolded());
    showTitle();
}

bool MainWindow::isSettled() const { return m_session.isUpToDate() && !m_centre->instrument()->isWorking(); }

void MainWindow::rememberArrangement(SettingsStore& store) {
    m_store = &store;
    m_docks->restore(store.value(settings::kArrangement).toString());
}

void MainWindow::closeEvent(QCloseEvent* event) {
    m_presentation->leave();
    event->setAccepted(m_files->mayClose());
    if (event->isAccepted() && m_store)
        m_store->setValue(settings::kArrangement, m_docks->saved());
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event) {
    const QList<QUrl> urls = event->mimeData()->urls();
    if (urls.size() == 1 && urls.front().isLocalFile())
        event->acceptProposedAction();
}

void MainWindow::dropEvent(QDropEvent* event) {
    event->acceptProposedAction();
    // The question about unsaved changes must not hold up the program that the file was dragged from.
    QMetaObject::invokeMethod(this, [this, path = event->mimeData()->urls().front().toLocalFile()] { m_files->open(path); },
                              Qt::QueuedConnection);
}

void MainWindow::resizeEvent(QResizeEvent* event) {
    QMainWindow::resizeEvent(event);
    m_docks->fit();
}

}  // namespace attn::app
