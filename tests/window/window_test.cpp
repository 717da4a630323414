// One person, one window, a real X server: what the program is for, from opening to export.
#include <QAbstractButton>
#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QDialog>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QImage>
#include <QLineEdit>
#include <QMessageBox>
#include <QSlider>
#include <QTemporaryDir>
#include <QTest>
#include <QWindow>

#include "core/io/scene_file.h"
#include "core/scene/edit.h"
#include "src/export/kept_styles.h"
#include "src/window/centre.h"
#include "src/window/files.h"
#include "src/window/main_window.h"
#include "tests/support/catch.h"
#include "tests/window/desk.h"
#include "ui/heatmap/heatmap_view.h"
#include "ui/lines/lines_view.h"
#include "ui/matrix/matrix_view.h"
#include "ui/plots/growth_view.h"
#include "ui/plots/plot_view.h"
#include "ui/saturation/softmax_row_view.h"
#include "ui/sharing/sharing_view.h"
#include "ui/steps/steps_view.h"
#include "ui/tiles/tile_walk_view.h"
#include "ui/tokens/token_strip.h"
#include "ui/widgets/instrument_tabs.h"

using namespace attn;
using namespace attn::app;
using attn::test::Desk;
using attn::test::waitUntil;

namespace {

double cellOf(const Scene& scene, MatrixId id, Index row, Index col) { return matrixValues(scene, id)(row, col); }

/// Types the name of the file into the export dialog, and Return.
void exportTo(Desk& desk, const QDialog& dialog, const QString& path) {
    QLineEdit* line = nullptr;
    for (QLineEdit* candidate : dialog.findChildren<QLineEdit*>())
        if (candidate->accessibleName() == QStringLiteral("File"))
            line = candidate;
    REQUIRE(line);
    desk.person.click(line, line->rect().center());
    desk.person.key(QStringLiteral("ctrl+a"));
    desk.person.type(path);
    desk.person.key(QStringLiteral("Return"));
}

}  // namespace

TEST_CASE("window: a click on a cell of the heatmap chooses its query and key", "[window]") {
    Desk desk;
    auto* map = desk.part<ui::HeatmapView>("heatmap");
    desk.person.click(map, map->cellCentre(0, 2).toPoint());
    CHECK(waitUntil([&] { return desk.window.session().selection().query == 0 && desk.window.session().selection().key == 2; }));
    desk.person.key(QStringLiteral("Down"));
    CHECK(waitUntil([&] { return desk.window.session().selection().query == 1; }));
}

TEST_CASE("window: a number typed into W_q is evaluated, and one undo takes it back", "[window]") {
    Desk desk;
    auto* weights = desk.matrix(MatrixId::Wq);
    const double before = desk.evaluation().weights.at(1);
    desk.clickCell(weights, 0, 0);
    desk.person.type(QStringLiteral("2,5"));
    desk.person.key(QStringLiteral("Return"));
    REQUIRE(waitUntil([&] { return cellOf(desk.scene(), MatrixId::Wq, 0, 0) == 2.5; }));
    desk.settle();
    CHECK(desk.evaluation().weights.at(1) != before);
    CHECK(desk.window.session().document().history().count() == 1);
    desk.person.key(QStringLiteral("ctrl+z"));
    REQUIRE(waitUntil([&] { return cellOf(desk.scene(), MatrixId::Wq, 0, 0) == 1.0; }));
    desk.settle();
    CHECK(desk.evaluation().weights.at(1) == before);
}

TEST_CASE("window: a drag on a number is one step of undo", "[window]") {
    Desk desk;
    auto* weights = desk.matrix(MatrixId::Wk);
    const QPoint start = weights->cellRect(0, 1).center();
    desk.person.drag(weights->viewport(), start, start + QPoint(40, 0));
    REQUIRE(waitUntil([&] { return cellOf(desk.scene(), MatrixId::Wk, 0, 1) > 1.0; }));
    CHECK(desk.window.session().document().history().count() == 1);
}

