// Comparing, presenting and rearranging, as a person does them with pointer and keys.
#include <QComboBox>
#include <QDockWidget>
#include <QInputDialog>
#include <QLineEdit>
#include <QMenuBar>
#include <QPushButton>
#include <QToolButton>

#include "src/window/docks.h"
#include "src/window/presentation.h"
#include "tests/window/desk.h"
#include "ui/compare/compare_view.h"
#include "ui/heatmap/heatmap_view.h"
#include "ui/theme/style.h"
#include "ui/widgets/dock_grip.h"
#include "ui/widgets/step_strip.h"

using namespace attn;
using namespace attn::app;
using attn::test::Desk;
using attn::test::waitUntil;

TEST_CASE("window: a snapshot is taken by its key, the scene is changed, and both stand side by side", "[window]") {
    Desk desk;
    desk.showInstrument(QStringLiteral("compare"));
    desk.person.key(QStringLiteral("ctrl+d"));
    REQUIRE(waitUntil([&] { return desk.window.session().document().snapshots().size() == 1; }));
    auto* view = desk.part<ui::CompareView>("compare");
    const double before = view->picture().b.cells(1, 0);
    desk.clickCell(desk.matrix(MatrixId::Wq), 0, 0);
    desk.person.type(QStringLiteral("3"));
    desk.person.key(QStringLiteral("Return"));
    REQUIRE(waitUntil([&] {
        return view->picture().b.cells(1, 0) != before ||
               view->picture().b.cells(0, 0) != view->picture().a.cells(0, 0);
    }));
    desk.settle();
    CHECK(view->picture().a.cells(1, 0) == before);
    CHECK(view->picture().changes == QStringLiteral("From A to B: W_q."));
    desk.person.click(view, view->cellCentre(ui::kPanelDifference, 0, 2).toPoint());
    CHECK(waitUntil(
        [&] { return desk.window.session().selection().query == 0 && desk.window.session().selection().key == 2; }));
    desk.person.key(QStringLiteral("Down"));
    CHECK(waitUntil([&] { return desk.window.session().selection().query == 1; }));
    desk.person.moveTo(view, view->cellCentre(ui::kPanelA, 2, 2).toPoint());
    CHECK(waitUntil([&] { return view->marks().hover == ui::HeatmapCell{2, 2}; }));
    desk.person.key(QStringLiteral("ctrl+z"));
    CHECK(waitUntil([&] { return view->picture().sentence == QStringLiteral("A and B are equal in every cell."); }));
    desk.person.key(QStringLiteral("ctrl+z"));
    CHECK(waitUntil([&] { return desk.window.session().document().snapshots().empty() && !view->isVisible(); }));
}

TEST_CASE("window: F5 fills the screen with one instrument, the keys walk, Escape gives the window back",
          "[window]") {
    Desk desk;
    const QSize before = desk.window.size();
    const auto sizes = [&] {
        Docks& docks = desk.window.docks();
        return std::vector<int>{docks.scene().width(), docks.explanation().width(), docks.matrices().height()};
    };
    const std::vector<int> arrangement = sizes();
    desk.person.key(QStringLiteral("F5"));
    REQUIRE(waitUntil([&] {
        return desk.window.presentation().isOn() && desk.window.isFullScreen() && desk.window.width() == 1920;
    }));
    REQUIRE(waitUntil([&] { return ui::fontScale() > 2.5; }));
    CHECK_FALSE(desk.window.menuBar()->isVisible());
    auto* map = desk.part<ui::HeatmapView>("heatmap");
    auto* strip = desk.part<ui::StepStrip>();
    const int start = strip->current();
    desk.person.key(QStringLiteral("Left"));
    CHECK(waitUntil([&] { return strip->current() == start - 1; }));
    desk.person.key(QStringLiteral("Next"));
    CHECK(waitUntil([&] { return strip->current() == start; }));
    desk.person.click(map, map->cellCentre(0, 1).toPoint());
    CHECK(waitUntil(
        [&] { return desk.window.session().selection().query == 0 && desk.window.session().selection().key == 1; }));
    desk.person.key(QStringLiteral("ctrl+2"));
    CHECK(waitUntil([&] { return desk.window.centre().currentId() == instrumentRegistry()[1].id; }));
    desk.person.key(QStringLiteral("Escape"));
    REQUIRE(waitUntil([&] { return !desk.window.presentation().isOn() && desk.window.size() == before; }));
    CHECK(ui::fontScale() == 1.0);
    CHECK(desk.window.menuBar()->isVisible());
    QTest::qWait(600);
    CHECK(sizes() == arrangement);
}

TEST_CASE("window: a dock is dragged to another side by its header, the matrices by their grip, and put back",
          "[window]") {
    Desk desk;
    QDockWidget& scene = desk.window.docks().scene();
    QDockWidget& matrices = desk.window.docks().matrices();
    const QPoint inCentre = desk.window.centre().geometry().center();
    const auto dragTo = [&](QWidget* handle, QPoint from, QPoint windowPoint) {
        desk.person.drag(handle, from, handle->mapFrom(&desk.window, windowPoint));
    };
    dragTo(scene.titleBarWidget(), {90, 18}, {desk.window.width() - 40, inCentre.y()});
    CHECK(waitUntil(
        [&] { return scene.isFloating() || desk.window.dockWidgetArea(&scene) != Qt::LeftDockWidgetArea; }));
    auto* grip = matrices.findChild<ui::DockGrip*>();
    REQUIRE(grip);
    desk.person.doubleClick(grip, {8, 18});
    CHECK(waitUntil([&] { return matrices.isFloating(); }));
    desk.window.actions()[Actions::ResetArrangement]->trigger();
    CHECK(waitUntil([&] {
        return desk.window.dockWidgetArea(&scene) == Qt::LeftDockWidgetArea && !scene.isFloating() &&
               !matrices.isFloating() && scene.width() == 224;
    }));
}

TEST_CASE("window: a snapshot is renamed in its dialog", "[window]") {
    Desk desk;
    desk.showInstrument(QStringLiteral("compare"));
    desk.person.click(desk.part<QPushButton>("take"), {20, 14});
    REQUIRE(waitUntil([&] { return desk.window.session().document().snapshots().size() == 1; }));
    auto* menu = desk.part<QToolButton>("snapshots");
    // The menu runs an event loop of its own, so that its keys are pressed from inside of it.
    QTimer chooser;
    QObject::connect(&chooser, &QTimer::timeout, &chooser, [&] {
        if (!QApplication::activePopupWidget())
            return;
        chooser.stop();
        for (const char* key : {"Down", "Right", "Down", "Return"})
            desk.person.key(QString::fromLatin1(key));
    });
    chooser.start(50);
    desk.inDialog<QInputDialog>([&] { desk.person.click(menu, menu->rect().center()); },
        [&](QInputDialog* dialog) {
            dialog->findChild<QLineEdit*>()->selectAll();
            desk.person.type(QStringLiteral("before"));
            REQUIRE(waitUntil([&] { return dialog->textValue() == QStringLiteral("before"); }));
            desk.person.key(QStringLiteral("Return"));
        });
    CHECK(desk.window.session().document().snapshots()[0].name == "before");
    CHECK(desk.part<ui::CompareView>("compare")->picture().aName == QStringLiteral("before"));
}
