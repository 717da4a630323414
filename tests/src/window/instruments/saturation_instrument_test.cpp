#include "src/window/instruments/saturation_instrument.h"

#include <QSlider>
#include <cmath>

#include "src/window/centre.h"
#include "tests/support/gui/opened_window.h"
#include "ui/plots/plot_view.h"
#include "ui/saturation/paired_view.h"
#include "ui/saturation/softmax_row_view.h"
#include "ui/widgets/place_slider.h"
#include "ui/widgets/segmented_control.h"

using namespace attn;
using namespace attn::app;
using attn::app::test::OpenedWindow;

namespace {

/// The window on the example that opens with saturation: 64 columns and no scale.
struct Opened : OpenedWindow {
    SaturationInstrument* instrument = dynamic_cast<SaturationInstrument*>(window.centre().instrument());
    ui::SoftmaxRowView* row = window.findChild<ui::SoftmaxRowView*>(QStringLiteral("softmaxRow"));

    Opened() : OpenedWindow("12_without") {
        REQUIRE(instrument != nullptr);
        REQUIRE(row != nullptr);
        REQUIRE(row->isVisible());
    }
    QSlider* slider(const char* name) { return named<QSlider>(QString::fromLatin1(name)); }
    void choose(const char* group, int word) {
        auto* control = named<ui::SegmentedControl>(QString::fromLatin1(group));
        const auto words = control->findChildren<QAbstractButton*>();
        QTest::mouseClick(words[word], Qt::LeftButton);
    }
    double largest() const { return *std::max_element(row->picture().weights.begin(), row->picture().weights.end()); }
    const Scene& scene() { return window.session().scene(); }
    QUndoStack& history() { return window.session().document().history(); }
};

}  // namespace

TEST_CASE("SaturationInstrument: a key chosen in the row is chosen everywhere, and the other way round", "[window][saturation]") {
    Opened opened;
    CHECK(opened.row->chosenPlace() == opened.window.session().selection().key);
    QTest::mouseClick(opened.row, Qt::LeftButton, {}, opened.row->barFoot(2).toPoint());
    CHECK(opened.window.session().selection().key == 2);
    QTest::keyClick(opened.row, Qt::Key_Home);
    CHECK(opened.window.session().selection().key == 0);
    ui::Selection other = opened.window.session().selection();
    other.query = 0;
    other.key = 1;
    opened.window.session().select(other);
    CHECK(opened.row->chosenPlace() == 1);
    CHECK(opened.row->picture().weightsTitle.contains(QStringLiteral("q0")));
    CHECK(opened.row->picture().upstream[1] == 1.0);
}

TEST_CASE("SaturationInstrument: the scale slider changes the scene, one step a drag, and its middle is the standard", "[window][saturation]") {
    Opened opened;
    const double saturated = opened.largest();
    QSlider* scale = opened.slider("Scale of the row");
    CHECK(scale->value() == 24 + 12);  // 1 is three octaves above 1/8
    CHECK_FALSE(opened.slider("d_k")->isEnabled());
    scale->setSliderDown(true);
    scale->setValue(30);
    scale->setValue(24);
    scale->setSliderDown(false);
    CHECK(opened.scene().scale.mode == ScaleMode::RsqrtDk);
    CHECK(opened.history().count() == 1);
    opened.settle();
    CHECK(opened.largest() < saturated);
    opened.history().undo();
    opened.settle();
    CHECK(opened.scene().scale.mode == ScaleMode::None);
    CHECK(scale->value() == 36);
    CHECK(opened.largest() == saturated);
    QTest::keyClick(opened.slider("Temperature of the row"), Qt::Key_Right);
    CHECK(opened.scene().temperature == Approx(std::exp2(0.25)));
    CHECK(opened.history().count() == 1);
}

TEST_CASE("SaturationInstrument: random vectors leave the scene alone, and d_k sharpens their row", "[window][saturation]") {
    Opened opened;
    opened.choose("Whose row", 1);
    CHECK(opened.row->picture().count() == 16);
    const double before = opened.largest();
    QSlider* width = opened.slider("d_k");
    CHECK(width->isEnabled());
    // The scale is the standard one and follows d_k: the row barely changes.
    QTest::keyClick(width, Qt::Key_End);
    CHECK(opened.largest() < 2.0 * before);
    QTest::keyClick(opened.slider("Scale of the row"), Qt::Key_End);
    CHECK(opened.largest() > 0.99);
    double most = 0.0;
    for (const double cell : opened.row->picture().jacobian.cells.values)
        most = std::max(most, std::abs(cell));
    CHECK(most < 0.01);
    QTest::keyClick(opened.row, Qt::Key_End);
    CHECK(opened.row->chosenPlace() == 15);
    CHECK(opened.history().count() == 0);
    CHECK(opened.instrument->subtitle() == QStringLiteral("a random row"));
}

TEST_CASE("SaturationInstrument: each page has its figure, and exports what it shows", "[window][saturation]") {
    Opened opened;
    for (int page = 0; page < 3; ++page) {
        CAPTURE(page);
        opened.choose("What is shown", page);
        opened.settle();
        CHECK(opened.instrument->page() == page);
        const auto figure = opened.instrument->figure();
        REQUIRE(figure);
        FigureRequest request;
        request.widthMm = figure->widthMm;
        request.dpi = 72;
        CHECK(renderPng(figure->make(request), request));
        CHECK_FALSE(opened.instrument->note().isEmpty());
    }
    const auto* paired = opened.window.findChild<ui::PairedView*>();
    REQUIRE(paired);
    REQUIRE(paired->picture().table.rows.size() == 6);
    // What 1000 runs print on the average: 0.000937 and 0.000087.
    CHECK(paired->picture().table.rows[0].cells[1].startsWith(QStringLiteral("0.0009")));
    CHECK(paired->picture().table.rows[4].cells[1].startsWith(QStringLiteral("0.0000")));
    CHECK(opened.history().count() == 0);
}