TEST_CASE("window: a sentence becomes tokens in one step, and a copied block comes back", "[window]") {
    Desk desk;
    auto* strip = desk.part<ui::TokenStrip>();
    auto* line = strip->findChild<QLineEdit*>();
    REQUIRE(line);
    REQUIRE(waitUntil([&] {
        if (!line->hasFocus())
            desk.person.click(line, line->rect().center());
        return line->hasFocus();
    }));
    desk.person.type(QStringLiteral("the dog and the cat"));
    REQUIRE(waitUntil([&] { return line->text() == QStringLiteral("the dog and the cat"); }));
    desk.person.key(QStringLiteral("Return"));
    REQUIRE(waitUntil([&] { return desk.scene().tokens.size() == 5; }));
    desk.settle();
    CHECK(desk.evaluation().dims.nk == 5);
    CHECK(cellOf(desk.scene(), MatrixId::X, 0, 0) == cellOf(desk.scene(), MatrixId::X, 3, 0));
    CHECK(desk.window.session().document().history().count() == 1);

    QApplication::clipboard()->setText(QStringLiteral("0,25\t-1\n3\t4e-3"));
    desk.clickCell(desk.matrix(MatrixId::X), 1, 1);
    desk.person.key(QStringLiteral("ctrl+v"));
    CHECK(waitUntil([&] { return cellOf(desk.scene(), MatrixId::X, 1, 1) == 0.25 && cellOf(desk.scene(), MatrixId::X, 2, 2) == 4e-3; }));
}

TEST_CASE("window: the mask is painted cell by cell", "[window]") {
    Desk desk;
    desk.showInstrument(QStringLiteral("mask"));
    auto* map = desk.part<ui::HeatmapView>("mask");
    desk.person.drag(map, map->cellCentre(0, 1).toPoint(), map->cellCentre(0, 2).toPoint());
    REQUIRE(waitUntil([&] { return desk.scene().mask.paint.forbid.size() == 2; }));
    desk.settle();
    CHECK(desk.evaluation().weights.at(1) == 0.0);
    CHECK(desk.evaluation().weights.at(0) == 1.0);
    CHECK(desk.window.session().document().history().count() == 1);
}

TEST_CASE("window: a token in Lines isolates its lines under the mouse and is chosen by a click or an arrow", "[window]") {
    Desk desk;
    desk.showInstrument(QStringLiteral("lines"));
    auto* lines = desk.part<ui::LinesView>("lines");
    const auto& selection = desk.window.session().selection();
    desk.person.click(lines->viewport(), lines->tokenCentre({true, 2}).toPoint());
    CHECK(waitUntil([&] { return selection.key == 2; }));
    CHECK(lines->marks().isolated == ui::LinesToken{true, 2});
    desk.person.click(lines->viewport(), lines->tokenCentre({false, 0}).toPoint());
    CHECK(waitUntil([&] { return selection.query == 0; }));
    desk.person.key(QStringLiteral("Down"));
    CHECK(waitUntil([&] { return selection.query == 1; }));
    desk.person.key(QStringLiteral("Right"));
    desk.person.key(QStringLiteral("Up"));
    CHECK(waitUntil([&] { return selection.key == 1; }));
}

TEST_CASE("window: a drag on the slider of Sharing changes the KV heads in one step of undo, and back again in none", "[window]") {
    Desk desk;
    for (const Example& example : examples())
        if (example.resource.contains(QStringLiteral("03_four_heads")))
            desk.window.files().openExample(example.resource);
    desk.settle();
    desk.showInstrument(QStringLiteral("sharing"));
    auto* slider = desk.part<QSlider>();
    REQUIRE(slider->maximum() == 2);
    const double before = cellOf(desk.scene(), MatrixId::Wk, 5, 6);
    const QPoint start(8, slider->height() / 2), end(slider->width() - 8, slider->height() / 2);
    desk.person.drag(slider, start, end);
    REQUIRE(waitUntil([&] { return desk.scene().kvHeads == 1; }));
    CHECK(desk.window.session().document().history().count() == 1);
    CHECK(waitUntil([&] { return !slider->isSliderDown(); }));
    desk.person.key(QStringLiteral("ctrl+z"));
    REQUIRE(waitUntil([&] { return desk.scene().kvHeads == 4 && slider->value() == 0; }));
    CHECK(cellOf(desk.scene(), MatrixId::Wk, 5, 6) == before);
    desk.settle();
    auto* view = desk.part<ui::SharingView>("sharing");
    desk.person.click(view, view->currentLayout().queryHeads[3].center().toPoint());
    CHECK(waitUntil([&] { return desk.window.session().selection().head == 3; }));
}

