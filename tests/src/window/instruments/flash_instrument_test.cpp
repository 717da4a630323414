#include "src/window/instruments/flash_instrument.h"

#include <QComboBox>
#include <QPushButton>
#include <QSlider>
#include <cmath>

#include "src/window/centre.h"
#include "src/window/instruments/tile_walk_instrument.h"
#include "tests/support/gui/opened_window.h"
#include "ui/heatmap/heatmap_view.h"
#include "ui/plots/growth_view.h"
#include "ui/plots/layer_kinds.h"
#include "ui/plots/map_with_table.h"
#include "ui/plots/plot_view.h"
#include "ui/tiles/tile_walk_view.h"
#include "ui/widgets/message_strip.h"
#include "ui/widgets/number_box.h"
#include "ui/widgets/segmented_control.h"

using namespace attn;
using namespace attn::app;
using attn::app::test::OpenedWindow;

namespace {

/// The window on an example, in one view of naive against flash.
struct Opened : OpenedWindow {
    explicit Opened(const char* view, const char* example = "18_tile", QSize size = {1280, 800})
        : OpenedWindow(example, size) {
        window.centre().showById(QLatin1String(view));
        settle();
    }
    Instrument& instrument() { return *window.centre().instrument(); }
    template <class T>
    T* part(const char* name) {
        T* found = window.findChild<T*>(QLatin1String(name));
        REQUIRE(found);
        return found;
    }
    /// Where a segment of a control is, by its word.
    void press(ui::SegmentedControl* control, const QString& word) {
        for (auto* button : control->findChildren<QAbstractButton*>())
            if (button->text() == word || button->accessibleName() == word)
                return QTest::mouseClick(button, Qt::LeftButton);
        FAIL("There is no word " << word.toStdString());
    }
    ui::TileWalkView* walk() { return part<ui::TileWalkView>("tileWalk"); }
};

QString sentences(const ui::GrowthPicture& picture) {
    return picture.tables[static_cast<std::size_t>(picture.chosen)].sentences.join(u' ').replace(QChar(QChar::Nbsp),
                                                                                                 u' ');
}

}  // namespace

TEST_CASE("FlashInstrument: its example opens in the walk, and every view has words and a figure",
          "[window][flash]") {
    OpenedWindow opened("18_tile");
    Centre& centre = opened.window.centre();
    CHECK(centre.currentId() == QStringLiteral("memory"));
    CHECK(centre.currentView() == QStringLiteral("tiles"));
    for (const QString& view : FlashInstrument::viewIds()) {
        CAPTURE(view.toStdString());
        centre.showById(view);
        opened.settle();
        CHECK(centre.currentView() == view);
        CHECK(centre.instrument()->title() == QStringLiteral("Naive against flash"));
        CHECK_FALSE(centre.instrument()->note().isEmpty());
        CHECK_FALSE(centre.instrument()->explanation().isEmpty());
        const auto figure = centre.instrument()->figure();
        REQUIRE(figure);
        CHECK(figure->name == view);
        FigureRequest request;
        request.widthMm = figure->widthMm;
        request.dpi = 100;
        CHECK(renderPng(figure->make(request), request));
    }
}

TEST_CASE("FlashInstrument: the words above the figure change the view by mouse and by keyboard", "[window][flash]") {
    Opened opened("memory");
    auto* words = opened.named<ui::SegmentedControl>(QStringLiteral("View"));
    opened.press(words, QStringLiteral("Traffic"));
    CHECK(opened.window.centre().currentView() == QStringLiteral("traffic"));
    opened.press(words, QStringLiteral("Layers"));
    CHECK(opened.window.centre().currentView() == QStringLiteral("kinds"));
    for (auto* button : words->findChildren<QAbstractButton*>())
        if (button->isChecked())
            QTest::keyClick(button, Qt::Key_Left);
    opened.settle();
    CHECK(opened.window.centre().currentView() == QStringLiteral("difference"));
}

TEST_CASE("FlashInstrument: heads, width, batch and type are the scene's until a person gives their own",
          "[window][flash]") {
    Opened opened("memory");
    auto* heads = opened.named<ui::IntBox>(QStringLiteral("Heads to count for"));
    auto* width = opened.named<ui::IntBox>(QStringLiteral("Width of a head to count for"));
    CHECK(heads->value() == 1);
    CHECK(width->value() == 2);
    const auto bytes = [&] { return opened.part<ui::GrowthView>("growth")->picture().plot.series[0].points[0].y; };
    const double before = bytes();
    heads->setFocus();
    static_cast<QSpinBox*>(heads)->setValue(8);  // as typing does
    CHECK(bytes() == 8.0 * before);
    CHECK(opened.instrument().subtitle().startsWith(QStringLiteral("8 heads, d_k = 2, float32")));
    auto* type = opened.named<QComboBox>(QStringLiteral("Type to count for"));
    type->setCurrentText(QStringLiteral("float16"));
    emit type->activated(type->currentIndex());
    CHECK(bytes() == 4.0 * before);
    // The other views count for the same sizes.
    opened.window.centre().showById(QStringLiteral("backward"));
    CHECK(opened.instrument().subtitle().startsWith(QStringLiteral("8 heads, d_k = 2, float16")));
    opened.window.centre().showById(QStringLiteral("memory"));
    for (auto* link : opened.window.findChildren<QAbstractButton*>())
        if (link->accessibleName() == QStringLiteral("As the scene") && link->isVisible())
            link->click();
    CHECK(bytes() == before);
}

