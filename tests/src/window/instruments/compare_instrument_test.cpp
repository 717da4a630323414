#include "src/window/instruments/compare_instrument.h"

#include <QComboBox>
#include <QTemporaryDir>
#include <QtTest>

#include "core/io/scene_file.h"
#include "core/scene/same.h"
#include "src/window/centre.h"
#include "src/window/snapshot_commands.h"
#include "src/window/view_state.h"
#include "tests/support/core/scenes.h"
#include "tests/support/gui/opened_window.h"
#include "ui/compare/compare_view.h"
#include "ui/heatmap/color_scale.h"
#include "ui/widgets/empty_state.h"
#include "ui/widgets/instrument_frame.h"
#include "ui/widgets/number_box.h"

using namespace attn;
using namespace attn::app;
using attn::app::test::OpenedWindow;

namespace {

/// The window on the example that opens with a comparison.
struct Opened : OpenedWindow {
    ui::CompareView* view = window.findChild<ui::CompareView*>(QStringLiteral("compare"));

    explicit Opened(const char* example = "19_with") : OpenedWindow(example) {
        if (!view) {
            window.centre().showById(QStringLiteral("compare"));
            settle();
            view = window.findChild<ui::CompareView*>(QStringLiteral("compare"));
        }
        REQUIRE(view != nullptr);
    }
    Session& session() { return window.session(); }
    const Snapshots& snapshots() { return session().document().snapshots(); }
    QUndoStack& history() { return session().document().history(); }
    QComboBox* box(const char* name) { return named<QComboBox>(QString::fromLatin1(name)); }
    void choose(const char* name, int index) {
        box(name)->setCurrentIndex(index);
        emit box(name)->activated(index);
        settle();
    }
    QString note() { return window.centre().instrument()->note(); }
    double weight(Index row, Index col) {
        const Evaluation& evaluation = *session().result().evaluation;
        return evaluation.weights.at(row * evaluation.dims.nk + col);
    }
};

}  // namespace

TEST_CASE("CompareInstrument: its example shows the snapshot against now, with what changed and where most",
          "[window][compare]") {
    Opened opened;
    const ui::ComparePicture& picture = opened.view->picture();
    CHECK((picture.aName == QStringLiteral("without the scale") && picture.bName == QStringLiteral("now")));
    CHECK(picture.b.cells(1, 3) == opened.weight(1, 3));
    CHECK(picture.difference.cells(0, 2) == picture.b.cells(0, 2) - picture.a.cells(0, 2));
    CHECK(opened.note() ==
          QStringLiteral("From A to B: scale off → 1/√d_k. Largest difference B − A: −0.434 at q0 “The” → k2 “sat”, "
                         "from 0.987 to 0.553."));
    const QPointF at = opened.view->currentLayout().panels[2].cellRect(0, 2).topLeft() + QPointF(8, 8);
    CHECK(QColor(opened.view->grab().toImage().pixel(at.toPoint())) ==
          QColor(ui::ColorScale(picture.difference).color(picture.difference.cells(0, 2), 0)));
    QTest::mouseClick(opened.view, Qt::LeftButton, {}, opened.view->cellCentre(ui::kPanelA, 4, 5).toPoint());
    CHECK((opened.session().selection().query == 4 && opened.session().selection().key == 5));
    QTest::keyClick(opened.view, Qt::Key_Up);
    CHECK(opened.session().selection().query == 3);
    ui::Selection other = opened.session().selection();
    other.key = 0;
    opened.session().select(other);
    CHECK(opened.view->marks().col == 0);
    const auto figure = opened.window.centre().instrument()->figure();
    REQUIRE(figure);
    CHECK(figure->name == QStringLiteral("compare"));
}

TEST_CASE("CompareInstrument: an edit of the scene is compared at once, and undone", "[window][compare]") {
    Opened opened;
    Scene next = opened.session().scene();
    next.scale.mode = ScaleMode::None;
    opened.session().edit(Part::Scale, QStringLiteral("Change scale"), next);
    // A quick evaluation may differ by its rounding until a complete one replaces it.
    CHECK(QTest::qWaitFor(
        [&] {
            return opened.note() == QStringLiteral("A and B are the same scene. A and B are equal in every cell.");
        },
        10000));
    opened.history().undo();
    opened.settle();
    CHECK(opened.note().startsWith(QStringLiteral("From A to B: scale off → 1/√d_k.")));
}