TEST_CASE("window: in Saturation a click on a bar chooses its key, and a drag on the scale is one step of undo", "[window]") {
    Desk desk;
    desk.showInstrument(QStringLiteral("saturation"));
    auto* row = desk.part<ui::SoftmaxRowView>("softmaxRow");
    desk.person.click(row, row->barFoot(2).toPoint());
    CHECK(waitUntil([&] { return desk.window.session().selection().key == 2; }));
    desk.person.key(QStringLiteral("Left"));
    CHECK(waitUntil([&] { return desk.window.session().selection().key == 1; }));
    QSlider* scale = nullptr;
    for (auto* slider : desk.window.findChildren<QSlider*>())
        if (slider->accessibleName() == QStringLiteral("Scale of the row"))
            scale = slider;
    REQUIRE((scale && scale->isVisible()));
    const std::vector<double> before = row->picture().weights;
    desk.person.drag(scale, QPoint(scale->width() / 2, scale->height() / 2), QPoint(scale->width() - 8, scale->height() / 2));
    REQUIRE(waitUntil([&] { return desk.scene().scale.mode == ScaleMode::Custom && desk.scene().scale.value > 10.0; }));
    desk.settle();
    CHECK(row->picture().weights != before);
    CHECK(desk.window.session().document().history().count() == 1);
    desk.person.key(QStringLiteral("ctrl+z"));
    CHECK(waitUntil([&] { return desk.scene().scale.mode == ScaleMode::RsqrtDk && row->picture().weights == before; }));
}

TEST_CASE("window: every tab shows its instrument", "[window]") {
    Desk desk;
    const auto& entries = instrumentRegistry();
    for (int i = 0; i < static_cast<int>(entries.size()); ++i) {
        desk.person.key(QStringLiteral("ctrl+%1").arg(i + 1));
        CHECK(waitUntil([&] { return desk.window.centre().current() == i; }));
        // Compare has nothing to show until there is a snapshot.
        if (entries[static_cast<std::size_t>(i)].id != QStringLiteral("compare"))
            CHECK(waitUntil([&] { return desk.window.centre().instrument()->figure().has_value(); }));
    }
}

TEST_CASE("window: in Steps a click chooses a pair everywhere, and keys walk from matrix to matrix", "[window]") {
    Desk desk;
    desk.window.centre().showById(QStringLiteral("steps"));
    auto* view = desk.part<ui::StepsView>("steps");
    const auto& matrices = view->picture().matrices;
    const auto place = [&](const char* name) {
        for (std::size_t i = 0; i < matrices.size(); ++i)
            if (matrices[i].name == QLatin1String(name))
                return static_cast<int>(i);
        return -1;
    };
    desk.person.click(view, view->cellCentre(place("Scores"), 2, 1).toPoint());
    REQUIRE(waitUntil([&] { return desk.window.session().selection().query == 2 && desk.window.session().selection().key == 1; }));
    CHECK(view->marks().matrix == place("Scores"));
    desk.person.key(QStringLiteral("Next"));
    CHECK(waitUntil([&] { return view->marks().matrix == place("Scaled"); }));
    desk.person.key(QStringLiteral("Tab"));
    CHECK(waitUntil([&] { return view->marks().matrix == place("Weights"); }));
    desk.person.key(QStringLiteral("Up"));
    CHECK(waitUntil([&] { return desk.window.session().selection().query == 1; }));
    CHECK(view->marks().cell == ui::HeatmapCell{1, 1});
    desk.person.key(QStringLiteral("space"));
    CHECK(waitUntil([&] { return view->marks().matrix == place("Output"); }));
}

TEST_CASE("window: in the tile walk keys step and play, a click goes to a tile, and a word changes the view", "[window]") {
    Desk desk;
    for (const Example& example : examples())
        if (example.resource.contains(QStringLiteral("18_tile_by_tile")))
            desk.window.files().openExample(example.resource);
    desk.settle();
    auto* view = desk.part<ui::TileWalkView>("tileWalk");
    desk.person.click(view, view->tileCentre(2, 1).toPoint());
    REQUIRE(waitUntil([&] { return view->picture().position == 5; }));
    desk.person.key(QStringLiteral("Right"));
    CHECK(waitUntil([&] { return view->picture().position == 6; }));
    CHECK(view->picture().storesOutput);
    desk.person.key(QStringLiteral("Left"));
    CHECK(waitUntil([&] { return view->picture().position == 5; }));
    desk.person.key(QStringLiteral("space"));
    CHECK(waitUntil([&] { return view->picture().position == 7; }));
    desk.person.key(QStringLiteral("space"));
    desk.person.key(QStringLiteral("Home"));
    CHECK(waitUntil([&] { return view->picture().position == 0; }));
    for (auto* word : desk.window.findChildren<QAbstractButton*>())
        if (word->isVisible() && word->accessibleName() == QStringLiteral("Growth"))
            desk.person.click(word, word->rect().center());
    REQUIRE(waitUntil([&] { return desk.window.centre().currentView() == QStringLiteral("memory"); }));
    auto* growth = desk.part<ui::GrowthView>("growth");
    auto* plot = growth->findChild<ui::PlotView*>();
    desk.person.click(plot, plot->positionOf(0, 2).toPoint());
    CHECK(waitUntil([&] { return growth->chosenN() == 512.0; }));
    desk.person.key(QStringLiteral("Right"));
    CHECK(waitUntil([&] { return growth->chosenN() == 1024.0; }));
}