TEST_CASE("FlashInstrument: a measurement runs in the background, shows its seconds and can be cancelled",
          "[window][flash]") {
    Opened opened("time");
    auto* view = opened.part<ui::GrowthView>("growth");
    CHECK(view->picture().plot.series.empty());
    auto* upTo = opened.named<QComboBox>(QStringLiteral("Measure up to"));
    upTo->setCurrentIndex(1);
    QPushButton* run = opened.button(QStringLiteral("Measure"));
    QTest::mouseClick(run, Qt::LeftButton);
    CHECK(opened.instrument().isWorking());
    CHECK_FALSE(run->isEnabled());
    opened.settle();
    CHECK(run->isEnabled());
    REQUIRE(view->picture().plot.series.size() == 2);
    CHECK(view->picture().plot.series[0].points.size() == 2);
    CHECK(view->picture().plot.series[0].points[1].y > 0.0);
    upTo->setCurrentIndex(5);  // n = 4096
    QTest::mouseClick(run, Qt::LeftButton);
    opened.instrument().cancelWork();
    opened.settle();
    CHECK(run->isEnabled());
    // Counting goes on to say what it says.
    auto* quantity = opened.named<ui::SegmentedControl>(QStringLiteral("Quantity"));
    opened.press(quantity, QStringLiteral("Arithmetic"));
    CHECK(opened.window.centre().currentView() == QStringLiteral("flops"));
    CHECK(sentences(view->picture()).contains(QStringLiteral("Under the causal mask flash skips")));
}

TEST_CASE("FlashInstrument: a preset fills the numbers of a device, a number of one's own is shown as such",
          "[window][flash]") {
    Opened opened("traffic");
    auto* device = opened.named<QComboBox>(QStringLiteral("Device"));
    auto* bandwidth = opened.named<ui::NumberBox>(QStringLiteral("Bandwidth of main memory, in GB/s"));
    auto* view = opened.part<ui::GrowthView>("traffic");
    CHECK(device->currentText() == QStringLiteral("A100 SXM4 80GB"));
    CHECK(bandwidth->value() == 2039.0);
    const int other = device->findText(QStringLiteral("GeForce RTX 4090"));
    REQUIRE(other >= 0);
    device->setCurrentIndex(other);
    emit device->activated(other);
    CHECK(bandwidth->value() == 1008.0);
    CHECK(view->picture().plot.subtitle.startsWith(QStringLiteral("GeForce RTX 4090: 1\u2009008 GB/s")));
    static_cast<QDoubleSpinBox*>(bandwidth)->setValue(50.0);  // as typing does
    CHECK(device->currentText() == QStringLiteral("Own numbers"));
    CHECK(view->picture().plot.subtitle.startsWith(QStringLiteral("Own numbers: 50 GB/s")));
    // One KiB holds no row of wide heads: said, not drawn.
    auto* chip = opened.named<ui::IntBox>(QStringLiteral("Memory on chip, in KiB"));
    static_cast<QSpinBox*>(chip)->setValue(1);
    auto* width = opened.named<ui::IntBox>(QStringLiteral("Width of a head to count for"));
    for (auto* box : opened.window.findChildren<ui::IntBox*>())
        if (box->accessibleName() == QStringLiteral("Width of a head to count for") && box->isVisible())
            width = box;
    static_cast<QSpinBox*>(width)->setValue(512);
    QApplication::processEvents();
    ui::MessageStrip* fault = nullptr;
    for (auto* strip : opened.window.findChildren<ui::MessageStrip*>())
        if (strip->isVisible())
            fault = strip;
    REQUIRE(fault);
    CHECK(fault->sentence().contains(QStringLiteral("2048")));
}