TEST_CASE("CompareInstrument: A and B change places, and the scene is never compared with itself",
          "[window][compare]") {
    Opened opened;
    opened.button(QStringLiteral("Swap"))->click();
    opened.settle();
    CHECK((opened.view->picture().aName == QStringLiteral("now") && opened.box("B")->currentIndex() == 1));
    CHECK(opened.view->picture().sentence.contains(QStringLiteral("+0.434")));
    opened.choose("B", 0);
    CHECK((opened.box("A")->currentIndex() == 1 && opened.box("B")->currentIndex() == 0));
    CHECK(opened.view->picture().sentence.contains(QStringLiteral("−0.434")));
}

TEST_CASE("CompareInstrument: stage and head are chosen as in the heatmap, and shared", "[window][compare]") {
    Opened opened("03_four_heads");
    takeSnapshot(opened.session());
    Scene next = opened.session().scene();
    next.temperature = 2.0;
    opened.session().edit(Part::Scale, QStringLiteral("Change temperature"), next);
    opened.settle();
    REQUIRE(opened.window.centre().currentId() == QStringLiteral("compare"));
    auto* controls = opened.window.centre().instrument()->controls();
    auto* head = controls->findChild<ui::IntBox*>();
    static_cast<QSpinBox*>(head)->setValue(2);
    CHECK(opened.session().selection().head == 2);
    CHECK(opened.view->picture().b.subtitle.startsWith(QStringLiteral("head 2")));
    auto* stage = controls->findChild<QComboBox*>();
    const int scores = stage->findText(QStringLiteral("Scores"));
    stage->setCurrentIndex(scores);
    emit stage->activated(scores);
    CHECK(opened.view->picture().sentence == QStringLiteral("A and B are equal in every cell."));
    CHECK(opened.window.centre().instrument()->subtitle().startsWith(QStringLiteral("scores, head 2")));
}

TEST_CASE("CompareInstrument: taking, renaming, removing and restoring are one step each, undone and redone",
          "[window][compare]") {
    Opened opened("01_the_cat_sat");
    auto* empty = opened.window.centre().instrument()->body()->findChild<ui::EmptyState*>();
    REQUIRE(empty);
    CHECK(empty->isVisible());
    opened.window.actions()[Actions::TakeSnapshot]->trigger();
    REQUIRE(opened.snapshots().size() == 1);
    CHECK(opened.snapshots()[0].name == "Snapshot 1");
    CHECK_FALSE(empty->isVisible());
    CHECK(opened.history().undoText() == QStringLiteral("Take “Snapshot 1”"));
    CHECK(opened.statusText().contains(QStringLiteral("“Snapshot 1” keeps the scene as it is now")));
    opened.button(QStringLiteral("Take a snapshot"))->click();
    CHECK(opened.snapshots().size() == 2);
    renameSnapshot(opened.session(), 0, QStringLiteral(" before & after "));
    CHECK(opened.snapshots()[0].name == "before & after");
    CHECK(opened.box("A")->itemText(1) == QStringLiteral("before & after"));
    renameSnapshot(opened.session(), 0, QStringLiteral("Snapshot 2"));
    CHECK(opened.statusText().contains(QStringLiteral("Another snapshot is named \"Snapshot 2\" already.")));
    CHECK(opened.history().count() == 3);

    const auto before = opened.session().document().snapshot();
    Scene next = *before;
    next.temperature = 3.0;
    opened.session().edit(Part::Scale, QStringLiteral("Change temperature"), next);
    opened.settle();
    restoreSnapshot(opened.session(), 0);
    opened.settle();
    CHECK(sameScene(opened.session().scene(), *before));
    CHECK(opened.history().undoText() == QStringLiteral("Restore “before & after”"));
    opened.history().undo();
    CHECK(opened.session().scene().temperature == 3.0);
    removeSnapshot(opened.session(), 0);
    CHECK(opened.snapshots().size() == 1);
    opened.settle();
    CHECK(opened.view->picture().aName == QStringLiteral("Snapshot 2"));
    opened.history().undo();
    CHECK(opened.snapshots()[0].name == "before & after");
    removeSnapshot(opened.session(), 9);
    restoreSnapshot(opened.session(), 9);
    CHECK(opened.snapshots().size() == 2);
}