TEST_CASE("window: a scene is saved where the person says, and a second save asks nothing", "[window]") {
    Desk desk;
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("mine.headscope"));
    desk.clickCell(desk.matrix(MatrixId::X), 0, 0);
    desk.person.type(QStringLiteral("7"));
    desk.person.key(QStringLiteral("Return"));
    REQUIRE(waitUntil([&] { return desk.window.session().document().isModified(); }));
    desk.inDialog<QFileDialog>(QStringLiteral("ctrl+s"), [&](QFileDialog*) {
        desk.person.key(QStringLiteral("ctrl+a"));
        desk.person.type(path);
        desk.person.key(QStringLiteral("Return"));
    });
    REQUIRE(waitUntil([&] { return QFileInfo::exists(path) && !desk.window.session().document().isModified(); }));
    const auto file = readSceneFile(path.toStdString());
    REQUIRE(file);
    CHECK(cellOf(file->scene, MatrixId::X, 0, 0) == 7.0);

    desk.person.key(QStringLiteral("ctrl+z"));
    REQUIRE(waitUntil([&] { return desk.window.session().document().isModified(); }));
    desk.person.key(QStringLiteral("ctrl+s"));
    CHECK(waitUntil([&] { return !desk.window.session().document().isModified(); }));
}

TEST_CASE("window: closing with unsaved changes asks, and Escape stays", "[window]") {
    Desk desk;
    desk.clickCell(desk.matrix(MatrixId::X), 0, 0);
    desk.person.type(QStringLiteral("7"));
    desk.person.key(QStringLiteral("Return"));
    REQUIRE(waitUntil([&] { return desk.window.session().document().isModified(); }));
    desk.inDialog<QMessageBox>(QStringLiteral("ctrl+q"), [&](QMessageBox*) { desk.person.key(QStringLiteral("Escape")); });
    CHECK(desk.window.isVisible());
    CHECK(cellOf(desk.scene(), MatrixId::X, 0, 0) == 7.0);
}

TEST_CASE("window: the figure is exported in the format that the file name says", "[window]") {
    Desk desk;
    const QTemporaryDir folder;
    for (const QString& ending : {QStringLiteral("png"), QStringLiteral("svg"), QStringLiteral("pdf")}) {
        const QString path = folder.filePath(QStringLiteral("figure.") + ending);
        desk.inDialog<QDialog>(QStringLiteral("ctrl+e"), [&](QDialog* dialog) {
            exportTo(desk, *dialog, path);
        });
        CHECK(QFileInfo(path).size() > 1000);
    }
}

TEST_CASE("window: a preset chosen by keys decides the size of the figure, and the next export remembers it", "[window]") {
    Desk desk;
    const QTemporaryDir folder;
    const auto export_ = [&](const QString& path, bool choosesSlide) {
        desk.inDialog<QDialog>(QStringLiteral("ctrl+e"), [&](QDialog* dialog) {
            // The list of presets has the focus: two steps down from "No preset" is the slide.
            if (choosesSlide) {
                desk.person.key(QStringLiteral("Down"));
                desk.person.key(QStringLiteral("Down"));
            }
            auto* preset = dialog->findChild<QComboBox*>(QStringLiteral("preset"));
            REQUIRE(preset);
            CHECK(waitUntil([&] { return preset->currentText() == QStringLiteral("Slide 16:9"); }));
            exportTo(desk, *dialog, path);
        });
        CHECK(QImage(path).size() == QSize(1920, 1080));
    };
    export_(folder.filePath(QStringLiteral("first.png")), true);
    export_(folder.filePath(QStringLiteral("second.png")), false);
    // Other tests begin with the usual style.
    KeptStyles().keepLast(FigureStyle());
}