TEST_CASE("TileWalkInstrument: play, pause, steps, slider and speed, by mouse and keyboard", "[window][flash]") {
    Opened opened("tiles");
    ui::TileWalkView* view = opened.walk();
    auto* slider = opened.named<QSlider>(QStringLiteral("Tiles done"));
    CHECK(slider->maximum() == 10);
    CHECK(view->picture().position == 5);
    view->setFocus();
    QTest::keyClick(view, Qt::Key_Home);
    CHECK(view->picture().position == 0);
    QTest::keyClick(view, Qt::Key_Right);
    QTest::keyClick(view, Qt::Key_Right);
    QTest::keyClick(view, Qt::Key_Left);
    CHECK(view->picture().position == 1);
    CHECK(slider->value() == 1);
    slider->setValue(7);
    CHECK(view->picture().position == 7);
    QTest::mouseClick(view, Qt::LeftButton, {}, view->tileCentre(1, 0).toPoint());
    CHECK(view->picture().position == 2);
    QPushButton* play = opened.button(QStringLiteral("Play"));
    const int width = play->width();
    auto* speed = opened.named<ui::SegmentedControl>(QStringLiteral("Speed"));
    opened.press(speed, QStringLiteral("8×"));
    QTest::keyClick(view, Qt::Key_Space);
    CHECK(play->text() == QStringLiteral("Pause"));
    CHECK(play->width() == width);
    CHECK(QTest::qWaitFor([&] { return view->picture().position >= 4; }, 5000));
    QTest::keyClick(view, Qt::Key_Space);
    CHECK(play->text() == QStringLiteral("Play"));
    const int stopped = view->picture().position;
    QTest::qWait(250);
    CHECK(view->picture().position == stopped);
    play->click();
    CHECK(QTest::qWaitFor([&] { return view->picture().position == 10 && play->text() == QStringLiteral("Play"); },
                          5000));
    play->click();  // from the start again
    CHECK(view->picture().position < 10);
    opened.window.centre().showById(QStringLiteral("heatmap"));
    CHECK(play->text() == QStringLiteral("Play"));
}

TEST_CASE("TileWalkInstrument: other tiles, another order, another head and an edit walk anew", "[window][flash]") {
    Opened opened("tiles");
    ui::TileWalkView* view = opened.walk();
    auto* queries = opened.named<ui::IntBox>(QStringLiteral("Queries of a tile"));
    static_cast<QSpinBox*>(queries)->setValue(8);
    opened.settle();
    CHECK(view->picture().tileRows == 2);
    CHECK(view->picture().count == 6);
    opened.press(opened.named<ui::SegmentedControl>(QStringLiteral("Outer loop")), QStringLiteral("Keys outside"));
    opened.settle();
    CHECK(view->picture().visitOf(1, 0) == 2);
    CHECK(view->picture().loadsOutput);
    const QString before = view->picture().rows[1].now;
    Scene scene = opened.window.session().scene();
    scene.temperature = 0.5;
    opened.window.session().edit(Part::Everything, QStringLiteral("Change temperature"), Result<Scene>(scene));
    opened.settle();
    CHECK(view->picture().rows[1].now != before);
    ui::Selection selection = opened.window.session().selection();
    selection.query = view->picture().row * 8 + 1;
    opened.window.session().select(selection);
    CHECK(view->picture().rows[1].isChosen);
}

TEST_CASE("RoundingInstrument: both precisions, and a row chosen here is chosen everywhere", "[window][flash]") {
    Opened opened("difference", "03_four");
    auto* view = opened.part<ui::MapWithTable>("difference");
    REQUIRE(view->table().columns.size() == 2);
    CHECK(view->map()->picture().cells.rows == 12);
    CHECK(view->map()->picture().caption.contains(QStringLiteral("float32")));
    opened.press(opened.named<ui::SegmentedControl>(QStringLiteral("Precision")), QStringLiteral("float64"));
    CHECK(view->map()->picture().caption.contains(QStringLiteral("in float64")));
    QTest::mouseClick(view->map(), Qt::LeftButton, {}, view->map()->cellCentre(7, 0).toPoint());
    CHECK(opened.window.session().selection().query == 7);
    ui::Selection selection = opened.window.session().selection();
    selection.head = 2;
    opened.window.session().select(selection);
    CHECK(opened.instrument().subtitle().startsWith(QStringLiteral("head 2")));
}

TEST_CASE("FlashInstrument: empty, one-token, fully masked, NaN and long scenes are drawn in every view",
          "[window][flash][limit]") {
    Opened opened("memory");
    Scene scene = opened.window.session().scene();
    const int which = GENERATE(0, 1, 2, 3);
    CAPTURE(which);
    const Index n = which == 0 ? 0 : which == 1 ? 1 : which == 2 ? 200 : 4;
    Tensor X({1, n, 4});
    for (Index i = 0; i < X.size(); ++i)
        X[i] = which == 3 && i == 0 ? NAN : std::sin(static_cast<double>(i));
    scene.X = std::make_shared<const Tensor>(X);
    scene.tokens.clear();
    for (Index i = 0; i < n; ++i)
        scene.tokens.push_back(i % 2 == 0 ? "שלום" : "مرحبا");
    scene.flash.reset();
    if (which == 3)
        for (Index i = 0; i < n; ++i)
            for (Index j = 0; j < n; ++j)
                scene.mask.paint.forbid.push_back({i, j});
    opened.window.session().document().open(scene);
    opened.settle();
    for (const QString& view : FlashInstrument::viewIds()) {
        CAPTURE(view.toStdString());
        opened.window.centre().showById(view);
        opened.settle();
        CHECK_FALSE(opened.window.grab().isNull());
        CHECK(opened.instrument().figure().has_value());
    }
    CHECK(opened.walk()->picture().queries == (n == 0 ? 0 : n));
}