TEST_CASE("CompareInstrument: snapshots are saved in the scene file and read back", "[window][compare]") {
    Opened opened;
    const QTemporaryDir folder;
    const std::string path = folder.filePath(QStringLiteral("s.headscope")).toStdString();
    REQUIRE(saveSceneFile(path, SceneFile{opened.session().scene(), {}, {}, {}}));
    REQUIRE(opened.window.files().open(QString::fromStdString(path)));
    CHECK(opened.snapshots().empty());
    opened.settle();
    takeSnapshot(opened.session());
    renameSnapshot(opened.session(), 0, QStringLiteral("mit Maßstab 注意"));
    REQUIRE(opened.window.files().save());
    const auto read = readSceneFile(path);
    REQUIRE(read);
    REQUIRE(read->snapshots.size() == 1);
    CHECK(read->snapshots[0].name == "mit Maßstab 注意");
    CHECK(sameScene(read->snapshots[0].scene, opened.session().scene()));
    CHECK_FALSE(opened.session().document().isModified());
    REQUIRE(opened.window.files().open(QString::fromStdString(path)));
    REQUIRE(opened.snapshots().size() == 1);
    CHECK(opened.snapshots()[0].name == "mit Maßstab 注意");
}

TEST_CASE("CompareInstrument: other shapes, other kinds and names of every sort are told, not guessed",
          "[window][compare]") {
    Opened opened("01_the_cat_sat");
    Document& document = opened.session().document();
    Scene other = attn::test::plainScene(1, 5, 4, 1, 1, 2);
    Scene linear = opened.session().scene();
    linear.kind = Kind::Linear;
    document.changeSnapshots(QStringLiteral("Take"), {{"", std::make_shared<const Scene>(other)},
                                                      {"a %1 <b>&amp;", std::make_shared<const Scene>(linear)}});
    opened.settle();
    CHECK(
        opened.note().endsWith(QStringLiteral("Not comparable cell by cell: Weights is 5 × 5 in A and 3 × 3 in B.")));
    CHECK(opened.view->picture().aName == QStringLiteral("Unnamed 1"));
    CHECK_FALSE(opened.view->currentLayout().missing.isNull());
    opened.choose("A", 2);
    auto* empty = opened.window.centre().instrument()->body()->findChild<ui::EmptyState*>();
    CHECK(empty->isVisible());
    CHECK(empty->accessibleName().startsWith(QStringLiteral("“a %1 <b>&amp;”: The scene has linear attention")));
    CHECK_FALSE(opened.window.centre().instrument()->figure());
    restoreSnapshot(opened.session(), 1);
    CHECK(opened.session().scene().kind == Kind::Mha);
    opened.choose("A", 1);
    CHECK_FALSE(empty->isVisible());
}

TEST_CASE("CompareInstrument: a file remembers what is compared, and one that names what is not there does no harm",
          "[window][compare]") {
    QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("kept.headscope"));
    int last = 0;
    {
        Opened opened;
        takeSnapshot(opened.session());
        opened.settle();
        const auto count = static_cast<Index>(opened.snapshots().size());
        REQUIRE(count > 1);
        opened.choose("A", static_cast<int>(count));
        opened.choose("B", 1);
        CHECK(opened.session().compared() == Compared{count - 1, 0});
        SceneFile file;
        file.scene = opened.session().scene();
        for (const Snapshot& kept : opened.snapshots())
            file.snapshots.push_back({kept.name, *kept.scene});
        file.view = viewState({QStringLiteral("compare"), opened.session().selection(), opened.session().compared()});
        REQUIRE(saveSceneFile(path.toStdString(), file));
        last = static_cast<int>(count);
    }
    Opened again;
    REQUIRE(again.window.files().open(path));
    again.settle();
    CHECK(again.box("A")->currentIndex() == last);
    CHECK(again.box("B")->currentIndex() == 1);

    again.session().setCompared({77, 1});
    again.settle();
    CHECK(again.box("A")->currentIndex() == 0);
    CHECK(again.box("B")->currentIndex() == 2);
}
